/** What a report is made of: plain data, without a text of any message unless somebody asked for them. */
import type { Recall } from '../engine/recall/contract.ts';
import type { PolicyRun } from '../engine/policy-run.ts';
import type { Report } from '../engine/report.ts';
import type { ReportAnswer } from './report-answer.ts';

/** What a strip draws of a run. */
export type DrawnRun = Pick<PolicyRun, 'key' | 'fates' | 'left' | 'into' | 'summaries'>;

export interface ReportData {
  /** Name of the file or sample. */
  readonly name: string;
  readonly report: Report;
  /** null without a recall. */
  readonly told: ReportAnswer | null;
  /** Of the same rows; null = not measured. */
  readonly recall: Recall | null;
  /** Key of A. */
  readonly yours: string | null;
  /** Tokens before each message, length n + 1: the widths of the strips. */
  readonly prefix: ArrayLike<number>;
  /** By key of a row. */
  readonly runs: ReadonlyMap<string, DrawnRun>;
  /** What the page or the terminal was told to do, as `name: value`; no keys, no texts. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** The messages, for the HTML file; absent or null = none of their text is in the report. */
  readonly texts?: ReportTexts | null;
}

export interface ReportTexts {
  /** Secrets that were masked; null = nothing was looked for. */
  readonly masked: number | null;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
}

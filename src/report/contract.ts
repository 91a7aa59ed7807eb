/** What a report is made of: plain data, without a text of any message unless somebody asked for them. */
import type { PolicyRun } from '../engine/policy-run.ts';
import type { Recall } from '../engine/recall/contract.ts';
import type { Report } from '../engine/report.ts';
import type { Grouping, SetOverview } from '../engine/sets/contract.ts';
import type { SetSentenceInput } from '../i18n/answer-words.ts';
import type { Terms } from './frame.ts';
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

export interface SetReportData extends Pick<SetSentenceInput, 'target' | 'wishes' | 'titleOf'> {
  /** Key of the row that the differences are held against. */
  readonly base: string | null;
  /** Of the folder, the archive or the file of results. */
  readonly name: string;
  /** Names stand in it; else sessions are numbers, and a failure is its code. */
  readonly names: boolean;
  readonly overview: SetOverview;
  /** What its groups are of. */
  readonly by: Grouping;
  /** Keys of the rows that are a scale. */
  readonly controls: ReadonlySet<string>;
  /** Every session of the set, and every file that gave none, in the order of their names. */
  readonly sessions: readonly SetReportSession[];
  /** As `name: value`; no keys, no texts. */
  readonly settings: Terms;
}

export interface SetReportSession {
  /** As in the figures; null = a file that could not be read. */
  readonly session: string | null;
  readonly name: string;
  readonly format: string | null;
  readonly messages: number | null;
  readonly tokens: number | null;
  /** Whether the tokens were counted exactly. */
  readonly exact: boolean;
  readonly state: 'compared' | 'left-out' | 'missing' | 'failed';
  /** Where it failed: why, as a code and as a sentence. */
  readonly why: { readonly code: string; readonly reason: string } | null;
}

/** What a report is made of: plain data without a text of any message. */
import type { Report } from '../engine/report.ts';
import type { Told } from './answer.ts';

export interface ReportData {
  /** Name of the file or sample. */
  readonly name: string;
  readonly report: Report;
  /** null without a recall. */
  readonly told: Told | null;
  /** Tokens before each message, length n + 1: the widths of the strips. */
  readonly prefix: ArrayLike<number>;
  /** What the page or the terminal was told to do, as `name: value`; no keys, no texts. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** What the report of a set is made of: plain data, without a text of any message. */
import type { Grouping, SetOverview } from '../../engine/sets/contract.ts';
import type { SetSentenceInput } from '../../i18n/answer-words.ts';
import type { Terms } from '../frame.ts';

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

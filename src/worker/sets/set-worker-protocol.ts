/** What crosses the boundary between the page and the workers of a set. Lines of results travel as bytes of JSON: the page never reads them. */
import type { Wishes } from '../../engine/answer/contract.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import type { Target } from '../../engine/tune/contract.ts';
import type { Grouping, SessionFacts, SetOverview } from '../../engine/sets/contract.ts';
import type { Row, Settings } from '../../scenario/schema.ts';

/** One conversation of a file, with its context size over its requests. */
export interface FoundSession extends SessionFacts {
  /** Characters of the recorded context at evenly spread messages. */
  readonly sizes: readonly number[];
  /** Recorded compactions, as shares of the messages before them. */
  readonly marks: readonly number[];
}

/** Why a file or a session is left out; `message` where the engine has no words for it. */
export interface SkipReason {
  readonly code: string;
  readonly reason: Reason;
}

/** Members of an archive that were left out for one reason; `name` = of the first of them, of the archive where none is named. */
export interface SkippedMembers {
  readonly name: string;
  readonly why: SkipReason;
}

/** `files` = of an archive, each to be read by itself; `left` = what of it was not unpacked. */
export type ReadReply =
  | { readonly kind: 'sessions'; readonly hash: string; readonly sessions: readonly FoundSession[] }
  | {
      readonly kind: 'files';
      readonly files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
      readonly left: readonly SkippedMembers[];
    }
  | { readonly kind: 'failed'; readonly hash: string | null; readonly why: SkipReason };

/** What is run on every session: everything of a comparison but the session. */
export interface SetRequest {
  readonly settings: Settings;
  readonly rows: readonly Row[];
  /** Lines have their counts by cut: tuning halves a single session by them. */
  readonly byCut?: true;
}

/** The page's settings at a target. */
export const settingsAt = (settings: Settings, target: Target): Settings => ({
  ...settings,
  budget: target === 'own' ? 'shipped' : 'own',
  target: target === 'own' ? settings.target : target,
});

/** Lines of one session, as bytes of JSON. */
export type RunReply = { readonly kind: 'lines'; readonly lines: Uint8Array<ArrayBuffer> } | { readonly kind: 'failed'; readonly why: SkipReason };

/** A session of which rows are missing in what is kept, by their keys. */
export interface MissingRows {
  readonly session: string;
  readonly rows: readonly string[];
}

export interface TablesRequest {
  readonly request: SetRequest;
  /** Ids of the chosen ones. */
  readonly sessions: readonly string[];
  /** The row that the others are held against, and the one of the sessions' second column. */
  readonly baseline: string | null;
  readonly other: string | null;
  readonly group: Grouping;
  /** What matters to the person: the answer is looked for among rows that meet them. */
  readonly wishes: Wishes;
}

/** A session under the baseline and the other row; null = too few facts, or no result. */
export interface SessionFigures {
  readonly session: string;
  readonly needed: number | null;
  readonly a: number | null;
  readonly b: number | null;
}

export interface SetTables extends SetOverview {
  /** Results kept in this browser that were damaged: they were left aside and run again. */
  readonly aside: number;
  readonly figures: readonly SessionFigures[];
}

export type ExportKind = 'json' | 'csv' | 'parquet';

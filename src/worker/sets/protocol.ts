/** What crosses the boundary between the page and the workers of a set. Lines of results travel as bytes of JSON: the page never reads them. */
import type { Answer, Wishes } from '../../engine/answer/contract.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import type { Target } from '../../engine/tune/contract.ts';
import type { Distribution, PairedDifference, SessionFacts } from '../../engine/sets/contract.ts';
import type { Row, Settings } from '../../scenario/schema.ts';

/** One conversation of a file, with its context size over its requests. */
export interface FoundSession extends SessionFacts {
  /** Characters of the recorded context at evenly spread messages. */
  readonly sizes: readonly number[];
  /** Recorded compactions, as shares of the messages before them. */
  readonly marks: readonly number[];
}

/** Why a file or a session is left out; `message` where the engine has no words for it. */
export interface Why {
  readonly code: string;
  readonly reason: Reason;
}

/** Members of an archive that were left out for one reason; `name` = of the first of them, of the archive where none is named. */
export interface LeftOut {
  readonly name: string;
  readonly why: Why;
}

/** `files` = of an archive, each to be read by itself; `left` = what of it was not unpacked. */
export type ReadReply =
  | { readonly kind: 'sessions'; readonly hash: string; readonly sessions: readonly FoundSession[] }
  | {
      readonly kind: 'files';
      readonly files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
      readonly left: readonly LeftOut[];
    }
  | { readonly kind: 'failed'; readonly hash: string | null; readonly why: Why };

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
  own: target === 'own',
  target: target === 'own' ? settings.target : target,
});

/** Lines of one session, as bytes of JSON. */
export type RunReply = { readonly kind: 'lines'; readonly lines: Uint8Array<ArrayBuffer> } | { readonly kind: 'failed'; readonly why: Why };

/** A session of which rows are missing in what is kept, by their keys. */
export interface Missing {
  readonly session: string;
  readonly rows: readonly string[];
}

/** What the sessions of a set are grouped by for small multiples. */
export const GROUPS = ['format', 'model', 'task'] as const;
export type GroupBy = (typeof GROUPS)[number];

export interface TablesRequest {
  readonly request: SetRequest;
  /** Ids of the chosen ones. */
  readonly sessions: readonly string[];
  /** The row that the others are held against, and the one of the sessions' second column. */
  readonly baseline: string | null;
  readonly other: string | null;
  readonly group: GroupBy;
  /** What matters to the person: the answer is looked for among rows that meet them. */
  readonly wishes: Wishes;
}

/** A value of one session; `session` is its id. */
export interface Tick {
  readonly session: string;
  readonly value: number;
}

/** One row over the sessions of a set. Shares are 0–1. */
export interface RowOfSet {
  readonly key: string;
  readonly strategy: string;
  /** Kept of what was needed later, by strings and paths; null where no session needs enough of them. */
  readonly kept: Distribution | null;
  readonly ticks: readonly Tick[];
  /** The user's words that are kept. */
  readonly userWords: readonly Tick[];
  /** Constraints that stand whole, mean; null where no session has some. */
  readonly constraints: number | null;
  /** The same by the facts of our own extractor, median; null where no session has enough. */
  readonly own: number | null;
  /** Tokens left at the cuts, as a share. */
  readonly left: Distribution | null;
  /** Against the baseline, in the same sessions; null for itself. */
  readonly difference: PairedDifference | null;
  readonly differences: readonly Tick[];
  /** Sessions over the budget; with a request that the provider would refuse; without a result. */
  readonly over: number;
  readonly invalid: number;
  readonly failed: number;
  /** Sessions with a result. */
  readonly sessions: number;
  /** Medians. */
  readonly cost: number | null;
  readonly efficiency: number | null;
}

/** The rows over some of the sessions. */
export interface SetGroup {
  readonly name: string;
  readonly sessions: number;
  readonly rows: readonly Pick<RowOfSet, 'key' | 'strategy' | 'kept' | 'left'>[];
}

/** A session under the baseline and the other row; null = too few facts, or no result. */
export interface SessionFigures {
  readonly session: string;
  readonly needed: number | null;
  readonly a: number | null;
  readonly b: number | null;
}

export interface SetTables {
  /** Which row to use. */
  readonly answer: Answer;
  /** Sessions with results, and those of them that need enough strings or paths for a share. */
  readonly sessions: number;
  readonly enough: number;
  /** Needed facts of them. */
  readonly facts: number;
  /** Median of what random removal keeps; null without its row. */
  readonly chance: number | null;
  readonly rows: readonly RowOfSet[];
  readonly groups: readonly SetGroup[];
  readonly figures: readonly SessionFigures[];
}

export type ExportKind = 'json' | 'csv' | 'parquet';

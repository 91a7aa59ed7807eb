/**
 * Many sessions: one flat line per session × row, the same in the page's store, `map`'s output, CSV and Parquet; what `reduce` and the page
 * make of them.
 */
import type { Answer, Retention } from '../answer/contract.ts';
import type { RunOptions } from '../api.ts';
import type { KnownPricing } from '../measures/contract.ts';
import type { Transcript } from '../transcript/types.ts';

/** One conversation of one file, before anything is compared. */
export interface SessionFacts {
  /** SHA-256 of the file's bytes (hex), `#`, and the conversation's index in `conversationsOf`: what results are kept by. */
  readonly session: string;
  /** As it was given: a name, or a path below the chosen folder. */
  readonly file: string;
  readonly conversation: number;
  /** Index of the conversation that it is a subagent of; null on the main line. */
  readonly parent: number | null;
  /** Of a subagent in a file of its own alone: the id of its session, as the program names it (a part of that file's path). */
  readonly ofSession?: string;
  readonly title: string;
  readonly format: string;
  /** Strategy id of the product that wrote it; null where none is known. */
  readonly agent: string | null;
  readonly model: string | null;
  /** ISO 8601, of the first message that has a time. */
  readonly date: string | null;
  readonly messages: number;
  /** Assistant messages. */
  readonly requests: number;
  readonly tokens: number;
  /** Whether the tokens were counted exactly for its model. */
  readonly exact: boolean;
  readonly compactions: number;
  readonly problems: number;
  /** S0's task type: code, analysis, conversation, mixed, unknown. */
  readonly task: string;
}

/** A number, text or switch that stands in one cell; null = it does not apply, and `note` of the line may say why. */
export type Cell = string | number | boolean | null;

/**
 * One session under one row. Further cells are the values of a row of `compare --json` by their names, its measures beside them as in CSV
 * (one number each), and its parameters in use as `params` (JSON). No times: equal settings give equal lines, bit for bit.
 */
export interface ResultLine extends SessionFacts {
  readonly kind: 'result';
  /** Version of the engine, and hash of everything else that the result depends on: rows of both equal the same line, bit for bit. */
  readonly engine: string;
  readonly settings: string;
  readonly row: string;
  readonly strategy: string;
  readonly outcome: 'compacted' | 'unchanged' | 'rejected' | 'refused' | 'failed';
  readonly tokensAfter: number | null;
  /** Where it failed: why, in English; else the keys of the reasons that `compare --json` has as a sentence, or ''. */
  readonly note: string;
  readonly [measure: string]: Cell | undefined;
}

/** A file that cannot be read, or a session that cannot be compared: a line with its reason, never the end of a run. */
export interface FailedLine {
  readonly kind: 'failed';
  readonly engine: string;
  readonly settings: string;
  readonly file: string;
  /** SHA-256 of the bytes; null where they could not be read. With `#` and the index where one conversation failed. */
  readonly session: string | null;
  readonly code: string;
  /** English. */
  readonly reason: string;
}

export type Line = ResultLine | FailedLine;

/** A row of the run: equal for every session. Recorded compactions have no line where a session has none. */
export interface SetRow {
  readonly key: string;
  readonly strategy: string;
  /** Only what a person changed. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a line depends on beside its session and its row. Model, window and tokenizer that are left out are each session's own. */
export interface LineOptions
  extends Pick<RunOptions, 'model' | 'window' | 'tokenizer' | 'target' | 'weight' | 'overhead' | 'signals' | 'shared' | 'seed' | 'summaryOutcome'> {
  /** Hindsight recall at twelve cuts. */
  readonly recall: boolean;
  /** Lines have a cell `byCut`: counts of the independent measures at every cut, as JSON (`Unit[]` of ../answer). */
  readonly byCut?: true;
  /** Id of the format that the files are read as; absent = detected. */
  readonly format?: string | null;
  /** Name, version and day of the price list that costs come from; absent = no costs. */
  readonly prices?: string | null;
}

/** What a run asks of every session. */
export interface SetOptions extends LineOptions {
  readonly rows: readonly SetRow[];
}

/** What a run needs beside data: none of it changes a line, but `pricingOf` has to answer by the list that `LineOptions.prices` names. */
export interface SetSteps {
  /** Called often, between rows and within slow work; `false` stops the session. A promise lets the caller yield. */
  readonly progress?: (done: number, of: number) => boolean | undefined | Promise<boolean | undefined>;
  readonly pricingOf?: (model: string | null, recorded: Transcript) => KnownPricing;
}

/** A distribution over sessions. Quartiles by linear interpolation; the interval is 95 % of the median, sessions drawn again (seeded). */
export interface Distribution {
  readonly sessions: number;
  readonly median: number;
  readonly quartiles: readonly [number, number];
  readonly interval: readonly [number, number];
  readonly worst: number;
  readonly worstSession: string;
  readonly best: number;
  readonly mean: number;
  /** Further than 1.5 × the middle half below it (above it, where less is better). */
  readonly outliers: readonly string[];
}

/** A row against the baseline in the same sessions; the interval is 95 % of the mean, sessions drawn again (seeded). */
export interface PairedDifference {
  readonly sessions: number;
  readonly mean: number;
  readonly interval: readonly [number, number];
  readonly better: number;
  /** Within `EQUAL_WITHIN` where it is a share; else the same. */
  readonly equal: number;
  readonly worse: number;
}

/** Shares that differ by no more are equal. */
export const EQUAL_WITHIN = 0.01;

/** What sessions can be grouped by. */
export const GROUPINGS = ['format', 'model', 'task'] as const;
export type Grouping = (typeof GROUPINGS)[number];

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
  /** The same over all sessions together, with what random messages keep in the row's own tokens: the number that an answer says. */
  readonly together: Retention | null;
  readonly ticks: readonly Tick[];
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
  readonly rows: readonly Pick<RowOfSet, 'key' | 'strategy' | 'together' | 'left'>[];
}

/** What a set says: the same of lines in memory (the page) and of the columns of a reducer (the terminal). */
export interface SetOverview {
  /** Which row to use. */
  readonly answer: Answer;
  /** Sessions with results, and those of them that need enough strings or paths for a share. */
  readonly sessions: number;
  readonly enough: number;
  /** Needed facts of them. */
  readonly facts: number;
  readonly rows: readonly RowOfSet[];
  readonly groups: readonly SetGroup[];
}

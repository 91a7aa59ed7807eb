/**
 * Many sessions: one flat line per session × row, the same in the page's store, `map`'s output, CSV and Parquet; what `reduce` and the page
 * make of them.
 */
import type { Answer, Retention } from '../answer/contract.ts';
import type { RowOverSessions, Tick } from '../answer/sets.ts';
import type { RunOptions } from '../api.ts';
import type { KnownPricing } from '../measures/contract.ts';
import type { PolicyRun, RunSizes } from '../policy-run.ts';
import type { Transcript } from '../transcript/types.ts';

export type { Tick };

export interface SessionFacts {
  /** SHA-256 of the file's bytes (hex), `#`, and the conversation's index in `conversationsOf`: what results are kept by. */
  readonly session: string;
  readonly file: string;
  readonly conversation: number;
  /** Index of the conversation that it is a subagent of; null on the main line. */
  readonly parent: number | null;
  readonly ofSession?: string;
  readonly title: string;
  readonly format: string;
  /** Strategy id of the product that wrote it; null where none is known. */
  readonly agent: string | null;
  readonly model: string | null;
  /** ISO 8601, of the first message that has a time. */
  readonly date: string | null;
  readonly messages: number;
  readonly requests: number;
  readonly tokens: number;
  readonly exact: boolean;
  readonly compactions: number;
  readonly problems: number;
  /** S0's task type: code, analysis, conversation, mixed, unknown. */
  readonly task: string;
}

/** A number, text or switch that is in one cell; null = it does not apply, and `note` of the line may say why. */
export type Cell = string | number | boolean | null;

export interface ResultLine extends SessionFacts, Pick<PolicyRun, 'strategy' | 'outcome'>, Pick<RunSizes, 'tokensAfter'> {
  readonly kind: 'result';
  readonly engine: string;
  readonly settings: string;
  readonly row: string;
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
  readonly reason: string;
}

export type Line = ResultLine | FailedLine;

export interface SetRow {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface LineOptions
  extends Pick<RunOptions, 'model' | 'window' | 'tokenizer' | 'target' | 'weight' | 'overhead' | 'signals' | 'shared' | 'seed' | 'summaryOutcome'> {
  readonly recall: boolean;
  readonly byCut?: true;
  /** Id of the format that the files are read as; absent = detected. */
  readonly format?: string | null;
  /** Name, version and day of the price list that costs come from; absent = no costs. */
  readonly prices?: string | null;
}

export interface SetOptions extends LineOptions {
  readonly rows: readonly SetRow[];
}

export interface SetSteps {
  readonly progress?: (done: number, of: number) => boolean | undefined | Promise<boolean | undefined>;
  readonly pricingOf?: (model: string | null, recorded: Transcript) => KnownPricing;
}

export interface Distribution {
  readonly sessions: number;
  readonly median: number;
  readonly quartiles: readonly [number, number];
  readonly interval: readonly [number, number];
  readonly worst: number;
  readonly worstSession: string;
  readonly best: number;
  readonly mean: number;
  readonly outliers: readonly string[];
}

export interface PairedDifference {
  readonly sessions: number;
  readonly mean: number;
  readonly interval: readonly [number, number];
  readonly better: number;
  readonly equal: number;
  readonly worse: number;
}

export const EQUAL_WITHIN = 0.01;

export const GROUPINGS = ['format', 'model', 'task'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface RowOfSet extends Omit<RowOverSessions, 'counts' | 'left'> {
  /** Kept of what was needed later, by strings and paths; null where no session needs enough of them. */
  readonly kept: Distribution | null;
  readonly together: Retention | null;
  readonly left: Distribution | null;
  /** Against the baseline, in the same sessions; null for itself. */
  readonly difference: PairedDifference | null;
  readonly differences: readonly Tick[];
  readonly efficiency: number | null;
}

export interface SetGroup {
  readonly name: string;
  readonly sessions: number;
  readonly rows: readonly Pick<RowOfSet, 'key' | 'strategy' | 'together' | 'left'>[];
}

export interface SetOverview {
  readonly answer: Answer;
  readonly sessions: number;
  readonly enough: number;
  readonly facts: number;
  readonly rows: readonly RowOfSet[];
  readonly groups: readonly SetGroup[];
}

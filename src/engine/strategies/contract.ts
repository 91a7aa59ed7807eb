import type { GapListener } from '../truncation/texts.ts';
import type { BeforeAfter, Part, Transcript } from '../transcript/types.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import type { SummaryFailure, SummaryRequest } from '../summarizers/contract.ts';
import type { OwnTrigger } from '../triggers/contract.ts';
import type { ParamSchema, ParamValues, SharedParam } from './params.ts';

export type { Reason } from '../signals/contract.ts';

/** The letter codes of the terminal, the strips and the link. Index = code in `Plan.fates`. */
export const FATES = ['keep', 'edit', 'summarize', 'offload', 'drop'] as const;
export type FateKind = (typeof FATES)[number];
export const FATE_LETTERS = 'KESOD';
export const KEEP = 0;
export const EDIT = 1;
export const SUMMARIZE = 2;
export const OFFLOAD = 3;
export const DROP = 4;

export interface Insertion {
  readonly before: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: { readonly text: string } | { readonly summary: string };
}

/** New parts of edited messages and placeholders of offloaded ones, by message index; a Map will do. */
export interface Edits {
  readonly size: number;
  get(i: number): readonly Part[] | undefined;
  /** Tokens of message i with its new parts, overhead included, equal to a fresh count. Absent: the runner builds and counts. */
  tokens?(i: number): number;
  /**
   * The parts are the originals with other texts: calls and results pair as before, reasoning is unchanged (or removed by a repair), no text becomes
   * empty, arguments that were JSON still are. Checks of the request then need not build every edit.
   */
  readonly keepsShape?: true;
  bare?(i: number): boolean;
  /**
   * Reports to `found` every stretch that the edit of message i removes from the original's texts, in order, and returns true if that is
   * all it does (except for marks in the gaps); otherwise reports nothing and returns false. Absent: unknown. With it measures need not
   * build and read the new texts, and nothing is allocated for each of thousands of edits.
   */
  gaps?(i: number, found: GapListener): boolean;
}

/** Exactly one fate per original message, in order. */
export interface Plan {
  readonly fates: Uint8Array;
  reason(i: number): Reason;
  readonly edits: Edits;
  /** Index of the summary in `summaries` for messages with fate SUMMARIZE; −1 otherwise. Absent when no message is summarised. */
  readonly into?: Int16Array;
  readonly summaries: readonly SummaryRequest[];
  readonly insertions: readonly Insertion[];
  /** The run that requested the compaction ends with an error, and everything stays unchanged (S1: stop). Only with `unchanged`. */
  readonly stops?: true;
  /** Set when the strategy has nothing to do or its own minimum is not reached: every fate is KEEP then. */
  readonly unchanged?: Reason;
  readonly asShipped?: true;
  readonly note?: Reason;
  readonly trace?: readonly Reason[];
  /** The strategy's own upper bound for the finished result (S1, S4), checked after the summaries are written. */
  readonly limit?: Limit;
}

/**
 * What a strategy does when its finished result still exceeds a bound. A plan that keeps everything may have one too: if it exceeds the
 * bound there is nothing left to try, and the outcome is `refused`, not `unchanged`.
 */
export interface Limit {
  readonly tokens: number;
  readonly otherwise?: () => Plan;
  /** Without `otherwise` the outcome is `refused`: this reason, to which the runner adds `tokens` (of the result) and `limit`. */
  readonly refused: Reason;
}

/** Severities of a log line, as in S3 and S4. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  readonly level: LogLevel;
  /** The system's own name of the event (`context_compacted`, `COMPACTION_PERFORMED`); absent = a log line. */
  readonly event?: string;
  readonly reason: Reason;
}

export const OUTCOMES = ['compacted', 'unchanged', 'rejected', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface FinishedRun extends BeforeAfter {
  readonly outcome: Outcome;
  readonly why?: Reason;
  readonly params: Readonly<Record<string, unknown>>;
  readonly plan: Plan;
  readonly attempted?: Plan;
  readonly headerAfter: number;
  readonly window: number;
  readonly summaries: readonly { readonly request: SummaryRequest; readonly outcome: { readonly text: string }; readonly tokens: number }[];
  /** Summaries that failed in this run, in order, also where something else was done instead. */
  readonly failures: readonly SummaryFailure[];
}

export interface Stage {
  readonly strategy: Strategy;
  readonly params: ParamValues;
  /** A person set the stage's knob, so it is not aimed. */
  readonly knobSet: boolean;
}

/** A pipeline as data: the runner executes the stages, each on what the one before left, until the target is met. */
export interface Stages {
  readonly stages: readonly Stage[];
  readonly note?: Reason;
  readonly trace?: readonly Reason[];
}

export interface Budget {
  readonly window: number;
  /** Tokens the result should have at most; null with "own defaults" for strategies without a token target. */
  readonly target: number | null;
  readonly own: boolean;
  /**
   * In a replay, if one of S3's two checks fired: tokens of the context, as counted, from which on it fires (`FiredTrigger.level`). The compaction
   * aims below the level that fired; otherwise a check that sees more than is counted would lead to nothing.
   */
  readonly firedAt?: number;
}

export interface PlanContext {
  readonly budget: Budget;
  /** Efficiency weight of token reduction, 0–1 (hybrid compares with it). */
  readonly weight: number;
  readonly model?: string;
  readonly seed: number;
  readonly shared?: Readonly<Partial<Record<SharedParam, number>>>;
}

/** Origin of a rule, for the docs: a system (docs/systems.md), 'control', or the 'recording' itself. */
export interface SeedRef {
  readonly seed: 'S0' | 'S1' | 'S2' | 'S3' | 'S4' | 'control' | 'own' | 'product' | 'recording';
  /** Number or section in the original document, as listed in docs/systems.md. */
  readonly section?: string;
}

/**
 * Whether the rule was checked by running the product's own code on the same conversations and comparing the three lists (kept, edited,
 * dropped), or read in its source or documentation.
 */
export type Evidence = 'checked' | 'read';

export interface PresetSource {
  readonly product: string;
  /** Release, commit or date that the rule belongs to; absent where nothing states one. */
  readonly version?: string;
  readonly where: string;
  readonly evidence: Evidence;
  /** What it leaves only its provider can read: nobody can say what is kept. */
  readonly hidden?: true;
}

/** Rules that work alike; each but `products` (src/engine/products) and the last is a folder here. The order is that of the groups in the table. */
export const FAMILIES = [
  'recorded',
  'removal',
  'cutting',
  'scores',
  'similarity',
  'summaries',
  'selective',
  'ledger',
  'limits',
  'products',
  'controls',
  'pipelines',
] as const;
export type Family = (typeof FAMILIES)[number];

interface StrategyBase<S extends ParamSchema> {
  readonly id: string;
  readonly family: Family;
  /** Dictionary keys `strategy.<id>.title|rule|use|loses` must exist. */
  readonly source: SeedRef;
  /** The published product whose rule it is; absent = none. */
  readonly preset?: PresetSource;
  readonly kind: 'strategy' | 'control' | 'pipeline';
  readonly params: S;
  /** Has a row only where the scenario has one: custom pipelines. Absent: every comparison has its row. */
  readonly onDemand?: true;
  /** Repeats what the recorded agent did, at the places where it did it and whatever the target: never a stage of a pipeline. */
  readonly recorded?: true;
  /**
   * Own target in tokens with "own defaults" (the level at which the system's trigger fires); absent = no token target. It determines
   * `metTarget`. Being below it already does not stop a strategy from acting by hand: plan() decides that. `firedAt` = as in the budget.
   */
  ownTarget?(params: ParamValues<S>, window: number, model?: string, firedAt?: number): number;
  /**
   * When its system compacts by itself, and where it warns: with these parameters, in this window, for this model. Absent = it has no trigger of its
   * own (a control, the fact ledger) and uses the common one. Not called where the parameter `enabled` is off: such a system never compacts.
   */
  trigger?(params: ParamValues<S>, window: number, model?: string): OwnTrigger;
  /**
   * Compares by the vectors of `Prepared.embeddings` if present, else by words. Only as a row of its own: a pipeline stage compares by
   * words, because texts written by stages have no vectors.
   */
  readonly embeds?: true;
  /**
   * The question that the system asks a person before it compacts, and the parameter that takes the answer (default yes); null where it does not ask.
   */
  question?(params: ParamValues<S>, tokens: number, window: number): { readonly reason: Reason; readonly param: string } | null;
}

/** Decides by a plan; it never builds messages. Pure: same input, params and context → same plan. */
export interface PlannedStrategy<S extends ParamSchema = ParamSchema> extends StrategyBase<S> {
  plan(input: PreparedTranscript, params: ParamValues<S>, ctx: PlanContext): Plan;
  /** S2's verification "not below the minimum" applies: at least this many original messages, the header included, are kept. */
  minimum?(params: ParamValues<S>, model?: string): number;
  /** Log lines and events that the original system would have produced for this run. */
  log?(finished: FinishedRun): readonly LogLine[];
  /**
   * What the next compaction of the same conversation must know beyond the messages, as fields for `Transcript.extra` (plain JSON). The
   * record carries it, so it survives an export; undefined where there is nothing to remember.
   */
  state?(input: PreparedTranscript, finished: FinishedRun): Readonly<Record<string, unknown>> | undefined;
  /** The transcript one request later, if `state` changes with requests; the same object otherwise. */
  afterRequest?(transcript: Transcript): Transcript;
  readonly dropsSkills?: true;
  /** Reaction to a failed summary of the plan; absent = the whole compaction is rolled back (outcome rejected). */
  onSummaryFailure?(
    input: PreparedTranscript,
    params: ParamValues<S>,
    ctx: PlanContext,
    failure: SummaryFailure,
  ): Plan | { readonly rejected: Reason };
  readonly stages?: undefined;
}

/**
 * Strategies in a row: without a plan of its own, because a stage depends on what the one before left. The runner executes the stages
 * (compaction/stages.ts). Pure like a plan; throws an error that names a stage that cannot run.
 */
export interface StagedStrategy<S extends ParamSchema = ParamSchema> extends StrategyBase<S> {
  readonly kind: 'pipeline';
  stages(input: PreparedTranscript, params: ParamValues<S>, ctx: PlanContext): Stages;
  readonly plan?: undefined;
}

/** Narrow it with `strategy.stages` before asking for a plan. */
export type Strategy<S extends ParamSchema = ParamSchema> = PlannedStrategy<S> | StagedStrategy<S>;

/** Whether a strategy has its row by itself. `compactions` = number of those that the recorded agent performed. */
export const hasRow = ({ onDemand, recorded }: { readonly onDemand?: boolean; readonly recorded?: boolean }, compactions: number): boolean =>
  !onDemand || (recorded === true && compactions > 0);

/**
 * What a measure is: one file, one descriptor, from which the columns of the table, `compare --json`, CSV, the lists of what was lost
 * and the docs are made. Words: `measure.<id>.definition`, where needed `.limits`, `.title` unless one column
 * has it, `compare.column.<column>`, `compare.unit.<unit>`.
 */
import type { CompactionResult } from '../compaction/types.ts';
import type { RuleSetId } from '../formats/contract.ts';
import type { FactKind, PreparedTranscript } from '../signals/contract.ts';
import type { FateKind, Reason } from '../strategies/contract.ts';
import type { Usage } from '../transcript/types.ts';
import type { IndependentValues } from './independent/contract.ts';
import type { FindInput, StandingInput, Statement } from './shared/stands.ts';
import type { LossLine, LossValues, MissedFact, Parts, RecallFigures } from './types.ts';

/** Id of a rule's words: providers share them, so the provider's name is cut off. */
export const ruleWords = (rule: string): string => rule.replace(/^[a-z]+-/, '');

export interface Violation {
  readonly rule: string;
  readonly position: number;
  readonly message: number;
  readonly reason: Reason;
  readonly original: boolean;
}

const MEASURE_GROUPS = ['size', 'loss', 'future', 'request'] as const;
type MeasureGroup = (typeof MEASURE_GROUPS)[number];
/** 'none' for numbers that are neither good nor bad. */
export type Polarity = 'higher' | 'lower' | 'none';

export type ColumnFormat = 'whole' | 'share' | 'score' | 'ms' | 'signed' | 'money' | 'turns' | 'violations' | 'checks';

export interface PlotFacts {
  readonly axis?: 'x' | 'y';
  readonly efficiency?: 'weight' | 'rest';
  readonly limits?: 'own' | 'independent';
  readonly budget?: true;
  /** A size of the whole result, which says nothing about the cuts: it is not drawn against a recall. */
  readonly whole?: true;
}

/** What the page has to know of a column; plain data, because it crosses the worker boundary. */
export interface ColumnFacts {
  readonly id: string;
  readonly unit: string;
  readonly format: ColumnFormat;
  /** px, without the difference to the baseline. */
  readonly width: number;
  readonly plotted?: true;
  readonly plot?: PlotFacts;
  /** 'none' = the best value is not marked; absent = as the measure. */
  readonly better?: Polarity;
  /** Which end the first click on the head puts on top; absent = the better one, else the high one. */
  readonly first?: 'high' | 'low';
  readonly head?: 'tokenizer' | 'rules' | 'recall' | 'prices';
  readonly missed?: true;
  readonly paid?: true;
  readonly pair?: string;
  readonly lists?: string;
}

export interface ColumnInfo extends ColumnFacts {
  readonly measure: string;
  readonly value: string;
  readonly better: Polarity;
  readonly from: 'result' | 'measured' | 'recall';
  readonly original: boolean;
}

export interface ListInfo {
  readonly id: string;
  readonly from: 'measured' | 'recall';
  readonly parts: boolean;
}

export interface PageFacts {
  readonly columns: readonly ColumnInfo[];
  readonly lists: readonly ListInfo[];
}

/** By column: the number in the cell; null = there is none. */
export type Figures = Readonly<Record<string, number | null>>;

export interface Column<V> extends ColumnFacts {
  readonly always?: true;
  /** The number in the cell; absent = the value is that number. */
  of?(value: V): number | null;
  readonly csv?: string;
  /** What the row of the original shows; absent = nothing. */
  original?(before: PreparedTranscript, rules: RuleSetId): number;
}

export interface Inputs {
  readonly result: { readonly before: PreparedTranscript; readonly after: CompactionResult; readonly options: MeasureOptions };
  readonly losses: { readonly losses: LossValues };
  readonly measured: {
    readonly before: PreparedTranscript;
    readonly after: CompactionResult;
    readonly losses: LossValues;
    readonly pricing: KnownPricing;
    readonly model?: string;
  };
  /** With the recall. `row` = null where the row has none, and `why`; the others are alike for all rows, null where nobody measured. */
  readonly recall: {
    readonly row: RecallFigures | null;
    readonly why: Reason;
    /** Why own recall has no number though the row has others; null = it has. */
    readonly few: Reason | null;
    readonly needed: number | null;
    readonly reRead: number | null;
    readonly random: number | null;
    readonly oracle: number | null;
  };
  readonly run: { readonly ms: number };
}
export type MeasureTime = keyof Inputs;

/** One value of a measure. Results that compacted nothing have none, unless it is there `always`. */
export interface ValueOf<T extends MeasureTime, V> {
  readonly from: T;
  readonly name: string;
  /** Where `compare --json` has it within a result, where that is not `measures.<name>`; null = nowhere. */
  readonly json?: string | null;
  readonly always?: true;
  readonly csv?: false | 'columns';
  /** JSON-safe. null = it does not apply, and `why` says why not. */
  value(input: Inputs[T]): V | null;
  /** Needed where `value` can be null and the value is in `measures` of `compare --json`. */
  why?(input: Inputs[T]): Reason;
  readonly columns?: readonly Column<V>[];
}
type Value = { [T in MeasureTime]: ValueOf<T, unknown> }[MeasureTime];

export interface Losses<F, C, L> {
  readonly name: string;
  find?(input: FindInput): F;
  statements?(found: F): readonly Statement[];
  /** null = the transcript has nothing of the kind. */
  count(stands: StandingInput<F>): C | null;
  parts?(counts: C): Parts;
  /** What does not stand whole, by its number, in the order of the original. */
  lost(stands: StandingInput<F>): ReadonlyMap<number, L>;
  line(lost: L, neededBy: (fact: { readonly kind: FactKind; readonly fact: string }) => MissedFact | undefined): LossLine;
}

export interface Measure {
  readonly id: string;
  readonly group: MeasureGroup;
  readonly better: Polarity;
  readonly values: readonly Value[];
  readonly losses?: Losses<unknown, unknown, unknown>;
  /** The list of a measure of recall: what was needed and was not there, of the extractor's facts or of strings and paths. */
  readonly missed?: { readonly of: 'facts' | 'items'; line(one: MissedFact): LossLine };
  readonly json?: string;
}

export type { RuleSetId } from '../formats/contract.ts';

/**
 * Prices per token. `cacheWrite` = of a token that is written to the cache, where the provider asks for it apart; `cacheWriteHour` = of one
 * that is kept for an hour, twice `input` where absent.
 */
export interface Prices {
  readonly currency: 'USD';
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour?: number;
  readonly output: number;
}

export const CACHINGS = ['anthropic', 'anthropic-hour', 'openai', 'openai-writes', 'none'] as const;
/**
 * How the provider caches prompts. `anthropic`: what is not read is written, at its own price, and forgotten after five minutes; `anthropic-hour`:
 * after an hour, at the price of that lifetime; `openai`: read in steps of 128 tokens, written for nothing; `openai-writes`: the same, written at its
 * own price (GPT-5.6 and later).
 */
export type Caching = (typeof CACHINGS)[number];

export interface PriceSource {
  readonly model: string;
  readonly list: string;
  readonly date: string;
}

export interface Pricing {
  readonly prices: Prices;
  readonly caching: Caching;
  /** Whose prices they are: the model, and the list with the day it was published (ISO 8601). */
  readonly source?: PriceSource;
  /** US dollars of what an endpoint counted for a summary, by the id of its model; null or absent: as if the model in use had written it. */
  readonly spent?: (summarizer: string, usage: Usage) => number | null;
}

/** Prices are there, or why they are not. */
export type KnownPricing = Pricing | { readonly unknown: Reason };

export interface MeasureOptions {
  /** Weight of token reduction in efficiency, 0–1; preservation has the rest. */
  readonly weight: number;
  readonly rules: RuleSetId;
  readonly model?: string;
}

// What the measures say of one result, as numbers: the `measures` of a report, and what the page gets (docs/measures.md).

export const PROVIDER_RULES = ['openaiChat', 'openaiResponses', 'anthropic', 'gemini'] as const;
export type ProviderRules = (typeof PROVIDER_RULES)[number];

/** Shares are 0–1. null = does not apply; `notes` of the result says why, under the same name. */
export interface ResultMeasures {
  /** Share of the original's facts that are in the result, and the same by kind (null = the original has none of that kind). */
  readonly factRetention: { readonly all: number; readonly byKind: Readonly<Record<FactKind, number | null>> } | null;
  /** Share of the facts that are not there but that a pointer in the result leads to. */
  readonly recoverable: number | null;
  readonly hindsightRecall: number | null;
  readonly recallLeft: number | null;
  readonly cutsIdle: number | null;
  readonly overBudget: boolean | null;
  readonly belowChance: boolean | null;
  readonly recallSkill: number | null;
  /** Share of the kept needed facts that are within 120 characters of two of their former context words. */
  readonly binding: number | null;
  readonly independentRecall: number | null;
  /** The same of random messages in the tokens that this row left. */
  readonly independentChance: number | null;
  readonly independent: IndependentValues | null;
  readonly neededFacts: number | null;
  readonly reReadCost: number | null;
  readonly constraints: number | null;
  readonly artifactF1: number | null;
  readonly openWork: number | null;
  readonly errorFixPairs: number | null;
  readonly validity: Readonly<Record<ProviderRules, readonly Violation[]>> | null;
  readonly cacheSurvival: number | null;
  /** US dollars of the next request after the compaction and of its summaries, by the prices of the model in use. */
  readonly cost: number | null;
  readonly breakEvenTurns: number | null;
}

export const RULES_OF: Readonly<Record<ProviderRules, RuleSetId>> = {
  openaiChat: 'openai-chat',
  openaiResponses: 'openai-responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
};

type RecallMeasure =
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cutsIdle'
  | 'overBudget'
  | 'belowChance'
  | 'recallSkill'
  | 'binding'
  | 'independentRecall'
  | 'independentChance'
  | 'independent'
  | 'neededFacts'
  | 'reReadCost';
export type RecallMeasures = Pick<ResultMeasures, RecallMeasure>;
export type StandingMeasures = Omit<ResultMeasures, RecallMeasure>;
export type LossShares = Pick<ResultMeasures, 'factRetention' | 'recoverable' | 'constraints' | 'artifactF1' | 'openWork' | 'errorFixPairs'>;

/** By name: why a measure is null. */
export type Notes = Readonly<Partial<Record<keyof ResultMeasures, Reason>>>;

/** What is known of a row with its result. Scores are null unless it compacted something. */
export interface MeasureValues {
  readonly tokensAfter: number;
  readonly messagesAfter: number;
  readonly insertedTokens: number;
  readonly tokenReduction: number | null;
  readonly preservation: number | null;
  readonly efficiency: number | null;
  readonly messagesByFate: Readonly<Record<FateKind, number>>;
  readonly tokensByFate: Readonly<Record<FateKind, number>>;
  /** Tokens; 0 or less = met; null without a target. */
  readonly overTarget: number | null;
  /** Checks of the result; null where none were made. */
  readonly failedChecks: number | null;
  readonly violations: readonly Violation[] | null;
}

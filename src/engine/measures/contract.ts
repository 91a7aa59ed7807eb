/**
 * What a measure is: one file, one descriptor, from which the columns of the table, `compare --json`, CSV, the lists of what was lost
 * and the docs are made. Words: `measure.<id>.title|definition|unit|limits`, `compare.column.<column>`, `compare.unit.<unit>`.
 */
import type { Slice } from '../lib/lib-steps.ts';
import type { FactKind, PreparedTranscript } from '../signals/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { Reason } from '../strategies/contract.ts';
import type { RuleSetId } from '../formats/rule-sets.ts';
import type { Usage } from '../transcript/types.ts';
import type { LossLine, LossValues, MissedFact, Parts, RecallFigures } from './types.ts';
import type { FindInput, StandingInput, Statement } from './shared/stands.ts';

/** A rule of a provider that the compacted request breaks. `original` = the transcript broke it already, before any strategy. */
export interface Violation {
  readonly rule: string;
  /** Position in the compacted context; `message` = original index or −1. */
  readonly position: number;
  readonly message: number;
  readonly reason: Reason;
  readonly original: boolean;
}

/** What a measure looks at: the size of the result, what is lost, what the recorded future needed, or the request as it is sent. */
export const MEASURE_GROUPS = ['size', 'loss', 'future', 'request'] as const;
export type MeasureGroup = (typeof MEASURE_GROUPS)[number];
/** 'none' for numbers that are neither good nor bad. */
export type Polarity = 'higher' | 'lower' | 'none';

/** How the cells of a column write their numbers. */
export type ColumnFormat = 'whole' | 'share' | 'score' | 'ms' | 'signed' | 'money' | 'turns' | 'violations' | 'checks';

/** What the plot draws for a column besides its values. */
export interface PlotFacts {
  /** Its axis by default: the pair of those that come with the recall where there is one, else that of the result; of several, the last with values. */
  readonly axis?: 'x' | 'y';
  /** A part of efficiency, with the weight or with its rest: across from the other part, lines of equal efficiency are drawn. */
  readonly efficiency?: 'weight' | 'rest';
  /** Chance and the oracle limit it: those of the own recall, or of the independent one. */
  readonly limits?: 'own' | 'independent';
  /** The budget at the cuts bounds it. */
  readonly budget?: true;
  /** A size of the whole result, which says nothing about the cuts: it is not drawn against a recall. */
  readonly whole?: true;
}

/** What the page has to know of a column; plain data, because it crosses the worker boundary. */
export interface ColumnFacts {
  /** Stable: it is in links. Word of the head: `compare.column.<id>`. */
  readonly id: string;
  /** Second line of the head: `compare.unit.<unit>`. */
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
  /** What the head says besides its unit: that tokens are estimated, whose rules are applied, how far the recall is, whose prices are used. */
  readonly head?: 'tokenizer' | 'rules' | 'recall' | 'prices';
  /** A row that missed its target has a sign before this value. */
  readonly missed?: true;
  /** The value stands with its interval, with what it was paid with, and with the signs of recall. */
  readonly paid?: true;
  /** Id of the column whose value always stands beside this one, in its cell: neither is shown alone, and its head sorts by either. */
  readonly pair?: string;
  /** Id of the measure whose list holds what the value counts. */
  readonly lists?: string;
}

/** A column as the page knows it. */
export interface ColumnInfo extends ColumnFacts {
  /** Id of the measure that explains it, and name of the value that it shows. */
  readonly measure: string;
  readonly value: string;
  readonly better: Polarity;
  /** When it comes: with the comparison, right after it, or with the recall. */
  readonly from: 'result' | 'measured' | 'recall';
  /** The row of the original shows something. */
  readonly original: boolean;
}

export interface ListInfo {
  readonly id: string;
  readonly from: 'measured' | 'recall';
  /** Has a bar of what is left of it in an open row. */
  readonly parts: boolean;
}

export interface PageFacts {
  readonly columns: readonly ColumnInfo[];
  readonly lists: readonly ListInfo[];
}

/** By column: the number in the cell; null = there is none. */
export type Figures = Readonly<Record<string, number | null>>;

export interface Column<V> extends ColumnFacts {
  /** Also for rows that compacted nothing. */
  readonly always?: true;
  /** The number in the cell; absent = the value is that number. */
  of?(value: V): number | null;
  /** Name in CSV where the value has one cell for each of its columns. */
  readonly csv?: string;
  /** What the row of the original shows; absent = nothing. */
  original?(before: PreparedTranscript, rules: RuleSetId): number;
}

/** What a value is made of, by when it comes. */
export interface Inputs {
  /** With the result. A slider that is moved waits for it: next to no work. */
  readonly result: { readonly before: PreparedTranscript; readonly after: CompactionResult; readonly options: MeasureOptions };
  /** From the counts of what is lost: right after a comparison, and after every round of decay. */
  readonly losses: { readonly losses: LossValues };
  /** Right after a comparison. */
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
    readonly needed: number | null;
    readonly reRead: number | null;
    readonly random: number | null;
    readonly oracle: number | null;
  };
  /** By how the row ran. */
  readonly run: { readonly ms: number };
}
export type MeasureTime = keyof Inputs;

/** One value of a measure. Results that compacted nothing have none, unless it is there `always`. */
export interface ValueOf<T extends MeasureTime, V> {
  readonly from: T;
  /** Name among the values of a row; those that come after the result stand under it in `measures` of `compare --json`. */
  readonly name: string;
  /** Where `compare --json` has it within a result, where that is not `measures.<name>`; null = nowhere. */
  readonly json?: string | null;
  readonly always?: true;
  /** false = no single number: left out of CSV; 'columns' = a cell for each column. Else CSV has the value, or the number of its first column. */
  readonly csv?: false | 'columns';
  /** JSON-safe. null = it does not apply, and `why` says why not. */
  value(input: Inputs[T]): V | null;
  /** Needed where `value` can be null and the value is in `measures` of `compare --json`. */
  why?(input: Inputs[T]): Reason;
  readonly columns?: readonly Column<V>[];
}
export type Value = { [T in MeasureTime]: ValueOf<T, unknown> }[MeasureTime];

/** What can be lost (F), counted (C) and listed (L). */
export interface Losses<F, C, L> {
  /** Name in `LossValues` and `LossList`. */
  readonly name: string;
  /** What of a transcript can be lost; found once, in slices of about a millisecond. */
  find?(input: FindInput): Generator<Slice, F>;
  /** Sentences of it: how much of each stands is told by `levels`. */
  statements?(found: F): readonly Statement[];
  /** null = the transcript has nothing of the kind. */
  count(stands: StandingInput<F>): C | null;
  /** The counts by what is left, for the bar in an open row. */
  parts?(counts: C): Parts;
  /** What does not stand whole, by its number, in the order of the original. */
  lost(stands: StandingInput<F>): ReadonlyMap<number, L>;
  /** As the list shows it. `neededBy` finds the later use of a lost fact, where recall was measured. */
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
  /** Where `compare --json` has it, where no value of it says so. */
  readonly json?: string;
}

export type { RuleSetId } from '../formats/rule-sets.ts';

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
 * How the provider caches prompts. `anthropic`: what is not read is written, at its own price, and forgotten after five minutes;
 * `anthropic-hour`: after an hour, at the price of that lifetime; `openai`: read in steps of 128 tokens, written for nothing;
 * `openai-writes`: the same, written at its own price (GPT-5.6 and later). All from 1,024 tokens on. Read is the longest common prefix with
 * the request before, by whole messages.
 */
export type Caching = (typeof CACHINGS)[number];

export interface PriceSource {
  readonly model: string;
  readonly list: string;
  readonly date: string;
}

/** What a request costs, and how much of it is read from the cache. */
export interface Pricing {
  /** Of the model in use. */
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
  /** The model in use: some bind their thinking to what stands before it. */
  readonly model?: string;
}

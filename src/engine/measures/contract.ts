import type { Prepared } from '../signals/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { Reason } from '../strategies/contract.ts';
import type { RuleSetId } from '../formats/rule-sets.ts';
import type { Usage } from '../transcript/types.ts';

/** A rule of a provider that the compacted request breaks. `original` = the transcript broke it already, before any strategy. */
export interface Violation {
  readonly rule: string;
  /** Position in the compacted context; `message` = original index or −1. */
  readonly position: number;
  readonly message: number;
  readonly reason: Reason;
  readonly original: boolean;
}

/** null = the measure does not apply; the page says why. */
export type MeasureValue = number | null | readonly Violation[] | Readonly<Record<string, number | null>>;

/** A measure compares before and after. Definitions: dictionary keys `measure.<id>.title|definition|unit`. */
export interface Measure<V extends MeasureValue = MeasureValue> {
  readonly id: string;
  /** Lower or higher is better; 'none' for flags. */
  readonly better: 'higher' | 'lower' | 'none';
  measure(before: Prepared, after: CompactionResult, options: MeasureOptions): V;
}

export type { RuleSetId } from '../formats/rule-sets.ts';

/** Prices per token. `cacheWrite` = of a token that is written to the cache, where the provider asks for it apart. */
export interface Prices {
  readonly currency: 'USD';
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export const CACHINGS = ['anthropic', 'openai', 'none'] as const;
/**
 * How the provider caches prompts. `anthropic`: what is not read is written, at its own price, and forgotten after five minutes;
 * `openai`: read in steps of 128 tokens, written for nothing; both from 1,024 tokens on. Read is the longest common prefix with the
 * request before, by whole messages.
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

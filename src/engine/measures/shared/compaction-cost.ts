/** What of the prompt cache survives a compaction, what the next request costs, and when the compaction has paid for itself (docs/measures.md). */
import { writtenOf } from '../../compaction/spent.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { Prepared, Reason } from '../../signals/contract.ts';
import { KEEP } from '../../strategies/contract.ts';
import type { KnownPricing, Pricing } from '../contract.ts';
import { breakEven, cached, costOf } from './costs.ts';

/** Tokens of the longest common prefix of the request before and after, by whole messages; tool definitions lead the request. */
export function commonPrefix({ counts }: Prepared, { plan, layout }: CompactionResult): number {
  const { fates } = plan;
  const end = Math.min(layout.before[0] ?? fates.length, fates.length);
  let same = 0;
  while (same < end && fates[same] === KEEP) same++;
  return counts.toolDefinitions + counts.prefix[same]!;
}

/** US dollars. */
export interface CompactionCost {
  /** The prompt of the next request, read from and written to the cache as the provider does it; its answer is not counted. */
  readonly request: number;
  /** Writing the summaries: as the endpoint counted, else as if a model had read the messages and written the text. */
  readonly summaries: number;
  readonly total: number;
  /** Requests until what is read less has paid for the summaries and for what is written to the cache anew; null = never. */
  readonly breakEvenTurns: number | null;
}

/** Of a result that compacted something. */
export function compactionCost(before: Prepared, after: CompactionResult, { prices, caching, spent }: Pricing): CompactionCost {
  const prefix = commonPrefix(before, after);
  const { tokensBefore, tokensAfter } = after;
  const summaries = writtenOf(before, after).reduce((sum, { summary: { outcome }, usage }) => {
    const counted = outcome.usage ? spent?.(outcome.summarizer, usage) : null;
    return sum + (counted ?? costOf(usage, prices));
  }, 0);
  const request = costOf({ ...cached(caching, tokensAfter, prefix, Number.NaN), output: 0 }, prices);
  return {
    request,
    summaries,
    total: request + summaries,
    breakEvenTurns: breakEven(caching, prices, summaries, tokensBefore, tokensAfter, prefix),
  };
}

/** Why there is no cost, or no number of requests that pays it back. */
export const whyUnpriced = ({ pricing }: { readonly pricing: KnownPricing }): Reason =>
  'unknown' in pricing ? pricing.unknown : { key: 'measure-never-pays' };

/** What of the prompt cache survives a compaction, what the next request costs, and when the compaction has paid for itself (SPEC 5). */
import { writtenOf } from '../compaction/spent.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared, Reason } from '../signals/contract.ts';
import { KEEP } from '../strategies/contract.ts';
import type { KnownPricing, Pricing } from './contract.ts';
import { breakEven, cached, costOf } from './shared/costs.ts';
import type { ResultMeasures } from './values.ts';

/**
 * Tokens of the longest common prefix of the request before and after, by whole messages; tool definitions lead the request. null
 * where nothing was compacted.
 */
export function cacheSurvival({ counts }: Prepared, { outcome, plan, layout }: CompactionResult): number | null {
  if (outcome !== 'compacted') return null;
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
  /** Both. */
  readonly total: number;
  /** Requests until what is read less has paid for the summaries and for what is written to the cache anew; null = never. */
  readonly breakEvenTurns: number | null;
}

/** null where nothing was compacted. */
export function compactionCost(before: Prepared, after: CompactionResult, { prices, caching, spent }: Pricing): CompactionCost | null {
  const prefix = cacheSurvival(before, after);
  if (prefix === null) return null;
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

/** The three of a report, and why one is null. */
export interface CostValues {
  readonly measures: Pick<ResultMeasures, 'cacheSurvival' | 'cost' | 'breakEvenTurns'>;
  readonly notes: Readonly<Partial<Record<'cacheSurvival' | 'cost' | 'breakEvenTurns', Reason>>>;
}

export function costValues(before: Prepared, after: CompactionResult, pricing: KnownPricing): CostValues {
  const survives = cacheSurvival(before, after);
  if (survives === null) {
    const why: Reason = { key: 'measure-not-compacted' };
    return {
      measures: { cacheSurvival: null, cost: null, breakEvenTurns: null },
      notes: { cacheSurvival: why, cost: why, breakEvenTurns: why },
    };
  }
  if ('unknown' in pricing) {
    const { unknown } = pricing;
    return { measures: { cacheSurvival: survives, cost: null, breakEvenTurns: null }, notes: { cost: unknown, breakEvenTurns: unknown } };
  }
  const cost = compactionCost(before, after, pricing)!;
  return {
    measures: { cacheSurvival: survives, cost: cost.total, breakEvenTurns: cost.breakEvenTurns },
    notes: cost.breakEvenTurns === null ? { breakEvenTurns: { key: 'measure-never-pays' } } : {},
  };
}

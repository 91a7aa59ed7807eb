/** Prompt caching and prices: what a request reads, writes and costs. */
import type { Provider } from '../../tokens/tokenizers.ts';
import type { Transcript, Usage } from '../../transcript/types.ts';
import type { Caching, KnownPricing, Prices, Pricing } from '../contract.ts';
import { writtenOf } from '../../compaction/summaries.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript, Reason } from '../../signals/contract.ts';
import { KEEP } from '../../strategies/contract.ts';

interface CacheRule {
  /** Fewer tokens are neither read nor written. */
  readonly least: number;
  readonly step: number;
  readonly keeps: number;
  /** What is not read is written at its own price: that of the usual lifetime, or of an hour. */
  readonly writes: false | 'usual' | 'hour';
}

/**
 * Anthropic: docs on prompt caching, both lifetimes. OpenAI: developers.openai.com/api/docs/guides/prompt-caching: writes cost 1.25 × input from
 * GPT-5.6 on and nothing more before; it keeps 30 minutes at least there, how much longer is not promised.
 */
const RULES: Readonly<Record<Exclude<Caching, 'none'>, CacheRule>> = {
  anthropic: { least: 1024, step: 1, keeps: 5 * 60_000, writes: 'usual' },
  'anthropic-hour': { least: 1024, step: 1, keeps: 60 * 60_000, writes: 'hour' },
  openai: { least: 1024, step: 128, keeps: Number.POSITIVE_INFINITY, writes: false },
  'openai-writes': { least: 1024, step: 128, keeps: Number.POSITIVE_INFINITY, writes: 'usual' },
};

export function cachingOf(provider: Provider, prices: Prices | null = null, recorded: Transcript | null = null): Caching {
  if (provider === 'anthropic') return recorded && keepsAnHour(recorded) ? 'anthropic-hour' : 'anthropic';
  if (provider === 'openai' && prices && prices.cacheWrite > prices.input) return 'openai-writes';
  return provider === 'openai' || provider === 'google' ? 'openai' : 'none';
}

function keepsAnHour({ messages }: Transcript): boolean {
  let [hour, written] = [0, 0];
  for (const { usage } of messages) {
    hour += usage?.cacheWriteHour ?? 0;
    written += usage?.cacheWrite ?? 0;
  }
  return 2 * hour > written;
}

export interface PromptParts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour?: number;
}

export const writtenTo = (caching: Caching, cacheWrite: number): Pick<PromptParts, 'cacheWrite' | 'cacheWriteHour'> => ({
  cacheWrite,
  ...(caching !== 'none' && RULES[caching].writes === 'hour' && { cacheWriteHour: cacheWrite }),
});

/** A prompt of `size` tokens of which the first `common` were sent before, `idle` milliseconds ago (NaN = nobody knows, taken for a moment). */
export function cached(caching: Caching, size: number, common: number, idle: number): PromptParts {
  if (caching === 'none') return { input: size, cacheRead: 0, cacheWrite: 0 };
  const { least, step, keeps, writes } = RULES[caching];
  const cacheRead = common < least || idle > keeps ? 0 : common - (common % step);
  const rest = size - cacheRead;
  return writes && size >= least ? { input: 0, cacheRead, ...writtenTo(caching, rest) } : { input: rest, cacheRead, cacheWrite: 0 };
}

const hourPrice = ({ input, cacheWriteHour = 2 * input }: Prices): number => cacheWriteHour;

export function costOf({ input, cacheRead, cacheWrite, cacheWriteHour = 0, output }: Usage, prices: Prices): number {
  const written = (cacheWrite - cacheWriteHour) * prices.cacheWrite + cacheWriteHour * hourPrice(prices);
  return input * prices.input + cacheRead * prices.cacheRead + written + output * prices.output;
}

/**
 * Requests until a compaction has paid for itself (docs/measures.md#break-even): N = (K + (w − r)(S₂ − L)) ÷ (r(S − S₂)) with the tokens before (S) and
 * after (S₂), the common prefix L, the summariser's cost K, and the prices w and r of a token written and read. null where nothing
 * was freed or reading costs nothing.
 */
export function breakEven(caching: Caching, prices: Prices, summaryCost: number, before: number, after: number, prefix: number): number | null {
  const writes = caching !== 'none' && RULES[caching].writes;
  const write = writes === 'hour' ? hourPrice(prices) : writes ? prices.cacheWrite : prices.input;
  const read = caching === 'none' ? prices.input : prices.cacheRead;
  if (read <= 0 || before <= after) return null;
  return Math.max(0, (summaryCost + (write - read) * (after - prefix)) / (read * (before - after)));
}

export function commonPrefix({ counts }: PreparedTranscript, { plan, layout }: CompactionResult): number {
  const { fates } = plan;
  const end = Math.min(layout.before[0] ?? fates.length, fates.length);
  let same = 0;
  while (same < end && fates[same] === KEEP) same++;
  return counts.toolDefinitions + counts.prefix[same]!;
}

interface CompactionCost {
  /** The prompt of the next request, read from and written to the cache as the provider does it; its answer is not counted. */
  readonly request: number;
  readonly summaries: number;
  readonly total: number;
  /** Requests until what is read less has paid for the summaries and for what is written to the cache anew; null = never. */
  readonly breakEvenTurns: number | null;
}

export function compactionCost(before: PreparedTranscript, after: CompactionResult, { prices, caching, spent }: Pricing): CompactionCost {
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

export const whyUnpriced = ({ pricing }: { readonly pricing: KnownPricing }): Reason =>
  'unknown' in pricing ? pricing.unknown : { key: 'measure-never-pays' };

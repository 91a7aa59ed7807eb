/** Prompt caching and prices: what a request reads, writes and costs. */
import type { Provider } from '../../tokens/models.ts';
import type { Usage } from '../../transcript/types.ts';
import type { Caching, Prices } from '../contract.ts';

interface CacheRule {
  /** Fewer tokens are neither read nor written. */
  readonly least: number;
  /** Read in multiples of. */
  readonly step: number;
  /** Milliseconds after which it is forgotten. */
  readonly keeps: number;
  /** What is not read is written at its own price. */
  readonly writes: boolean;
}

/** Anthropic: docs on prompt caching, default lifetime. OpenAI: docs on prompt caching; how long it keeps is not promised. */
const RULES: Readonly<Record<Exclude<Caching, 'none'>, CacheRule>> = {
  anthropic: { least: 1024, step: 1, keeps: 5 * 60_000, writes: true },
  openai: { least: 1024, step: 128, keeps: Number.POSITIVE_INFINITY, writes: false },
};

/** How the models of a provider cache prompts, where it says so. */
export function cachingOf(provider: Provider): Caching {
  if (provider === 'anthropic') return 'anthropic';
  return provider === 'openai' || provider === 'google' ? 'openai' : 'none';
}

export interface PromptParts {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * A prompt of `size` tokens of which the first `common` were sent before, `idle` milliseconds ago (NaN = nobody knows, taken for
 * a moment).
 */
export function cached(caching: Caching, size: number, common: number, idle: number): PromptParts {
  if (caching === 'none') return { input: size, cacheRead: 0, cacheWrite: 0 };
  const { least, step, keeps, writes } = RULES[caching];
  const cacheRead = common < least || idle > keeps ? 0 : common - (common % step);
  const rest = size - cacheRead;
  return writes && size >= least ? { input: 0, cacheRead, cacheWrite: rest } : { input: rest, cacheRead, cacheWrite: 0 };
}

export function costOf({ input, cacheRead, cacheWrite, output }: Usage, prices: Prices): number {
  return input * prices.input + cacheRead * prices.cacheRead + cacheWrite * prices.cacheWrite + output * prices.output;
}

/**
 * Requests until a compaction has paid for itself (docs/measures.md#break-even): N = (K + (w − r)(S₂ − L)) ÷ (r(S − S₂)) with the tokens before (S) and
 * after (S₂), the common prefix L, the summariser's cost K, and the prices w and r of a token written and read. null where nothing
 * was freed or reading costs nothing.
 */
export function breakEven(caching: Caching, prices: Prices, summaryCost: number, before: number, after: number, prefix: number): number | null {
  const write = caching === 'anthropic' ? prices.cacheWrite : prices.input;
  const read = caching === 'none' ? prices.input : prices.cacheRead;
  if (read <= 0 || before <= after) return null;
  return Math.max(0, (summaryCost + (write - read) * (after - prefix)) / (read * (before - after)));
}

/** What calls cost, from a maintained list that is loaded when somebody asks. */
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import type { ModelChoice } from './contract.ts';

/** The list in use, with the day it was published. A test compares the version with what is installed. */
export const PRICE_LIST = { name: 'genai-prices', version: '0.1.8', date: '2026-09-23' } as const;

export interface Price {
  /** US dollars. */
  readonly total: number;
  readonly input: number;
  readonly output: number;
}

type Calculator = typeof import('@pydantic/genai-prices').calcPrice;
let calculator: Calculator | null = null;

/** Fetches the list, so that `priceNow` can be asked. */
export async function loadPrices(): Promise<void> {
  calculator ??= (await import('@pydantic/genai-prices')).calcPrice;
}

/** Price of a usage; null for a model that the list does not know (a local one, a gateway's own name), and before the list is there. */
export function priceNow({ provider, model, baseUrl }: ModelChoice, usage: ModelUsage): Price | null {
  // Another address than the provider's own has its own prices, which only the list can know.
  const known = baseUrl === null ? (provider === 'compatible' ? null : { providerId: provider }) : { providerApiUrl: baseUrl };
  if (known === null) return null;
  const found = calculator?.(
    {
      // The list's input is all of it; what was cached is priced apart.
      input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
      cache_read_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite,
      output_tokens: usage.output,
    },
    model,
    known,
  );
  return found ? { total: found.total_price, input: found.input_price, output: found.output_price } : null;
}

/** As `priceNow`, with the list fetched first. */
export async function priceOf(choice: ModelChoice, usage: ModelUsage): Promise<Price | null> {
  await loadPrices();
  return priceNow(choice, usage);
}

/** Cost of calls, from a maintained price list that is loaded on demand. */
import type { KnownPricing, Prices, Pricing } from '../engine/measures/contract.ts';
import { cachingOf } from '../engine/measures/shared/costs.ts';
import { resolveModel } from '../engine/tokens/tokenizers.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { type ModelChoice, PRICE_LIST } from './contract.ts';

export interface Price {
  /** US dollars. */
  readonly total: number;
  readonly input: number;
  readonly output: number;
}

/**
 * Noon (UTC) of the list's day, for every price: some providers are cheaper at night, and the same scenario has to cost the same
 * whenever it is looked at.
 */
const timestamp = new Date(`${PRICE_LIST.date}T12:00:00Z`);

type Calculator = typeof import('@pydantic/genai-prices').calcPrice;
let calculator: Calculator | null = null;

/** Loads the list, so that `priceNow` can answer. */
export async function loadPrices(): Promise<void> {
  calculator ??= (await import('@pydantic/genai-prices')).calcPrice;
}

/** Price of a usage; null before the list is loaded, and for a model that it does not contain (a local one, a gateway's own name). */
export function priceNow({ provider, model, baseUrl }: ModelChoice, usage: ModelUsage): Price | null {
  if (provider === 'device') return { total: 0, input: 0, output: 0 };
  // An address other than the provider's has prices of its own, which only the list can know.
  const known = baseUrl === null ? (provider === 'compatible' ? null : { providerId: provider }) : { providerApiUrl: baseUrl };
  if (known === null) return null;
  const found = calculator?.(
    {
      // The list's input includes cached tokens, which are priced separately.
      input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
      cache_read_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite,
      output_tokens: usage.output,
    },
    model,
    { ...known, timestamp },
  );
  return found ? { total: found.total_price, input: found.input_price, output: found.output_price } : null;
}

export async function priceOf(choice: ModelChoice, usage: ModelUsage): Promise<Price | null> {
  await loadPrices();
  return priceNow(choice, usage);
}

const perToken = (price: unknown): number | null => {
  const base = typeof price === 'object' && price !== null && 'base' in price ? price.base : price;
  return typeof base === 'number' ? base / 1e6 : null;
};

/**
 * Prices per token of a model by its id alone, as transcripts carry it (`claude-sonnet-4-5`, `anthropic/claude-sonnet-4.5`). Where the
 * price depends on the prompt length, the one for short prompts; cached tokens without a price of their own cost as input. null before the
 * list is loaded, and for a model that it does not contain.
 */
export function tokenPrices(model: string): Prices | null {
  const name = model.split('/').at(-1)!;
  for (const id of [model, name, name.replaceAll('.', '-')]) {
    const price = calculator?.({ input_tokens: 1 }, id, { timestamp })?.model_price;
    const input = perToken(price?.input_mtok);
    const output = perToken(price?.output_mtok);
    if (!price || input === null || output === null) continue;
    const hour = perToken(price.cache_write_1h_mtok);
    return {
      currency: 'USD',
      input,
      cacheRead: perToken(price.cache_read_mtok) ?? input,
      cacheWrite: perToken(price.cache_write_mtok) ?? input,
      ...(hour !== null && { cacheWriteHour: hour }),
      output,
    };
  }
  return null;
}

/** What requests to a model cost and how its provider caches them, or why that is unknown. */
export function pricingOf(model: string | null, recorded: Transcript | null, spent?: Pricing['spent']): KnownPricing {
  if (model === null) return { unknown: { key: 'measure-no-model' } };
  const prices = tokenPrices(model);
  if (!prices) return { unknown: { key: 'measure-no-prices', values: { model, list: PRICE_LIST.name, date: PRICE_LIST.date } } };
  const source = { model, list: `${PRICE_LIST.name} ${PRICE_LIST.version}`, date: PRICE_LIST.date };
  return { prices, caching: cachingOf(resolveModel(model).provider, prices, recorded), source, ...(spent && { spent }) };
}

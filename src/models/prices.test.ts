import { afterEach, expect, test, vi } from 'vitest';
import { loadPrices, priceNow, pricingOf, tokenPrices } from './prices.ts';

afterEach(() => vi.useRealTimers());

test('a price is the same at any hour, also of a model that is cheaper at night', async () => {
  await loadPrices();
  const at = (time: string) => {
    vi.setSystemTime(new Date(time));
    const usage = { input: 1000, cacheRead: 500, cacheWrite: 0, output: 100 };
    const paid = priceNow({ provider: 'compatible', model: 'deepseek-chat', baseUrl: 'https://api.deepseek.com' }, usage);
    return { paid, prices: tokenPrices('deepseek-chat') };
  };
  const [day, night, later] = ['2026-11-22T12:00:00Z', '2026-11-22T20:00:00Z', '2030-01-01T20:00:00Z'].map(at);
  expect(day!.prices).not.toBeNull();
  expect(day!.paid).not.toBeNull();
  expect(night).toEqual(day);
  expect(later).toEqual(day);
});

test('what is written has its price: of an hour at Anthropic, and at OpenAI from GPT-5.6 on', async () => {
  await loadPrices();
  const sonnet = tokenPrices('claude-sonnet-5')!;
  expect(sonnet.cacheWrite / sonnet.input).toBeCloseTo(1.25, 9);
  expect(sonnet.cacheWriteHour! / sonnet.input).toBeCloseTo(2, 9);
  const [sol, before] = ['gpt-5.6-sol', 'gpt-5.5'].map((model) => tokenPrices(model)!);
  expect(sol!.cacheWrite / sol!.input).toBeCloseTo(1.25, 9);
  expect(before!.cacheWrite).toBe(before!.input);
  const caching = (model: string) => pricingOf(model, null);
  expect([caching('gpt-5.6-sol'), caching('gpt-5.5')]).toMatchObject([{ caching: 'openai-writes' }, { caching: 'openai' }]);
});

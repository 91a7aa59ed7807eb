import { afterEach, expect, test, vi } from 'vitest';
import { loadPrices, priceNow, tokenPrices } from './prices.ts';

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

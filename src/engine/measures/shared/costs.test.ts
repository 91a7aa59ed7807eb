/** Prompt caching and prices, in round numbers. */
import { describe, expect, test } from 'vitest';
import { breakEven, cached, cachingOf, costOf } from './costs.ts';

describe('what a prompt reads from a cache and writes to it', () => {
  test('Anthropic: what was sent before is read, the rest written, from 1,024 tokens on and for five minutes', () => {
    expect(cached('anthropic', 5000, 3000, 0)).toEqual({ input: 0, cacheRead: 3000, cacheWrite: 2000 });
    expect(cached('anthropic', 5000, 1024, 0)).toEqual({ input: 0, cacheRead: 1024, cacheWrite: 3976 });
    expect(cached('anthropic', 5000, 1023, 0)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 5000 });
    expect(cached('anthropic', 5000, 3000, 300_000)).toEqual({ input: 0, cacheRead: 3000, cacheWrite: 2000 });
    expect(cached('anthropic', 5000, 3000, 300_001)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 5000 });
    expect(cached('anthropic', 1024, 0, 0)).toEqual({ input: 0, cacheRead: 0, cacheWrite: 1024 });
    expect(cached('anthropic', 1023, 0, 0)).toEqual({ input: 1023, cacheRead: 0, cacheWrite: 0 });
  });

  test('OpenAI: in steps of 128 tokens, however long ago, and writing costs nothing more', () => {
    expect(cached('openai', 5000, 1500, 0)).toEqual({ input: 3592, cacheRead: 1408, cacheWrite: 0 });
    expect(cached('openai', 5000, 1024, 86_400_000)).toEqual({ input: 3976, cacheRead: 1024, cacheWrite: 0 });
    expect(cached('openai', 5000, 1023, 0)).toEqual({ input: 5000, cacheRead: 0, cacheWrite: 0 });
  });

  test('a time that nobody knows is taken for a moment; without a cache all is input', () => {
    expect(cached('anthropic', 5000, 3000, Number.NaN).cacheRead).toBe(3000);
    expect(cached('none', 5000, 3000, 0)).toEqual({ input: 5000, cacheRead: 0, cacheWrite: 0 });
  });

  test('by provider', () => {
    expect((['anthropic', 'openai', 'google', 'ollama', 'other'] as const).map(cachingOf)).toEqual(['anthropic', 'openai', 'openai', 'none', 'none']);
  });
});

const PRICES = { currency: 'USD', input: 3, cacheRead: 0.5, cacheWrite: 4, output: 15 } as const;

test('a request costs the sum of its four parts', () => {
  expect(costOf({ input: 10, cacheRead: 200, cacheWrite: 30, output: 4 }, PRICES)).toBe(30 + 100 + 120 + 60);
});

describe('requests until a compaction has paid for itself', () => {
  test('Anthropic writes at its own price, OpenAI at that of input', () => {
    // (50 + (4 − 0.5) × (400 − 100)) ÷ (0.5 × 600), and the same with 3 − 0.5.
    expect(breakEven('anthropic', PRICES, 50, 1000, 400, 100)).toBeCloseTo(1100 / 300, 9);
    expect(breakEven('openai', PRICES, 50, 1000, 400, 100)).toBeCloseTo(800 / 300, 9);
  });

  test('without a cache reading costs what writing does: only the summary has to be paid back', () => {
    expect(breakEven('none', PRICES, 90, 1000, 400, 100)).toBeCloseTo(90 / (3 * 600), 9);
  });

  test('never where nothing was freed or reading is free; at once where less than nothing is to be paid', () => {
    expect(breakEven('anthropic', PRICES, 50, 400, 400, 100)).toBeNull();
    expect(breakEven('anthropic', PRICES, 50, 400, 399, 100)).not.toBeNull();
    expect(breakEven('anthropic', { ...PRICES, cacheRead: 0 }, 50, 1000, 400, 100)).toBeNull();
    // Writing is cheaper than reading.
    expect(breakEven('anthropic', { ...PRICES, cacheWrite: 0.1 }, 50, 1000, 400, 100)).toBe(0);
  });
});

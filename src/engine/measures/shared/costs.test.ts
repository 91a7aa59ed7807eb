/** Prompt caching and prices, in round numbers. */
import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
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
    expect((['anthropic', 'openai', 'google', 'ollama', 'other'] as const).map((provider) => cachingOf(provider))).toEqual([
      'anthropic',
      'openai',
      'openai',
      'none',
      'none',
    ]);
  });

  test('OpenAI’s later models ask for what is written; a session whose agent had it kept for an hour goes on so', () => {
    expect(cachingOf('openai', PRICES)).toBe('openai-writes');
    expect(cachingOf('openai', { ...PRICES, cacheWrite: PRICES.input })).toBe('openai');
    expect(cached('openai-writes', 5000, 1500, 86_400_000)).toEqual({ input: 0, cacheRead: 1408, cacheWrite: 3592 });
    const recorded = (cacheWriteHour: number) => {
      const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 100, cacheWriteHour };
      return { messages: [{ id: 'a', role: 'assistant', parts: [], usage }] } as unknown as Transcript;
    };
    expect([51, 50].map((hour) => cachingOf('anthropic', PRICES, recorded(hour)))).toEqual(['anthropic-hour', 'anthropic']);
    expect(cached('anthropic-hour', 5000, 3000, 3_600_000)).toEqual({ input: 0, cacheRead: 3000, cacheWrite: 2000, cacheWriteHour: 2000 });
    expect(cached('anthropic-hour', 5000, 3000, 3_600_001).cacheRead).toBe(0);
  });
});

const PRICES = { currency: 'USD', input: 3, cacheRead: 0.5, cacheWrite: 4, output: 15 } as const;

test('a request costs the sum of its four parts', () => {
  expect(costOf({ input: 10, cacheRead: 200, cacheWrite: 30, output: 4 }, PRICES)).toBe(30 + 100 + 120 + 60);
});

test('what is kept for an hour costs its own price, twice that of input where none is known', () => {
  const usage = { input: 0, cacheRead: 0, cacheWrite: 30, cacheWriteHour: 10, output: 0 };
  expect(costOf(usage, PRICES)).toBe(20 * 4 + 10 * 6);
  expect(costOf(usage, { ...PRICES, cacheWriteHour: 7 })).toBe(20 * 4 + 10 * 7);
  // (50 + (6 − 0.5) × 300) ÷ (0.5 × 600)
  expect(breakEven('anthropic-hour', PRICES, 50, 1000, 400, 100)).toBeCloseTo(1700 / 300, 9);
  expect(breakEven('openai-writes', PRICES, 50, 1000, 400, 100)).toBeCloseTo(1100 / 300, 9);
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

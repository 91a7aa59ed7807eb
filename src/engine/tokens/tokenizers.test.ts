import { describe, expect, it } from 'vitest';
import { ANTHROPIC_FACTOR, calibratedTokenizer, chars4Counter, GEMINI_FACTOR, loadTokenizer, s1Counter } from './tokenizers.ts';

describe('estimates', () => {
  it('S1: two characters a token, rounded down', () => {
    expect(['', 'a', 'ab', 'abc', '你好吗'].map((t) => s1Counter.count(t))).toEqual([0, 0, 1, 1, 1]);
  });

  it('characters ÷ 4, rounded up', () => {
    expect(['', 'a', 'abcd', 'abcde'].map((t) => chars4Counter.count(t))).toEqual([0, 1, 1, 2]);
  });

  it('models without a public tokenizer: o200k_base × a factor, in whole tokens, marked as an estimate', async () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
    const exact = await loadTokenizer('o200k_base');
    const tokens = exact.count(text);
    for (const [id, factor] of [
      ['anthropic-estimate', ANTHROPIC_FACTOR],
      ['gemini-estimate', GEMINI_FACTOR],
      ['o200k-estimate', 1],
    ] as const) {
      const estimate = await loadTokenizer(id);
      expect(estimate.count(text)).toBe(Math.round(tokens * factor));
      expect(estimate).toMatchObject({ id, exact: false });
      expect(estimate.base).toBe(exact.base);
    }
    expect(exact.exact).toBe(true);
    expect((await loadTokenizer('cl100k_base')).exact).toBe(true);
  });

  it('a calibration replaces the factor and travels with the tokenizer', async () => {
    const calibration = { factor: 2, offset: 10, requests: 8, error: 0.01 };
    const tokenizer = calibratedTokenizer(await loadTokenizer('anthropic-estimate'), calibration);
    expect(tokenizer.count('hello world')).toBe(4);
    expect(tokenizer).toMatchObject({ id: 'anthropic-estimate', exact: false, calibration });
  });
});

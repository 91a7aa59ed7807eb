import { describe, expect, it } from 'vitest';
import { cipherHybrid, cipherMiddle, cipherOldest } from './cipher.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const times = (n: number, word: string): string => Array.from({ length: n }, () => word).join(' ');

describe('Cipher as published', () => {
  const middle = (words: string, window = 8192) => fatesOf(cipherMiddle.compact(spelled(words), cipherMiddle.defaults, window));
  const oldest = (words: string, window: number) => fatesOf(cipherOldest.compact(spelled(words), cipherOldest.defaults, window));
  const hybrid = (words: string, window: number) => fatesOf(cipherHybrid.compact(spelled(words), cipherHybrid.defaults, window));

  it('middle removal keeps 8 messages at either end and drops the rest, though all would fit', () => {
    expect(middle(times(16, 'u'))).toBe('k'.repeat(16));
    expect(middle(times(17, 'u'))).toBe(`${'k'.repeat(8)}d${'k'.repeat(8)}`);
  });

  it('middle removal does not count system messages, and keeps them where they are', () => {
    expect(middle(`s ${times(16, 'u')}`)).toBe('k'.repeat(17));
    expect(middle(`${times(9, 'u')} s ${times(9, 'u')}`)).toBe(`${'k'.repeat(8)}dkd${'k'.repeat(8)}`);
  });

  it('middle removal does nothing when nothing with a text is in the middle', () => {
    expect(middle(`${times(8, 'u')} u0 ${times(8, 'u')}`)).toBe('k'.repeat(17));
  });

  it('oldest removal drops from the beginning until 0.8 of the window is reached: characters ÷ 4', () => {
    expect(oldest(times(6, 'u8'), 15)).toBe('kkkkkk');
    expect(oldest(times(6, 'u8'), 14)).toBe('dkkkkk');
    expect(oldest(`s8 ${times(5, 'u8')}`, 14)).toBe('kdkkkk');
  });

  it('oldest removal leaves 4 messages', () => {
    expect(oldest(times(6, 'u80'), 10)).toBe('ddkkkk');
    expect(oldest(times(4, 'u80'), 10)).toBe('kkkk');
  });

  it('hybrid removal takes the middle of fewer than 20 messages when little must go', () => {
    expect(hybrid(times(19, 'u4'), 8192)).toBe(`${'k'.repeat(6)}${'d'.repeat(7)}${'k'.repeat(6)}`);
    // With 20 messages and no tools it compares: both say that they removed nothing, and the middle saves more.
    expect(hybrid(times(20, 'u4'), 8192)).toBe(`${'k'.repeat(6)}${'d'.repeat(8)}${'k'.repeat(6)}`);
  });

  it('hybrid removal takes the oldest of more than 30 messages when four tenths must go', () => {
    // 31 messages of 20 tokens: 0.8 of 465 is exactly 0.6 of them.
    expect(hybrid(times(31, 'u80'), 465)).toBe(`${'d'.repeat(13)}${'k'.repeat(18)}`);
    expect(hybrid(`s80 ${times(30, 'u80')}`, 480)).toBe(`k${'k'.repeat(6)}${'d'.repeat(18)}${'k'.repeat(6)}`);
  });

  it('hybrid removal asks the tokenizer how much must go, where it has one', () => {
    const { compact, defaults } = cipherHybrid;
    const twice = compact(spelled(`s80 ${times(30, 'u80')}`), defaults, 480, (text) => text.length / 2);
    expect(fatesOf(twice)).toBe(`k${'d'.repeat(12)}${'k'.repeat(18)}`);
  });

  it('hybrid removal takes the middle when the newest five have more than 0.4 of the tokens', () => {
    expect(hybrid(`${times(15, 'u4')} ${times(5, 'u80')}`, 40)).toBe(`${'k'.repeat(6)}${'d'.repeat(8)}${'k'.repeat(6)}`);
  });

  it('hybrid removal takes the oldest when a message has more than 300 tokens and much must go', () => {
    const around = times(10, 'u400');
    expect(hybrid(`s ${around} u1204 ${around}`, 1800)).toMatch(/^kd+k+$/);
    expect(hybrid(`s ${around} u1200 ${around}`, 1800)).toBe(`${'k'.repeat(7)}${'d'.repeat(9)}${'k'.repeat(6)}`);
  });
});

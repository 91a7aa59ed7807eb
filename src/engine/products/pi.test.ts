import { describe, expect, it } from 'vitest';
import { pi } from './pi.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const of = (words: string, keepRecentTokens: number) => fatesOf(pi.compact(spelled(words), { keepRecentTokens }, 200_000));

describe('pi', () => {
  it('cuts where the budget is reached, characters ÷ 4', () => {
    expect(of('s u40 a40 u40', 11)).toBe('ks[u]kk');
    expect(of('s u40 a40 u40', 10)).toBe('kss[u]k');
    expect(of('s u40 a40 u40', 31)).toBe('kkkk');
  });

  it('moves on past results of tools', () => {
    expect(of('u40 c t40 a40', 15)).toBe('sss[u]k');
  });

  it('cuts at the first message that is no result where the budget is never reached, or only behind the last such message', () => {
    expect(of('s t40 t40 u a', 1000)).toBe('kss[u]kk');
    expect(of('t40 u40 c t80', 15)).toBe('s[u]kkk');
    expect(of('u40 c t80', 15)).toBe('kkk');
    expect(of('t40 t40', 5)).toBe('kk');
  });
});

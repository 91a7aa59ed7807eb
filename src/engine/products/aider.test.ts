import { describe, expect, it } from 'vitest';
import { aider } from './aider.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const of = (words: string, max_tokens: number, window = 128_000) =>
  fatesOf(aider.compact(spelled(words), max_tokens === 0 ? aider.defaults : { max_tokens, by_window: false }, window));

describe('aider', () => {
  it('does nothing up to its limit', () => {
    expect(of('u40 a40 u40 a40', 40)).toBe('kkkk');
    expect(of('s400 u40 a40 u40 a40', 40)).toBe('kkkkk');
  });

  it('keeps the newest messages under half of the limit; what is before ends on an assistant message', () => {
    expect(of('u40 a40 u40 a40 u40 a40 u40 a40', 42)).toBe('ssssss[u]kk');
    expect(of('u40 a40 u40 a40 u40 a40 u40 a40', 41)).toBe('ssssss[u]kk');
    expect(of('u40 a40 u40 a40 a40 u40 u40', 42)).toBe('sssss[u]kk[a]');
  });

  it('summarises all where nothing before the newest would be longer than 4 messages', () => {
    expect(of('u40 a40 u40 a40', 39)).toBe('ssss[u][a]');
    expect(of('u40 a40 u40 a40 u40 a40', 42)).toBe('ssssss[u][a]');
    expect(of('u40 a40 u40 a40 a40 u40 a40', 42)).toBe('sssss[u]kk');
  });

  it('summarises again what is too long together with the summary', () => {
    expect(of('u40 a40 u40 a40 u40 a40 u40', 26)).toBe('ssssss[u]k[a]');
    expect(of('u40 a40 u40 a40 u40 a40 u40', 25)).toBe('sssssss[u][a]');
  });

  it('loses what is too long for the request of the summary: the window without 512 tokens', () => {
    expect(of('u40 a40 u4000 a40 u40 a40 u40 a40', 42, 1532)).toBe('sssddd[u]kk');
    expect(of('u40 a40 u4000 a40 u40 a40 u40 a40', 42, 1531)).toBe('ssdddd[u]kk');
  });

  it('by itself takes a sixteenth of the window, 1,024 to 8,192 tokens', () => {
    const words = (tokens: number): string => `u${tokens * 4 - 12} a4 u4 a4`;
    for (const [window, limit] of [
      [8000, 1024],
      [32_000, 2000],
      [200_000, 8192],
    ] as const) {
      expect(of(words(limit), 0, window)).toBe('kkkk');
      expect(of(words(limit + 1), 0, window)).toBe('ssss[u][a]');
    }
  });
});

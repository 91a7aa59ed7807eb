import { describe, expect, it } from 'vitest';
import { langmem } from './langmem.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const compacted = (words: string, max_tokens = 30, max_summary_tokens = 10) =>
  fatesOf(langmem.compact(spelled(words), { max_tokens, max_summary_tokens }, 200_000));

describe('LangMem', () => {
  it('summarises up to the message with which the limit is reached', () => {
    expect(compacted('s u40 a40 u40 a40')).toBe('ksss[s]k');
    expect(compacted('u40 a40 u36 a')).toBe('ssss[s]');
    expect(compacted('s u40 a40')).toBe('kkk');
  });

  it('goes on until the rest fits beside the summary', () => {
    expect(compacted('u40 a40 u40 a40 u40')).toBe('sss[s]kk');
    expect(compacted('u40 a40 u40 a40 u41')).toBe('ssss[s]k');
  });

  it('takes the results of the last call with it', () => {
    expect(compacted('u40 u40 cc40 t t a')).toBe('sssss[s]k');
    expect(compacted('u40 cc40 t40 t a')).toBe('sss[s]kk');
  });

  it('does nothing if the system message leaves no room', () => {
    expect(compacted('s80 u200')).toBe('ks[s]');
    expect(compacted('s81 u200')).toBe('kk');
  });

  it('sets 256 tokens aside by itself', () => {
    expect(compacted('u4000 a2976', 1000, 256)).toBe('s[s]k');
    expect(compacted('u4000 a2977', 1000, 256)).toBe('ss[s]');
    expect(langmem.defaults.max_summary_tokens).toBe(256);
  });
});

import { describe, expect, it } from 'vitest';
import { autogenBuffered, autogenHeadAndTail, autogenTokenLimited } from './autogen.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const WINDOW = 200_000;

describe('AutoGen, buffered', () => {
  const of = (words: string, buffer_size: number) => fatesOf(autogenBuffered.compact(spelled(words), { buffer_size }, WINDOW));

  it('keeps the newest messages and the system message', () => {
    expect(of('s u a u', 3)).toBe('kkkk');
    expect(of('s u a u a', 3)).toBe('kdkkk');
  });

  it('does not begin with results; those of parallel calls are one message', () => {
    expect(of('u c t u a', 3)).toBe('dddkk');
    expect(of('u ccc t t t u a', 3)).toBe('dddddkk');
    expect(of('u ccc t t t u a', 4)).toBe('dkkkkkk');
  });
});

describe('AutoGen, head and tail', () => {
  const of = (words: string) => autogenHeadAndTail.compact(spelled(words), { head_size: 2, tail_size: 2 }, WINDOW);

  it('says how many messages it skips', () => {
    expect(fatesOf(of('u a u a'))).toBe('kkkk');
    expect(fatesOf(of('u a u a u'))).toBe('kkd[u]kk');
    expect(of('u a u a u').inserted[0]!.content).toEqual({ text: 'Skipped 1 messages.' });
  });

  it('does not count calls and results that it leaves out as well', () => {
    expect(fatesOf(of('u c t c t'))).toBe('kdd[u]kk');
    expect(fatesOf(of('u c t u c t'))).toBe('kddd[u]kk');
    expect(fatesOf(of('u c t a c t a'))).toBe('kddddd[u]k');
    expect(of('u c t a c t a').inserted[0]!.content).toEqual({ text: 'Skipped 3 messages.' });
  });
});

describe('AutoGen, token limited', () => {
  const of = (words: string, token_limit: number) => fatesOf(autogenTokenLimited.compact(spelled(words), { token_limit }, WINDOW));

  it('takes from the middle, the newer of two, until the rest fits', () => {
    expect(of('u40 a40 u40 a40 u40', 50)).toBe('kkkkk');
    expect(of('u40 a40 u40 a40 u40', 49)).toBe('kkdkk');
    expect(of('u40 a40 u40 a40 u40', 30)).toBe('kkddk');
    expect(of('s400 u40 a40', 9)).toBe('kdd');
  });

  it('separates calls from results, but does not begin with results', () => {
    expect(of('u40 c t40 u40 a40', 36)).toBe('kkdkk');
    expect(of('c400 t40 t', 15)).toBe('ddd');
  });
});

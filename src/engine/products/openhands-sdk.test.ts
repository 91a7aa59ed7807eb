import { describe, expect, it } from 'vitest';
import { openhandsSdk } from './openhands-sdk.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const many = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ');
const of = (words: string, params: Partial<typeof openhandsSdk.defaults> = {}, window = 200_000) =>
  fatesOf(openhandsSdk.compact(spelled(words), { ...openhandsSdk.defaults, ...params }, window));

describe('OpenHands SDK', () => {
  it('condenses above 240 events to 120, summary included', () => {
    expect(of(many('u', 240))).toBe('k'.repeat(240));
    expect(of(many('u', 241))).toBe(`kk${'s'.repeat(122)}[u]${'k'.repeat(117)}`);
  });

  it('cuts where no call is separated from its result, later if need be', () => {
    expect(of('s u c t c t c t a c t', { max_size: 10 })).toBe('kksssssss[u]kk');
    expect(of('s u c t c t c t c t a', { max_size: 10 })).toBe('kkssssssss[u]k');
    expect(of('s u c t c t c t c t cc t t', { max_size: 10 })).toBe('kksssssssssss[u]');
  });

  it('keeps more at the beginning where a call stands there', () => {
    expect(of('u c t u a u a u a u a', { max_size: 10 })).toBe('kkkssssss[u]kk');
  });

  it('drops calls without results and results without calls, and whole messages with them', () => {
    expect(of('u cc t a')).toBe('kddk');
    expect(of('u c a')).toBe('kdk');
    expect(of('s u c t c t c a u a u a u', { max_size: 10 })).toBe('kkssssdssss[u]kk');
  });

  it('condenses above its limit of tokens to half of it', () => {
    expect(of(many('u40', 10), { max_tokens: 100 })).toBe('k'.repeat(10));
    expect(of(many('u40', 11), { max_tokens: 100 })).toBe('kksssssss[u]kk');
    expect(of(many('u40', 15), { max_tokens: 100 })).toBe('kksssssssssss[u]kk');
  });

  it('has the window as its limit', () => {
    expect(of(many('u40', 11), {}, 100)).toBe('kksssssss[u]kk');
  });

  it('counts the calls of a message together', () => {
    // The name and arguments of a call are 6 characters: 2 tokens alone, 3 for two in one message.
    expect(of('u c t', { max_tokens: 4 })).toBe('kkk');
    expect(of('u cc t t', { max_tokens: 6 })).toBe('kkkk');
    expect(of('u cc t t', { max_tokens: 5, keep_first: 0 })).toBe('ssss[u]');
  });

  it('does nothing where less than a tenth of the events would go', () => {
    expect(of(`u u u400 ${many('u', 7)}`, { max_tokens: 108 })).toBe('kks[u]kkkkkkk');
    expect(of(`u u u400 ${many('u', 8)}`, { max_tokens: 109 })).toBe('k'.repeat(11));
  });

  it('when asked, condenses to half of the events', () => {
    expect(of(many('u', 14), { request: true })).toBe('kkssssssss[u]kkkk');
    expect(of(many('u', 25), { request: true, max_size: 20 })).toBe(`kk${'s'.repeat(16)}[u]${'k'.repeat(7)}`);
  });

  it('when asked with too few events to keep any, makes one summary of all', () => {
    expect(of(many('u', 6), { request: true })).toBe('kkssss[u]');
    expect(of(many('u', 5), { request: true })).toBe('sssss[u]');
  });

  it('as the agent runs, one summary takes in the former', () => {
    expect(of('u a u a u a u a u a u a u a', { max_size: 10, replay: true })).toBe('kksssssss[u]kkkkk');
  });
});

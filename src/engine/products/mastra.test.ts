import { describe, expect, it } from 'vitest';
import { mastraTokenLimiter, segmentTokens } from './mastra-token-limiter.ts';
import { mastraToolCallFilter } from './mastra-tool-call-filter.ts';
import type { ChatMessage } from './shared/chat.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { call, result, user } from './testing/talk.ts';

const WINDOW = 200_000;

it.each([
  ['', 0],
  ['abcdef', 1],
  ['abcdefg', 2],
  ['one two', 2],
  ['1234567', 1],
  ['...', 1],
  ['.....', 3],
  ['f(x) {}', 5],
  ['修复错误', 4],
  ['déjà', 2],
  ['żółwie', 2],
] as const)('Mastra counts %j as %d tokens', (text, tokens) => {
  expect(segmentTokens(text)).toBe(tokens);
});

describe('Mastra, token limiter', () => {
  // A user message of one letter has 4.8 tokens, one of the assistant 5.8; the conversation has 24.
  const compact = (messages: readonly ChatMessage[], params: Partial<typeof mastraTokenLimiter.defaults>) =>
    fatesOf(mastraTokenLimiter.compact(messages, { ...mastraTokenLimiter.defaults, ...params }, WINDOW));
  const of = (words: string, limit: number, trimMode = 'best-fit') => compact(spelled(words), { limit, trimMode });

  it('keeps what fits, from the newest', () => {
    expect(of('u a u', 40)).toBe('kkk');
    expect(of('u a u', 39)).toBe('dkk');
    expect(of('u a u', 34)).toBe('kdk');
  });

  it('skips what does not fit and goes on; contiguous, it stops there', () => {
    expect(of('u a600 u', 40)).toBe('kdk');
    expect(of('u a600 u', 40, 'contiguous')).toBe('ddk');
  });

  it('keeps or drops a call with its results', () => {
    expect(of('u c t600 u', 40)).toBe('kddk');
    expect(of('u c t u', 60)).toBe('kkkk');
  });

  it('keeps system messages, at the others’ cost', () => {
    expect(of('s u a u', 46)).toBe('kkkk');
    expect(of('s u a u', 44)).toBe('kdkk');
  });

  it('sends nothing where nothing fits', () => {
    expect(of('u600 a600', 40)).toBe('kk');
    expect(of('s600 u', 40)).toBe('kk');
  });

  it('at the stage of stored messages holds results in the message that asked; without one they have no place', () => {
    const late = [call('a', 'read', {}), user('b'), result('a', 'x'.repeat(600)), result('z', 'y')];
    expect(compact(late, { stage: 'input' })).toBe('kkkd');
    expect(compact(late, { stage: 'input', limit: 40 })).toBe('dkdd');
  });
});

describe('Mastra, tool-call filter', () => {
  const of = (messages: readonly ChatMessage[], params: Partial<typeof mastraToolCallFilter.defaults> = {}) =>
    fatesOf(mastraToolCallFilter.compact(messages, { ...mastraToolCallFilter.defaults, ...params }, WINDOW));
  const talk = spelled('u c t c t a');

  it('takes all calls and results out, and keeps those of the newest messages with calls', () => {
    expect(of(talk)).toBe('kddddk');
    expect(of(talk, { filterAfterToolSteps: 1 })).toBe('kddkkk');
    expect(of(talk, { filterAfterToolSteps: 2 })).toBe('kkkkkk');
  });

  it('keeps text beside a call, and takes out answers with nothing in them only when it takes out anything', () => {
    expect(of(spelled('u c5 t a'))).toBe('kedk');
    expect(of(spelled('u a0 c t a'))).toBe('kdddk');
    expect(of(spelled('u a0 a'))).toBe('kkk');
  });

  it('can be told the tools', () => {
    const two = [call('a', 'read', {}), result('a', 'x'), call('b', 'bash', {}), result('b', 'y', 'bash')];
    expect(of(two, { exclude: 'bash' })).toBe('kkdd');
  });
});

import { describe, expect, it } from 'vitest';
import { langchainClearToolUses } from './langchain-clear-tool-uses.ts';
import { langchainSummarization } from './langchain-summarization.ts';
import { langchainTrim } from './langchain-trim.ts';
import { type ChatMessage, langchainTokens } from './shared/chat.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, call, letters, result, user } from './testing/talk.ts';

const WINDOW = 200_000;

describe('LangChain, trimMessages', () => {
  const of = (words: string, params: Partial<typeof langchainTrim.defaults>) =>
    fatesOf(langchainTrim.compact(spelled(words), { ...langchainTrim.defaults, ...params }, WINDOW));

  it('keeps the newest within the tokens: all characters together ÷ 4, rounded up once', () => {
    expect(of('u4 a4 u4', { maxTokens: 2 })).toBe('dkk');
    expect(of('u4 a4 u5', { maxTokens: 2 })).toBe('ddk');
    expect(of('u4 a4 u9', { maxTokens: 2 })).toBe('ddd');
  });

  it('may begin with the result of a call that went; the id of the call counts', () => {
    expect(of('u c t a', { maxTokens: 2 })).toBe('ddkk');
    expect(of('u c t2 a', { maxTokens: 2 })).toBe('dddk');
  });

  it('begins and ends on the roles that are asked for', () => {
    expect(of('u4 a4 u4 a4', { maxTokens: 3 })).toBe('dkkk');
    expect(of('u4 a4 u4 a4', { maxTokens: 3, startOn: 'human' })).toBe('ddkk');
    expect(of('u4 a4 u4 a4', { maxTokens: 2, endOn: 'human' })).toBe('dkkd');
  });

  it('keeps a leading system message within the same budget, but not if nothing else is left to begin with', () => {
    expect(of('s4 u4 a4 u4', { maxTokens: 2, includeSystem: true })).toBe('kddk');
    expect(of('s4 u4 a4 u4', { maxTokens: 2 })).toBe('ddkk');
    expect(of('s4 u9 a4', { maxTokens: 2, includeSystem: true, startOn: 'human' })).toBe('ddd');
  });
});

describe('LangChain, summarization', () => {
  const compact = (messages: readonly ChatMessage[], params: Partial<typeof langchainSummarization.defaults>) =>
    fatesOf(langchainSummarization.compact(messages, { ...langchainSummarization.defaults, ...params }, WINDOW));
  const of = (words: string, params: Partial<typeof langchainSummarization.defaults> = {}) => compact(spelled(words), params);

  it('keeps the newest 20 messages', () => {
    expect(of('u a '.repeat(10).trim())).toBe('k'.repeat(20));
    expect(of(`${'u a '.repeat(10)}u`)).toBe(`s[u]${'k'.repeat(20)}`);
  });

  it('summarises a leading system message too, as soon as there is anything else', () => {
    expect(of('s u a u', { messages: 3 })).toBe('kkkk');
    expect(of('s u a u a', { messages: 3 })).toBe('ss[u]kkk');
  });

  it('moves a cut on results back to their call, and leaves a result without one where it is', () => {
    expect(of('u ccc t t t a', { messages: 2 })).toBe('s[u]kkkkk');
    const orphan = [user('a'), assistant('b'), result('x', 'c'), assistant('d')];
    expect(compact(orphan, { messages: 2 })).toBe('ss[u]kk');
  });

  it('moves a cut on results of no call further back, past calls near it that would lose theirs', () => {
    const talk = [user('a'), call('x', 'read', {}), result('z', 'nobody asked'), user('b'), result('x', 'late')];
    expect(compact(talk, { messages: 3 })).toBe('kkkkk');
    const far = [call('x', 'read', {}), ...['1', '2', '3', '4', '5'].map(assistant), result('z', 'nobody asked'), user('b'), result('x', 'late')];
    expect(compact(far, { messages: 3 })).toBe('ssssss[u]kkk');
  });

  it('counts tokens instead where these are given; the newest message stays in any case', () => {
    expect(of('u4 a4 u4', { tokens: 3 })).toBe('kkk');
    expect(of('u4 a4 u4', { tokens: 2 })).toBe('s[u]kk');
    expect(of('u4 a400', { tokens: 2 })).toBe('s[u]k');
    expect(of('u400', { tokens: 2 })).toBe('k');
  });
});

describe('LangChain, ClearToolUsesEdit', () => {
  const of = (messages: readonly ChatMessage[], params: Partial<typeof langchainClearToolUses.defaults>) =>
    langchainClearToolUses.compact(messages, { ...langchainClearToolUses.defaults, ...params }, WINDOW);
  const talk = spelled('u c t c t c t c t');

  it('clears all results but the newest 3 from the trigger on', () => {
    const trigger = langchainTokens(talk);
    expect(fatesOf(of(talk, { trigger }))).toBe('kkekkkkkk');
    expect(fatesOf(of(talk, { trigger: trigger + 1 }))).toBe('kkkkkkkkk');
    expect(fatesOf(of(talk, { trigger: 0, keep: 4 }))).toBe('kkkkkkkkk');
    expect(of(talk, { trigger }).edits.get(2)!.text).toBe('[cleared]');
  });

  it('takes results without a call out, whatever the trigger', () => {
    expect(letters(of([user('a'), result('x', 'b'), assistant('c')], {}).fates)).toBe('KDK');
  });

  it('spares the tools that are named, and clears arguments where it is asked to', () => {
    const two = [call('a', 'read', { path: 'x' }), result('a', 'text'), call('b', 'bash', {}), result('b', 'ok', 'bash')];
    expect(fatesOf(of(two, { trigger: 0, keep: 0, excludeTools: 'bash' }))).toBe('kekk');
    const { fates, edits } = of(two, { trigger: 0, keep: 1, clearToolInputs: true });
    expect(letters(fates)).toBe('EEKK');
    expect(edits.get(0)!.calls[0]!.args).toBe('{}');
  });
});

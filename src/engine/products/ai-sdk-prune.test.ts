import { describe, expect, it } from 'vitest';
import { aiSdkPrune } from './ai-sdk-prune.ts';
import type { ChatMessage } from './shared/chat.ts';
import { fatesOf, spelled } from './testing/spelled.ts';
import { assistant, call, letters, result, user } from './testing/talk.ts';

const of = (messages: readonly ChatMessage[], params: Partial<typeof aiSdkPrune.defaults> = {}) =>
  aiSdkPrune.compact(messages, { ...aiSdkPrune.defaults, ...params }, 200_000);
const newest = (n: number) => ({ toolCalls: `before-last-${n}-messages` });

describe('AI SDK, pruneMessages', () => {
  it('as it comes changes nothing, except that messages with nothing in them go', () => {
    expect(fatesOf(of(spelled('s u c t a')))).toBe('kkkkk');
    expect(fatesOf(of(spelled('s u0 a0 a')))).toBe('kddk');
    expect(fatesOf(of(spelled('s u0 a0 a'), { emptyMessages: 'keep' }))).toBe('kkkk');
  });

  it('takes calls and results out before the newest N messages, and keeps what these name wherever it stands', () => {
    const talk = spelled('u c t c t a u');
    expect(fatesOf(of(talk, newest(2)))).toBe('kddddkk');
    expect(fatesOf(of(talk, newest(3)))).toBe('kddkkkk');
    expect(fatesOf(of(talk, { toolCalls: 'before-last-message' }))).toBe('kddddkk');
    expect(fatesOf(of(talk, { toolCalls: 'all' }))).toBe('kddddkk');
    expect(fatesOf(of(talk, newest(7)))).toBe('kkkkkkk');
    expect(fatesOf(of(talk, { ...newest(2), emptyMessages: 'keep' }))).toBe('keeeekk');
  });

  it('leaves text and calls that stay in the message', () => {
    expect(fatesOf(of(spelled('u c5 t a u'), newest(2)))).toBe('kedkk');
    const { fates, edits } = of(spelled('u ccc t t t a'), newest(2));
    expect(letters(fates)).toBe('KEDDKK');
    expect(edits.get(1)!.calls.map(({ id }) => id)).toEqual(['call-2']);
  });

  it('touches only the tools that are named', () => {
    const talk = [user('go'), call('a', 'read', {}), result('a', 'text'), call('b', 'bash', {}), result('b', 'ok', 'bash'), assistant('Done')];
    expect(fatesOf(of(talk, { toolCalls: 'all', tools: 'bash' }))).toBe('kkkddk');
    expect(fatesOf(of(talk, { toolCalls: 'all', tools: 'bash,read' }))).toBe('kddddk');
  });

  it('takes thinking out as chosen, and where all that followed it went', () => {
    const thinking = (message: ChatMessage): ChatMessage => ({ ...message, reasoning: 'Hm' });
    const talk = [user('go'), thinking(call('a', 'read', {})), result('a', 'text'), thinking(assistant('So')), thinking(assistant('Done'))];
    expect(fatesOf(of(talk, { reasoning: 'before-last-message' }))).toBe('kekek');
    expect(fatesOf(of(talk, { reasoning: 'all' }))).toBe('kekee');
    expect(fatesOf(of(talk, newest(2)))).toBe('kddkk');
  });
});

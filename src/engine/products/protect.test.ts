import { describe, expect, it } from 'vitest';
import type { PreparedTranscript, SignalSettings } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { Insertion, Plan } from '../strategies/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { type PlanExtras, letterPlan } from '../testing/letter-plans.ts';
import { letters } from '../testing/plans.ts';
import type { Message, Part } from '../transcript/types.ts';
import { repairedPlan } from './row.ts';

const say = (text: string): Part => ({ type: 'text', text });
const call = (id: string): Part => ({ type: 'tool-call', id, name: 'run', args: '{"command":"ls -la"}' });
const result = (callId: string, text: string): Part => ({ type: 'tool-result', callId, content: [{ type: 'text', text }] });
const LONG = 'some words of it '.repeat(10);

function preparedFrom(messages: readonly (readonly [Message['role'], ...Part[]])[], settings: Partial<SignalSettings> = {}): PreparedTranscript {
  const transcript = {
    id: 't',
    format: 'playground',
    tools: [],
    messages: messages.map(([role, ...parts], i): Message => ({ id: `m${i}`, role, parts })),
    compactions: [],
    branches: [],
    subagents: [],
  };
  return prepare(transcript, charCounts(transcript), { ...DEFAULT_SIGNALS, ...settings });
}

/** 0 system, 1 words, 2 a call, 3 its result, 4 words, 5 what the user said last, 6 an answer, then the last tool block, which is protected. */
const session = preparedFrom([
  ['system', say('Be brief.')],
  ['assistant', say(LONG), say(LONG)],
  ['assistant', say(LONG), call('a')],
  ['tool', result('a', LONG)],
  ['assistant', { type: 'reasoning', text: 'hm', signature: 'sig' }, say(LONG)],
  ['user', say('And now?')],
  ['assistant', say('One more.')],
  ['assistant', call('b')],
  ['tool', result('b', 'ok')],
]);

const mended = (words: string, extra: PlanExtras = {}, input = session): Plan => repairedPlan(input, letterPlan(`${words}KK`, extra));
/** Letters of all but the last tool block. */
const first = (plan: Plan): string => letters(plan).slice(0, 7);
/** A plan that edits these messages. */
const editing = (edits: Readonly<Record<number, readonly Part[]>>): PlanExtras => ({
  edits: new Map(Object.entries(edits).map(([i, parts]) => [Number(i), parts])),
});

describe('what stays whatever the product does', () => {
  it('protected messages: the header and what the user said last', () => {
    const plan = mended('DDDDDDD');
    expect(first(plan)).toBe('KDDDDKD');
    expect([plan.reason(0), plan.reason(5)]).toEqual([{ key: 'keep-header' }, { key: 'keep-last-user' }]);
    expect(plan.reason(1)).toEqual({ key: 'by-letter', values: { index: 1 } });
    expect(first(mended('EKKKKEK', editing({ 0: [say('x')], 5: [say('x')] })))).toBe('KKKKKKK');
  });

  it('the rest of a tool block of which anything stays', () => {
    for (const words of ['KKDKKKD', 'KKKDKKD', 'KKSKKKD']) expect(first(mended(words))).toBe('KKKKKKD');
    expect(mended('KKDKKKD').reason(2)).toEqual({ key: 'keep-boundary-block' });
    expect(first(mended('KKDDKKK'))).toBe('KKDDKKK');
    expect(first(mended('KKDEKKK', editing({ 3: [result('a', 'cut')] })))).toBe('KKKEKKK');
  });

  it('everything, where nothing else may go', () => {
    expect(mended('DKKKKDK').unchanged).toEqual({ key: 'unchanged-nothing-removable', values: { tokens: session.counts.total } });
  });
});

describe('edits', () => {
  it('that only shorten stay, and say so', () => {
    const edits = { 1: [say('cut'), say(LONG)], 3: [result('a', 'cut')] };
    const plan = mended('KEKEKKK', editing(edits));
    expect(first(plan)).toBe('KEKEKKK');
    expect([plan.edits.size, plan.edits.get(1), plan.edits.get(3), plan.edits.get(2)]).toEqual([2, edits[1], edits[3], undefined]);
    expect(plan.edits.keepsShape).toBe(true);
  });

  it('that take a text part out stay too, and do not claim to keep the shape', () => {
    const plan = mended('KEKKKKK', editing({ 1: [say('cut')] }));
    expect([first(plan), plan.edits.keepsShape]).toEqual(['KEKKKKK', undefined]);
    expect(mended('KEKKKKK', editing({ 1: [say(''), say('cut')] })).edits.keepsShape).toBeUndefined();
    expect(mended('KKKEKKK', editing({ 3: [result('a', '')] })).edits.keepsShape).toBeUndefined();
  });

  it.each([
    ['takes a call out', 2, [say('cut')]],
    ['takes a result out', 3, [say('cut')]],
    ['takes thinking out', 4, [say('cut')]],
    ['leaves nothing', 1, []],
    ['makes the message longer', 1, [say(`${LONG}${LONG}${LONG}`)]],
  ] as const)('one that %s is not made', (_, i, parts) => {
    const words = Array.from('KKKKKKD', (letter, k) => (k === i ? 'E' : letter)).join('');
    const plan = mended(words, editing({ [i]: parts }));
    expect(first(plan)).toBe('KKKKKKD');
    expect([plan.edits.size, plan.edits.get(i), plan.reason(i)]).toEqual([0, undefined, { key: 'keep-product-edit' }]);
  });
});

describe('summaries', () => {
  it('are of the messages that go; those without any are not asked for, and the others are counted anew', () => {
    // The first summary is of what is protected alone.
    const plan = mended('SKKKTDK');
    expect(first(plan)).toBe('KKKKSKK');
    expect(plan.summaries.map(({ id, members }) => [id, members])).toEqual([['summary-2', [4]]]);
    expect(Array.from(plan.into!)).toEqual([-1, -1, -1, -1, 0, -1, -1, -1, -1]);
    expect(plan.insertions).toEqual([{ before: 4, role: 'user', content: { summary: 'summary-2' } }]);
  });

  it('lose the members that stay', () => {
    const plan = mended('KSSKSKK');
    expect(first(plan)).toBe('KSKKSKK');
    expect(plan.summaries.map(({ members }) => members)).toEqual([[1, 4]]);
  });

  it('nothing goes into one where there is none', () => {
    expect(mended('KDKKKKK').into).toBeUndefined();
    const { summaries, insertions, into } = mended('SDKKKKK');
    expect([summaries, insertions, into]).toEqual([[], [], undefined]);
  });
});

describe('what is put in', () => {
  const note = (before: number): Insertion => ({ before, role: 'user', content: { text: 'note' } });
  const places = (words: string, ...at: number[]): number[] => mended(words, { insertions: at.map(note) }).insertions.map(({ before }) => before);

  it('stands where the product puts it, except inside a tool block that stays', () => {
    expect(places('KDKKKKK', 1, 2, 3, 4, 9)).toEqual([1, 2, 2, 4, 9]);
  });

  it('may stand inside a block that goes', () => {
    expect(places('KKDDKKK', 3)).toEqual([3]);
  });
});

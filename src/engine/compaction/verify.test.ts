/** Each check of the verification by itself, at the edge between accepted and rejected. docs/systems.md#verification */
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import type { Plan } from '../strategies/contract.ts';
import { letterPlan, text } from '../testing/letter-plans.ts';
import { answer, assistant, call, preparedOf, system, user } from '../testing/plans.ts';
import type { Message, Part } from '../transcript/types.ts';
import { quotes, type VerifyInput, verify } from './verify.ts';

/** Header, task, two blocks with an answer each: the second block is the last one, the task the last user message. */
const work = preparedOf([system(50), user(50, 'task'), call(50, 'a'), answer(50, 'a'), assistant(50), call(50, 'b'), answer(50, 'b'), assistant(50)]);

const checksOf = (p: PreparedTranscript, plan: Plan, given: Partial<VerifyInput> = {}) =>
  verify({ prepared: p, plan, texts: plan.insertions.map(() => 'words'), tokensAfter: 100, standing: 0, mayDropSkills: false, ...given });
/** The check of this id: its key without `check-`, and the values of its reason. */
const checked = (id: string, p: PreparedTranscript, plan: Plan, given: Partial<VerifyInput> = {}) => {
  const { ok, reason } = checksOf(p, plan, given).find((one) => one.id === id)!;
  return [ok, reason.key.replace('check-', ''), ...(reason.values ? [reason.values] : [])];
};

/** The same transcript with other parts in some messages. */
const withParts = (
  p: PreparedTranscript,
  parts: Readonly<Record<number, readonly Part[]>>,
  more: Readonly<Record<number, Partial<Message>>> = {},
) => {
  const messages = p.messages.map((m, i) => ({ ...m, ...more[i], parts: parts[i] ?? m.parts }));
  return prepare({ ...p.transcript, messages }, p.counts, p.settings);
};

test('the checks have a fixed order; minimum and summaries only where there are any', () => {
  const ids = (plan: Plan, given: Partial<VerifyInput> = {}) => checksOf(work, plan, given).map(({ id }) => id);
  expect(ids(letterPlan('KKDDKKKK'))).toEqual(['protected', 'tokens-down', 'last-user', 'tool-blocks']);
  expect(ids(letterPlan('KKSSKKKK'), { minimum: 3 })).toEqual(['protected', 'tokens-down', 'last-user', 'tool-blocks', 'minimum', 'summaries']);
});

describe('protected messages', () => {
  test('all stand: their number; one is lost: which, and by what it was protected', () => {
    expect(checked('protected', work, letterPlan('KKDDDKKD'))).toEqual([true, 'protected-kept', { count: 4 }]);
    expect(checked('protected', work, letterPlan('DKKKKKKK'))).toEqual([false, 'protected-lost', { message: 1, protection: 'header' }]);
    expect(checked('protected', work, letterPlan('KKKKKDDK'))).toEqual([false, 'protected-lost', { message: 6, protection: 'last-tool-block' }]);
    const pinned = preparedOf([user(50), user(50), assistant(50), user(50)], { marks: { m1: 'pin', m2: 'CRITICAL' } });
    expect(checked('protected', pinned, letterPlan('KDKK'))).toEqual([false, 'protected-lost', { message: 2, protection: 'pinned' }]);
    expect(checked('protected', pinned, letterPlan('KKSK'))).toEqual([false, 'protected-lost', { message: 3, protection: 'critical' }]);
  });

  test('an edited one is not kept, unless it lost thinking alone', () => {
    const thought: Part = { type: 'reasoning', text: 'hm', signature: 's' };
    const unsigned: Part = { type: 'reasoning', text: 'hm' };
    const said: Part[] = text('said');
    const p = withParts(preparedOf([user(50), assistant(50), user(50)], { marks: { m1: 'pin' } }), { 1: [thought, unsigned, ...said] });
    const edited = (parts: readonly Part[]) => checked('protected', p, letterPlan('KEK', { edits: new Map([[1, parts]]) }))[0];
    const kept = p.messages[1]!.parts.slice(1);
    expect(edited(kept)).toBe(true);
    expect(edited(kept.slice(1))).toBe(false);
    expect(edited([...kept, ...said])).toBe(false);
    expect(edited([kept[0]!, ...text('said')])).toBe(false);
    expect(checked('protected', p, letterPlan('KOK', { edits: new Map([[1, kept]]) }))[0]).toBe(false);
  });

  test('the last block goes where a summary replaces everything that may go, and only there', () => {
    expect(checked('protected', work, letterPlan('KSSSSSSS'))[0]).toBe(true);
    expect(checked('protected', work, letterPlan('KSSSKSSS'))).toEqual([false, 'protected-lost', { message: 6, protection: 'last-tool-block' }]);
    expect(checked('protected', work, letterPlan('KSSSSSSK'))[0]).toBe(false);
    // Nothing says what was in it.
    expect(checked('protected', work, letterPlan('KDDDDDDD'))[0]).toBe(false);
    // An edit of the block is no replacement.
    expect(checked('protected', work, letterPlan('KSSSSSES', { edits: new Map([[6, work.messages[6]!.parts]]) }))[0]).toBe(false);
  });

  test('of the last block only results may be edited or moved out, each in its place', () => {
    const edited = (fates: string, i: number, parts: readonly Part[]) =>
      checked('protected', work, letterPlan(fates, { edits: new Map([[i, parts]]) }))[0];
    const result = (callId: string): Part[] => [{ type: 'tool-result', callId, content: [{ type: 'text', text: '[cut]' }] }];
    expect(edited('KKKKKKEK', 6, result('b'))).toBe(true);
    expect(edited('KKKKKKOK', 6, result('b'))).toBe(true);
    expect(edited('KKKKKKEK', 6, result('a'))).toBe(false);
    expect(edited('KKKKKKEK', 6, [])).toBe(false);
    expect(edited('KKKKKEKK', 5, [{ type: 'tool-call', id: 'b', name: 'run', args: '"short"' }])).toBe(false);
  });

  test('beside such a summary stand earlier summaries, pinned and CRITICAL messages, and a last user message with an image', () => {
    const said = [system(50), user(50, 'so far'), user(50), call(50, 'a'), answer(50, 'a'), assistant(50)];
    const earlier = withParts(preparedOf(said), {}, { 1: { compaction: { kind: 'summary' }, synthetic: true } });
    expect(checked('protected', earlier, letterPlan('KKSSSS'))[0]).toBe(true);
    expect(checked('protected', preparedOf(said), letterPlan('KKSSSS'))[0]).toBe(false);
    for (const mark of ['pin', 'CRITICAL'] as const)
      expect(checked('protected', preparedOf(said, { marks: { m1: mark } }), letterPlan('KKSSSS'))[0]).toBe(true);
    expect(checked('protected', preparedOf(said), letterPlan('KSKSSS'))[0]).toBe(false);
    const image: Part = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };
    expect(checked('protected', withParts(preparedOf(said), { 2: [image] }), letterPlan('KSKSSS'))[0]).toBe(true);
  });

  test('skills leave the header only where the strategy may take them, and the system prompt never', () => {
    const p = preparedOf([system(50), user(50, 'Base directory for this skill: /s'), user(50), assistant(50)]);
    expect(checked('protected', p, letterPlan('KDKK'))[0]).toBe(false);
    expect(checked('protected', p, letterPlan('KDKK'), { mayDropSkills: true })[0]).toBe(true);
    expect(checked('protected', p, letterPlan('DKKK'), { mayDropSkills: true })[0]).toBe(false);
  });
});

test('the result has fewer tokens than the original: as many are too many', () => {
  const plan = letterPlan('KKDDKKKK');
  expect(checked('tokens-down', work, plan, { tokensAfter: 399 })).toEqual([true, 'tokens-down', { before: 400, after: 399 }]);
  expect(checked('tokens-down', work, plan, { tokensAfter: 400 })).toEqual([false, 'tokens-not-down', { before: 400, after: 400 }]);
});

describe('the last user message', () => {
  test('stands, or is quoted word for word, white space around it aside', () => {
    expect(checked('last-user', work, letterPlan('KKDDKKKK'))).toEqual([true, 'last-user-kept', { message: 2 }]);
    const quoting = (...texts: string[]) => checked('last-user', work, letterPlan('KSSSSSSS'), { texts });
    expect(quoting('none', 'the task is this')).toEqual([true, 'last-user-kept', { message: 2 }]);
    expect(quoting('the Task')).toEqual([false, 'last-user-lost', { message: 2 }]);
    expect(quoting()).toEqual([false, 'last-user-lost', { message: 2 }]);
    expect(checked('last-user', preparedOf([assistant(50), assistant(50)]), letterPlan('KD'))).toEqual([true, 'last-user-none']);
    // Offloaded words are no longer in the context.
    expect(checked('last-user', work, letterPlan('KOKKKKKK'))[0]).toBe(false);
  });

  test('every text of it is quoted; an image or a file cannot be', () => {
    const message = (...parts: Part[]): Message => ({ id: 'm', role: 'user', parts });
    expect(quotes('one and two', message(...text(' one\n'), ...text('two ')))).toBe(true);
    expect(quotes('one', message(...text('one'), ...text('two')))).toBe(false);
    expect(quotes('one', message(...text('one'), { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' }))).toBe(false);
    expect(quotes('one', message(...text('one'), { type: 'file', name: 'a.pdf', mime: 'application/pdf', bytes: 3, data: 'AAAA' }))).toBe(false);
  });

  test('of a summary: the words of the user that it quotes, not the whole of it', () => {
    const summary: Message = {
      id: 'm',
      role: 'user',
      parts: text('Before.\n\n<last_user_message>\nfix the build\n</last_user_message>'),
      compaction: { kind: 'summary' },
    };
    expect(quotes('… fix the build …', summary)).toBe(true);
    expect(quotes('Before.', summary)).toBe(false);
    expect(quotes('fix the build', { ...summary, compaction: undefined } as unknown as Message)).toBe(false);
  });
});

describe('tool blocks', () => {
  test('a block stands or goes whole; the first message that differs is named', () => {
    expect(checked('tool-blocks', work, letterPlan('KKDDKKKK'))).toEqual([true, 'tool-blocks-whole', { count: 2 }]);
    expect(checked('tool-blocks', work, letterPlan('KKKDKKKK'))).toEqual([false, 'tool-blocks-broken', { message: 4 }]);
    expect(checked('tool-blocks', work, letterPlan('KKDKKKKK'))).toEqual([false, 'tool-blocks-broken', { message: 4 }]);
    // One part summarised and one dropped: both are gone.
    expect(checked('tool-blocks', work, letterPlan('KKSDKKKK'))[0]).toBe(true);
    // Kept, edited and offloaded ones stay.
    expect(checked('tool-blocks', work, letterPlan('KKKOKKKK', { edits: new Map([[3, work.messages[3]!.parts]]) }))[0]).toBe(true);
  });

  test('a reminder between call and results may go by itself', () => {
    const apart = preparedOf([user(50), call(50, 'a'), { ...user(50), synthetic: true }, answer(50, 'a'), user(50)]);
    expect(checked('tool-blocks', apart, letterPlan('KKDKK'))[0]).toBe(true);
    expect(checked('tool-blocks', apart, letterPlan('KDKKK'))[0]).toBe(false);
    expect(checked('tool-blocks', apart, letterPlan('KDKDK'))[0]).toBe(true);
  });

  test('an edit keeps ids and order of calls and results', () => {
    const parts: readonly Part[] = [
      { type: 'tool-call', id: 'a', name: 'run', args: '{}' },
      { type: 'tool-call', id: 'b', name: 'run', args: '{}' },
    ];
    const p = preparedOf([user(50), call(50, 'a', 'b'), answer(50, 'a'), answer(50, 'b'), user(50)]);
    const edited = (i: number, made: readonly Part[], letter = 'E', more: Partial<Plan['edits']> = {}) =>
      checked('tool-blocks', p, letterPlan('KKKKK'.slice(0, i) + letter + 'KKKKK'.slice(i + 1), { edits: { size: 1, get: () => made, ...more } }))[0];
    expect(edited(1, [...text('cut'), ...parts])).toBe(true);
    expect(edited(1, parts.toReversed())).toBe(false);
    expect(edited(1, parts.slice(1))).toBe(false);
    expect(edited(1, [])).toBe(false);
    const result = (callId: string): Part => ({ type: 'tool-result', callId, content: [] });
    expect(edited(2, [result('a')], 'O')).toBe(true);
    expect(edited(2, [result('b')], 'O')).toBe(false);
    expect(edited(2, [{ type: 'tool-call', id: 'a', name: 'run', args: '{}' }], 'O')).toBe(false);
    expect(edited(4, text('cut'))).toBe(true);
    // Edits that keep their shape say so, and are not built.
    expect(edited(1, [], 'E', { keepsShape: true })).toBe(true);
  });
});

test('the minimum of messages that stand', () => {
  const plan = letterPlan('KKDDKKKK');
  expect(checked('minimum', work, plan, { standing: 5, minimum: 5 })).toEqual([true, 'minimum-kept', { kept: 5, minimum: 5 }]);
  expect(checked('minimum', work, plan, { standing: 4, minimum: 5 })).toEqual([false, 'minimum-below', { kept: 4, minimum: 5 }]);
});

test('every summary stands with words; white space is none', () => {
  const plan = letterPlan('KKSSTKKK');
  const texts = (...of: string[]) => checked('summaries', work, plan, { texts: of });
  expect(texts('one', 'two')).toEqual([true, 'summaries-written', { count: 2 }]);
  expect(texts('one', ' \n\t')).toEqual([false, 'summaries-missing', { summary: 'summary-2' }]);
  expect(texts('', 'two')).toEqual([false, 'summaries-missing', { summary: 'summary-1' }]);
  // The first and the last sign of ASCII, and what is none of it.
  expect(texts('!', '~')[0]).toBe(true);
  expect(texts('\n!', '总结')[0]).toBe(true);
  expect(texts('one', '\u007f')[0]).toBe(true);
  expect(texts('one', '\u3000')[0]).toBe(false);
  expect(texts('one')[0]).toBe(false);
  const note = { before: 2, role: 'user', content: { text: 'a note' } } as const;
  expect(checked('summaries', work, { ...plan, insertions: [note, plan.insertions[1]!] }, { texts: ['a note', 'two'] })[0]).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer, assistant, call, gone, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { keyEvents, kindsOf } from './key-events.ts';

const PLAIN = 'The weather over the lake was grey, and nobody went out that day.';
const kinds = (said: MessageSpec) => kindsOf(preparedOf([said]), 0);

describe('kinds of key events (S0 13)', () => {
  it('everything that the user says; marks of anybody; of the harness in the user’s name nothing else', () => {
    expect(kinds(user(9, PLAIN))).toEqual(['user']);
    expect(kinds(user(9, `注意：${PLAIN}`))).toEqual(['user', 'marked']);
    expect(kinds({ ...user(9, 'fix all errors'), synthetic: true })).toEqual([]);
    expect(kinds({ ...user(9, 'Important: fix all errors'), synthetic: true })).toEqual(['marked']);
    expect(kinds(assistant(9, `这一点很关键。${PLAIN}`))).toEqual(['marked']);
  });
  it('starts and ends of tasks, errors and fixes, outcomes', () => {
    expect(kinds(assistant(9, '!!!COMPLETE!!!'))).toEqual(['task']);
    expect(kinds(assistant(9, '任务完成'))).toEqual(['task']);
    expect(kinds(assistant(9, 'There is a bug in it.'))).toEqual(['fix']);
    expect(kinds(assistant(9, 'All green ✅'))).toEqual(['outcome']);
    expect(kinds(assistant(9, PLAIN))).toEqual([]);
  });
  it('decisions take more than 100 characters', () => {
    expect(kinds(assistant(9, 'We chose the second.'))).toEqual([]);
    expect(kinds(assistant(9, 'We chose the second. '.padEnd(100, 'a')))).toEqual([]);
    expect(kinds(assistant(9, 'We chose the second. '.padEnd(101, 'a')))).toEqual(['decision']);
    expect(kinds(assistant(9, `We chose the second. ${PLAIN} ${PLAIN}`))).toEqual(['decision']);
    expect(kinds(assistant(9, `我们决定用第二种。${'因为它更容易维护。'.repeat(12)}`))).toEqual(['decision']);
  });
  it('tool calls and their results; a failed one is an error', () => {
    const input = preparedOf([call(9, 'a'), answer(9, 'a'), call(9, 'b'), { ...answer(9, 'b'), text: 'Error: nothing there' }]);
    expect([0, 1, 2, 3].map((i) => kindsOf(input, i))).toEqual([['tool'], ['tool'], ['tool'], ['fix', 'tool']]);
    expect(kinds(assistant(9, '<TOOL_CALL>ls</TOOL_CALL>'))).toEqual(['tool']);
  });
});

describe('key events (S0 13)', () => {
  const talk: MessageSpec[] = [
    system(20),
    user(50, PLAIN),
    ...Array.from({ length: 8 }, () => assistant(100, PLAIN)),
    assistant(100, 'The bug is in the parser.'),
    call(20, 'a'),
    answer(200, 'a'),
    user(50, PLAIN),
    assistant(100, PLAIN),
    call(20, 'b'),
    answer(200, 'b'),
    assistant(100, PLAIN),
  ];

  it('keeps the events in order and the last five others', () => {
    const plan = planned(keyEvents, preparedOf(talk), { own: true });
    expect(letters(plan)).toBe('KKSSSSSKKKKKKKKKKK');
    expect(plan.reason(2).key).toBe('sum-no-event');
    expect(plan.reason(8)).toEqual({ key: 'keep-other', values: { keep: 5 } });
    expect(plan.reason(10)).toEqual({ key: 'keep-event', values: { kinds: 'fix' } });
  });
  it('runs above 10 messages', () => {
    expect(planned(keyEvents, preparedOf(talk.slice(0, 11)), { own: true }).unchanged).toMatchObject({
      key: 'unchanged-too-few',
      values: { messages: 10 },
    });
    expect(letters(planned(keyEvents, preparedOf(talk.slice(0, 12)), { own: true }))).toBe('KKSSSKKKKKKK');
  });
  it('keeps the strongest events where not all may stay, the newest of a kind first', () => {
    // Removable events by strength: the bug (10), then the first block (11, 12); the task, the last user message and the last
    // block are not among them.
    const at = (keepEvents: number) => letters(planned(keyEvents, preparedOf(talk), { own: true }, { keepEvents, keepOthers: 0 }));
    expect(at(0)).toBe('KKSSSSSSSSSSSKSKKS');
    expect(at(1)).toBe('KKSSSSSSSSSSSKSKKS'.replace('SSSKSKKS', 'SSSKSKKS'));
    expect(at(2)).toBe('KKSSSSSSSSKSSKSKKS');
    expect(at(4)).toBe('KKSSSSSSSSKKKKSKKS');
  });
  it('more events allowed, more kept', () => {
    const one = fc.constantFrom<MessageSpec>(
      user(9, PLAIN),
      assistant(9, PLAIN),
      assistant(9, 'bug'),
      assistant(9, '任务完成'),
      assistant(9, 'ok ✅'),
    );
    fc.assert(
      fc.property(fc.array(one, { minLength: 11, maxLength: 40 }), fc.nat(20), fc.nat(5), (said, keepEvents, keepOthers) => {
        const input = preparedOf(said);
        const at = (keep: number) => gone(planned(keyEvents, input, { own: true }, { keepEvents: keep, keepOthers }));
        expect(at(keepEvents)).toEqual(expect.arrayContaining(at(keepEvents + 1)));
      }),
    );
  });
});

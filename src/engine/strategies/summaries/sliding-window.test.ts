import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { answer, assistant, call, gone, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { resolveParams } from '../params.ts';
import { slidingWindow, windowShares } from './sliding-window.ts';

const chat = (messages: number): MessageSpec[] => Array.from({ length: messages }, (_, i) => (i % 2 ? assistant(100) : user(100)));

describe('sliding window (S0 8)', () => {
  it('splits 9 into 4 user or tool and 5 assistant messages', () => {
    expect(windowShares(9)).toEqual({ userTool: 4, assistant: 5 });
    expect(windowShares(1)).toEqual({ userTool: 0, assistant: 1 });
    expect(windowShares(11)).toEqual({ userTool: 5, assistant: 6 });
  });

  it('takes odd windows only', () => {
    expect(resolveParams(slidingWindow.params, { window: 10 })).toMatchObject({
      ok: false,
      error: 'parameter "window": expected a number from 1 to 100001, in steps of 2',
    });
    expect(resolveParams(slidingWindow.params, { window: 11 })).toMatchObject({ ok: true, value: { window: 11 } });
  });

  it('keeps the last window, system, and puts one summary in as a user message', () => {
    const plan = planned(slidingWindow, preparedOf([system(50), ...chat(20)]), { own: true });
    // The last five assistant messages are 12, 14 … 20, the last four of the user 13, 15, 17, 19.
    expect(letters(plan)).toBe(`K${'S'.repeat(11)}${'K'.repeat(9)}`);
    expect(plan.insertions).toEqual([{ before: 1, role: 'user', content: { summary: 'summary-1' } }]);
    expect(formatReason(plan.reason(2))).toBe('Window of 9: 4 of user and tools, 5 of the assistant');
    expect(formatReason(plan.reason(15))).toBe('Window of 9: 4 of user and tools, 5 of the assistant');
  });

  it('runs above twice the window, the header not counted', () => {
    expect(planned(slidingWindow, preparedOf([system(50), ...chat(18)]), { own: true }).unchanged).toEqual({
      key: 'unchanged-too-few',
      values: { messages: 18, minimum: 18 },
    });
    expect(planned(slidingWindow, preparedOf([system(50), ...chat(19)]), { own: true }).unchanged).toBeUndefined();
  });

  it('counts by role: an assistant that talks alone fills its half only', () => {
    const plan = planned(slidingWindow, preparedOf([...chat(4), ...Array.from({ length: 16 }, () => assistant(100))]), { own: true });
    // The sixth assistant message from the end ends the window, although no user message is in it; 2 is the last user message.
    expect(letters(plan)).toBe(`SKK${'S'.repeat(12)}KKKKK`);
  });

  it('over a conversation that ends with a question keeps every question between the answers that it keeps', () => {
    const plan = planned(slidingWindow, preparedOf([system(50), ...chat(21)]), { own: true });
    // The question at the end is beside the window of five answers and the four questions between them.
    expect(letters(plan)).toBe(`K${'S'.repeat(11)}${'K'.repeat(10)}`);
    expect(plan.reason(21)).toMatchObject({ key: 'window' });
  });

  it('ends where a message does not fit, and keeps everything from its first message on', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('user', 'assistant', 'call'), { minLength: 12, maxLength: 40 }), fc.nat(4), (kinds, half) => {
        const said = kinds.flatMap((kind, i): MessageSpec[] =>
          kind === 'user' ? [user(50)] : kind === 'assistant' ? [assistant(50)] : [call(50, `c${i}`), answer(50, `c${i}`)],
        );
        const input = preparedOf(said);
        const plan = planned(slidingWindow, input, { own: true }, { window: 2 * half + 1 });
        if (plan.unchanged) return;
        // Behind the last message that goes, the last user message and the last tool block, which are protected, everything stays.
        const kept = Array.from(plan.fates.keys()).filter((i) => plan.fates[i] === 0 && plan.reason(i).key === 'window');
        expect(kept).toEqual(kept.map((_, k) => input.n - kept.length + k));
        const first = input.n - kept.length;
        const answers = said.slice(first).filter(({ role }) => role === 'assistant').length;
        // A block on the boundary belongs to the window with its call.
        expect(answers).toBeLessThanOrEqual(half + 2);
      }),
    );
  });

  it('keeps tool blocks whole', () => {
    const agent = preparedOf([
      user(10),
      ...Array.from({ length: 12 }, (_, i): MessageSpec[] => [call(10, `a${i}`, `b${i}`), answer(10, `a${i}`), answer(10, `b${i}`)]).flat(),
    ]);
    const plan = planned(slidingWindow, agent, { own: true }, { window: 3 });
    // One user or tool and two assistant messages: the last two blocks; the first one parts the task from the summary.
    expect(letters(plan)).toBe(`KKKK${'S'.repeat(27)}${'K'.repeat(6)}`);
    expect(plan.reason(2)).toEqual({ key: 'keep-apart' });
  });

  it('sets no message of the user beside another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('user', 'assistant', 'call'), { minLength: 12, maxLength: 40 }),
        fc.nat(4),
        fc.array(fc.nat(40), { maxLength: 3 }),
        (kinds, half, pins) => {
          const said = kinds.flatMap((kind, i): MessageSpec[] =>
            kind === 'user' ? [user(50)] : kind === 'assistant' ? [assistant(50)] : [call(50, `c${i}`), answer(50, `c${i}`)],
          );
          const input = preparedOf(said, { marks: Object.fromEntries(pins.map((i) => [`m${i}`, 'pin'])) });
          const plan = planned(slidingWindow, input, { own: true }, { window: 2 * half + 1 });
          if (plan.unchanged) return;
          const { before } = plan.insertions[0]!;
          const isUser = (i: number): boolean => said[i]?.role === 'user';
          const kept = (i: number): boolean => plan.fates[i] === 0;
          const after = said.findIndex((_, i) => i >= before && kept(i));
          // Two in a row of the recording itself may stay.
          expect(isUser(before - 1) && !isUser(before)).toBe(false);
          expect(isUser(after)).toBe(false);
        },
      ),
    );
  });

  it('a larger window keeps more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('user', 'assistant', 'call'), { minLength: 10, maxLength: 60 }),
        fc.integer({ min: 0, max: 12 }),
        (kinds, half) => {
          const said = kinds.flatMap((kind, i): MessageSpec[] =>
            kind === 'user' ? [user(50)] : kind === 'assistant' ? [assistant(50)] : [call(50, `c${i}`), answer(50, `c${i}`)],
          );
          const input = preparedOf([system(20), ...said, user(10)]);
          const small = planned(slidingWindow, input, { own: true }, { window: 2 * half + 1 });
          const large = planned(slidingWindow, input, { own: true }, { window: 2 * half + 3 });
          expect(gone(small)).toEqual(expect.arrayContaining(gone(large)));
        },
      ),
    );
  });
});

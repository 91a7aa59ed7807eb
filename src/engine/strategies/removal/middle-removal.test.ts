import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { answer, assistant, call, gone, letters, planned, preparedOf, system, user } from '../../testing/plans.ts';
import { middleRemoval } from './middle-removal.ts';

/** Removable: 1–14. First four 1–4, last five 10–14, middle 5–9. LOW: 5, 7, 10, 13; HIGH by length: 8. */
const talk = preparedOf([
  system(50),
  user(30),
  assistant(30),
  user(30),
  assistant(30),
  user(10),
  assistant(30),
  user(15),
  assistant(900),
  user(30),
  assistant(12),
  user(30),
  assistant(30),
  user(10),
  assistant(30),
  user(30),
]);
const TOTAL = 1297;

describe('middle removal (S2)', () => {
  it('counts as the example says', () => {
    expect(talk.counts.total).toBe(TOTAL);
  });

  it('takes LOW from the middle first, oldest first', () => {
    expect(letters(planned(middleRemoval, talk, { target: TOTAL - 1 }))).toBe('KKKKKDKKKKKKKKKK');
    expect(letters(planned(middleRemoval, talk, { target: TOTAL - 11 }))).toBe('KKKKKDKDKKKKKKKK');
  });

  it('goes on with NORMAL by age and HIGH last', () => {
    expect(letters(planned(middleRemoval, talk, { target: TOTAL - 26 }))).toBe('KKKKKDDDKKKKKKKK');
    expect(letters(planned(middleRemoval, talk, { target: TOTAL - 56 }))).toBe('KKKKKDDDKDKKKKKK');
    expect(letters(planned(middleRemoval, talk, { target: TOTAL - 86 }))).toBe('KKKKKDDDDDKKKKKK');
  });

  it('takes LOW messages of the edges only when the middle is used up', () => {
    // The middle holds 985 tokens: 312 are left. 12 more come from message 10, then 10 from message 13.
    expect(letters(planned(middleRemoval, talk, { target: 312 }))).toBe('KKKKKDDDDDKKKKKK');
    expect(letters(planned(middleRemoval, talk, { target: 300 }))).toBe('KKKKKDDDDDDKKKKK');
    expect(letters(planned(middleRemoval, talk, { target: 299 }))).toBe('KKKKKDDDDDDKKDKK');
  });

  it('stops there: NORMAL and HIGH of the edges, system and the last user message stay', () => {
    expect(letters(planned(middleRemoval, talk, { target: 2 }))).toBe('KKKKKDDDDDDKKDKK');
  });

  it('never takes a pin, and does not count it among the preserved', () => {
    const pinned = preparedOf([system(50), ...Array.from({ length: 12 }, () => user(30)), user(30)], { marks: { m6: 'pin' } });
    expect(letters(planned(middleRemoval, pinned, { target: 2 }))).toBe('KKKKKDKDKKKKKK');
  });

  it('keeps a tool block on the boundary whole on the preserved side', () => {
    const blocks = preparedOf([
      user(30),
      call(30, 'a', 'b'),
      answer(30, 'a'),
      answer(30, 'b'),
      assistant(30),
      assistant(30),
      call(30, 'c'),
      answer(30, 'c'),
      assistant(30),
      call(30, 'd'),
      answer(30, 'd'),
      user(30),
    ]);
    // First 2: message 0 and the block 1–3. Last 2: message 8 and the block 6–7, because 9–10 is the protected last block.
    expect(letters(planned(middleRemoval, blocks, { target: 2 }, { preserveStart: 2, preserveEnd: 2 }))).toBe('KKKKDDKKKKKK');
  });

  it('stops at the minimum number of messages', () => {
    const params = { preserveStart: 0, preserveEnd: 0, minMessages: 14 };
    expect(letters(planned(middleRemoval, talk, { target: 2 }, params))).toBe('KKKKKDKDKKKKKKKK');
  });

  it('changes nothing within the target, and says so', () => {
    const plan = planned(middleRemoval, talk, { target: TOTAL });
    expect(letters(plan)).toBe('K'.repeat(16));
    expect(plan.unchanged).toEqual({ key: 'unchanged-within-target', values: { tokens: TOTAL, target: TOTAL } });
  });

  it('says so when everything is preserved', () => {
    const short = preparedOf([system(50), ...Array.from({ length: 8 }, () => user(100))]);
    expect(formatReason(planned(middleRemoval, short, { target: 100 }).unchanged!)).toBe('Nothing removable between the first 4 and the last 5');
  });

  it('gives each fate a sentence with its numbers', () => {
    const plan = planned(middleRemoval, talk, { target: 300 });
    const say = (i: number): string => formatReason(plan.reason(i));
    expect(say(5)).toBe('LOW: 10 tokens, under 20, no question mark; no. 1 of 6, from the middle');
    expect(say(8)).toBe('HIGH: 900 tokens, over 800; no. 5 of 6, from the middle');
    expect(say(10)).toBe('LOW: 12 tokens, under 20, no question mark; no. 6 of 6, from the edge, as the middle is used up');
    expect(say(0)).toBe('System prompt, memory or skills: stay');
    expect(say(3)).toBe('Among the first 4 removable messages');
    expect(say(13)).toBe('Among the last 5 removable messages');
    expect(say(15)).toBe('Last message of the user');
    const early = planned(middleRemoval, talk, { target: TOTAL - 1 });
    expect(formatReason(early.reason(8))).toBe('Not reached: 1 removals left 1,287 tokens, the budget is 1,296');
  });

  it('meets the target with the fewest removals its order allows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1200 }), { minLength: 12, maxLength: 60 }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (tokens, share) => {
          const input = preparedOf(tokens.map((t, i) => (i % 2 ? assistant(t) : user(t))));
          const target = Math.floor(share * input.counts.total);
          const plan = planned(middleRemoval, input, { target });
          const removed = tokens.filter((_, i) => plan.fates[i] !== 0);
          const left = input.counts.total - removed.reduce((a, b) => a + b, 0);
          expect(removed.length === 0 || left > target || left + Math.max(...removed) > target).toBe(true);
          const tighter = planned(middleRemoval, input, { target: Math.floor(target / 2) });
          // A lower target removes the same messages and more.
          expect(gone(tighter)).toEqual(expect.arrayContaining(gone(plan)));
        },
      ),
    );
  });
});

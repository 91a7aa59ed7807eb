import { describe, expect, it } from 'vitest';
import { formatReason } from '../../../i18n/index.ts';
import { answer, assistant, call, letters, planned, preparedOf, system, user } from '../../testing/plans.ts';
import { oldestRemoval } from './oldest-removal.ts';

/** 1 and 2 are HIGH (first two), 3 HIGH by length, 7 LOW and newer than all of them; 8 and 9 are the last two. */
const talk = preparedOf([
  system(50),
  user(30),
  assistant(30),
  assistant(900),
  user(30),
  assistant(30),
  user(30),
  assistant(12),
  assistant(30),
  user(30),
]);

describe('oldest removal (S2)', () => {
  it('lets an old HIGH outlive a new LOW', () => {
    expect(letters(planned(oldestRemoval, talk, { target: talk.counts.total - 1 }))).toBe('KKKKKKKDKK');
  });

  it('goes on with NORMAL, old before new, then HIGH, old before new', () => {
    const removing = (removed: number): string => letters(planned(oldestRemoval, talk, { target: talk.counts.total - removed }));
    expect(removing(13)).toBe('KKKKDKKDKK');
    expect(removing(102)).toBe('KKKKDDDDKK');
    expect(removing(103)).toBe('KDKKDDDDKK');
  });

  it('stops at the minimum, system and last user message included', () => {
    expect(letters(planned(oldestRemoval, talk, { target: 2 }))).toBe('KDDKDDDDKK');
    expect(letters(planned(oldestRemoval, talk, { target: 2 }, { minMessages: 1 }))).toBe('KDDDDDDDDK');
  });

  it('takes a tool block whole and with the priority of its highest member', () => {
    const blocks = preparedOf([
      user(30),
      assistant(30),
      call(10, 'a'),
      answer(30, 'a'),
      assistant(30),
      assistant(30),
      call(30, 'b'),
      answer(30, 'b'),
      assistant(30),
      user(30),
    ]);
    // The call alone would be LOW; with its result the block is HIGH and older than no other HIGH but 0 and 1.
    expect(letters(planned(oldestRemoval, blocks, { target: blocks.counts.total - 61 }))).toBe('DKKKDDKKKK');
    const plan = planned(oldestRemoval, blocks, { target: blocks.counts.total - 121 });
    expect(letters(plan)).toBe('DDDDDDKKKK');
    expect(formatReason(plan.reason(3))).toBe('HIGH: tool block of 2 messages, 40 tokens; no. 5 of 6, low priority first, then old');
  });

  it('says which minimum stopped it', () => {
    const plan = planned(oldestRemoval, talk, { target: 2 });
    expect(formatReason(plan.reason(8))).toBe('Not reached: 4 messages left, the minimum is 4');
    expect(planned(oldestRemoval, talk, { target: 2 }, { minMessages: 10 }).unchanged).toEqual({
      key: 'unchanged-minimum',
      values: { messages: 10, minimum: 10 },
    });
  });

  it('aims at 0.8 of the window by its own rule', () => {
    expect(oldestRemoval.ownTarget?.({ minMessages: 4, compressionThreshold: 0.9, checkInterval: 5, enabled: true }, 100_000)).toBe(80_000);
  });
});

import { describe, expect, it } from 'vitest';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, system, user } from '../../testing/plans.ts';
import { qaPairs } from './qa-pairs.ts';

const pair = (k: number): MessageSpec[] => [user(20), assistant(30), call(50, `${k}`), answer(900, `${k}`), assistant(60)];
const talk = preparedOf([system(20), ...pair(1), ...pair(2), ...pair(3)]);

describe('questions and answers (S0 16)', () => {
  it('keeps question and final answer, the steps go into a summary in their place, the last pair stays whole', () => {
    const plan = planned(qaPairs, talk, { own: true });
    expect(letters(plan)).toBe('KKSSSKKSSSKKKKKK');
    expect(plan.insertions.map(({ before }) => before)).toEqual([2, 7]);
    expect(plan.summaries.map(({ members }) => members)).toEqual([
      [2, 3, 4],
      [7, 8, 9],
    ]);
    expect(plan.reason(1)).toEqual({ key: 'keep-question', values: { pair: 1, of: 3 } });
    expect(plan.reason(5)).toEqual({ key: 'keep-answer', values: { pair: 1, of: 3 } });
    expect(plan.reason(3)).toMatchObject({ key: 'sum-steps', values: { pair: 1, of: 3, tokens: 980 } });
    expect(plan.reason(12)).toMatchObject({ key: 'keep-recent-pair', values: { pair: 3, back: 1 } });
  });
  it('one summary for all where a person wants it', () => {
    const plan = planned(qaPairs, talk, { own: true }, { summaries: 'all' });
    expect(letters(plan)).toBe('KKSSSKKSSSKKKKKK');
    expect(plan.summaries).toHaveLength(1);
    expect(plan.insertions[0]?.before).toBe(2);
    expect(plan.reason(3)).toEqual({ key: 'sum-all-steps', values: { pair: 1, of: 3 } });
  });
  it('more recent pairs, fewer summaries; none recent leaves only what is protected', () => {
    expect(letters(planned(qaPairs, talk, { own: true }, { recentPairs: 2 }))).toBe('KKSSSKKKKKKKKKKK');
    // 30 tokens of steps beside the last block are less than a summary.
    expect(letters(planned(qaPairs, talk, { own: true }, { recentPairs: 0 }))).toBe('KKSSSKKSSSKKKKKK');
    expect(planned(qaPairs, talk, { own: true }, { recentPairs: 3 }).unchanged).toMatchObject({ key: 'unchanged-nothing-older' });
  });
  it('a turn that ends with a call has no answer: what was said before the call is a step', () => {
    const broken = preparedOf([user(20), assistant(300, 'I will look.'), call(50, 'a'), answer(900, 'a'), user(20), assistant(60)]);
    expect(letters(planned(qaPairs, broken, { own: true }))).toBe('KSSKKK'.replace('SSK', 'SKK'));
  });
  it('what comes with a call is no answer, also where the call has no result', () => {
    const look: MessageSpec = { ...call(900, 'a'), text: 'I will look.' };
    const plan = planned(qaPairs, preparedOf([user(20), assistant(60), look, user(20), assistant(60)]), { own: true });
    expect(letters(plan)).toBe('KKSKK');
    expect(plan.reason(1).key).toBe('keep-answer');
  });
  it('leaves what stands before the first question', () => {
    const greeting = preparedOf([
      assistant(800),
      user(20),
      call(50, 'a'),
      answer(900, 'a'),
      assistant(60),
      user(20),
      call(9, 'z'),
      answer(9, 'z'),
      assistant(60),
    ]);
    const plan = planned(qaPairs, greeting, { own: true });
    expect(letters(plan)).toBe('KKSSKKKKK');
    expect(plan.reason(0).key).toBe('keep-before-questions');
  });
});

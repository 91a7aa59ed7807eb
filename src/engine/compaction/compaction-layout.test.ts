import { expect, test } from 'vitest';
import { letterPlan } from '../testing/letter-plans.ts';
import { answer, assistant, call, preparedOf, user } from '../testing/plans.ts';
import { layoutOf } from './repair.ts';

/** One question, a call with two results, an answer, a call with its result, a question. */
const p = preparedOf([user(9), call(9, 'a', 'b'), answer(9, 'a'), answer(9, 'b'), assistant(9), call(9, 'c'), answer(9, 'c'), user(9)]);
const layout = (letters: string, ...places: number[]) =>
  layoutOf(p, letterPlan(letters, { insertions: places.map((before) => ({ before, role: 'user', content: { text: 'note' } })) }));

test('positions count what stands before; at the end nothing follows', () => {
  expect(layout('KKKKKKKK', 0, 4, 8)).toEqual({ order: [0, 1, 2], before: [0, 4, 8], position: [0, 5, 10], length: 11 });
  expect(layout('KDDDKDDK', 1, 5, 8)).toEqual({ order: [0, 1, 2], before: [1, 5, 8], position: [1, 3, 5], length: 6 });
  expect(layout('KKKKKKKK')).toEqual({ order: [], before: [], position: [], length: 8 });
});

test('nothing stands between a call and its results, however many they are', () => {
  expect(layout('KKKKKKKK', 2).before).toEqual([1]);
  expect(layout('KKKKKKKK', 3).before).toEqual([1]);
  expect(layout('KKKKKKKK', 1).before).toEqual([1]);
  // Where the block is gone, its place is as good as any.
  expect(layout('KDDDKKKK', 2).before).toEqual([2]);
  // What follows the place is a result further on: its call decides.
  expect(layout('KKKKDKKK', 4).before).toEqual([4]);
  expect(layout('KKKKKKDK', 6).before).toEqual([6]);
});

test('a place before messages that are gone moves with the next one that stands', () => {
  // 2 is gone, 3 stands and is a result of the call at 1.
  expect(layout('KKDKKKKK', 2).before).toEqual([1]);
  expect(layout('KKDDKKKK', 2).before).toEqual([2]);
});

test('insertions are in order of their places, and at one place in the order of the plan', () => {
  expect(layout('KKKKKKKK', 7, 0, 4)).toMatchObject({ order: [1, 2, 0], before: [0, 4, 7], position: [0, 5, 9] });
  expect(layout('KKKKKKKK', 4, 4, 1)).toMatchObject({ order: [2, 0, 1], before: [1, 4, 4], position: [1, 5, 6] });
  // 3 moves to 1, before what the plan has at 1 already only if it comes first there.
  expect(layout('KKKKKKKK', 3, 1)).toMatchObject({ order: [0, 1], before: [1, 1], position: [1, 2] });
  expect(layout('KKKKKKKK', 5, 2)).toMatchObject({ order: [1, 0], before: [1, 5] });
});

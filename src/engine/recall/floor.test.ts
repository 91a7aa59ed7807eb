import { expect, test } from 'vitest';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { boundsOf } from './floor.ts';
import type { Needs } from './needs.ts';

/** Needs by message; locals from `needed` on are pointers. */
const needsOf = (held: readonly (readonly number[])[], needed: number): Needs => ({ held, needed }) as unknown as Needs;

test('the floor is the mean of 20 random removals', () => {
  const prefix = preparedOf([user(10), assistant(100), assistant(100), user(10)]);
  // One needed fact, in one of two blocks of which one has to go.
  const { random, oracle } = boundsOf(prefix, needsOf([[], [0], [], []], 1), 150, 1);
  expect(oracle).toBe(1);
  expect(random).toBeGreaterThan(0);
  expect(random).toBeLessThan(1);
  expect((random * 20) % 1).toBeCloseTo(0, 9);
  expect([19, 21].map((runs) => Math.abs(random * runs - Math.round(random * runs)) > 0.01)).toEqual([true, true]);
});

test('what is protected is kept by both, and its tokens count', () => {
  const prefix = preparedOf([system(50), user(10), assistant(100), assistant(100), user(10)], {}, 30);
  const needs = needsOf([[0], [], [1], [2], [3]], 4);
  // 30 of tool definitions, 50 of the header and 10 of the last words: 90 of 300 stay in any case.
  const at = (target: number) => boundsOf(prefix, needs, target, 1);
  expect(at(90)).toEqual({ random: 2, oracle: 2 });
  expect(at(189)).toEqual({ random: 2, oracle: 2 });
  expect([at(190).oracle, at(289).oracle, at(290).oracle]).toEqual([3, 3, 4]);
  expect(at(299).random).toBeGreaterThan(3);
  expect(at(300)).toEqual({ random: 4, oracle: 4 });
});

test('removals stop as soon as the target is met', () => {
  // Of three blocks of 100 with a fact each, one goes down to 220, two below.
  const prefix = preparedOf([system(10), assistant(100), assistant(100), assistant(100), user(10)]);
  const random = (target: number) => boundsOf(prefix, needsOf([[], [0], [1], [2], []], 3), target, 1).random;
  expect([320, 319, 220, 219, 120, 119, 20, 0].map(random)).toEqual([3, 2, 2, 1, 1, 0, 0, 0]);
});

test('a fact that two blocks hold counts once; paths that lead back to one are no needed facts', () => {
  const prefix = preparedOf([user(10), assistant(100), assistant(100), user(10)]);
  expect(boundsOf(prefix, needsOf([[], [0, 1], [0], []], 1), 220, 1)).toEqual({ random: 1, oracle: 1 });
  expect(boundsOf(prefix, needsOf([[], [0, 0], [0], []], 1), 120, 1)).toEqual({ random: 1, oracle: 1 });
});

test('another seed takes other removals', () => {
  const said = Array.from({ length: 12 }, () => assistant(100));
  const prefix = preparedOf([user(10), ...said, user(10)]);
  const needs = needsOf([[], ...said.map((_, b) => (b % 3 === 0 ? [b / 3] : [])), []], 4);
  const random = (seed: number) => boundsOf(prefix, needs, 620, seed).random;
  expect(random(1)).toBe(random(1));
  expect(new Set([1, 100, 200, 300].map(random)).size).toBeGreaterThan(1);
});

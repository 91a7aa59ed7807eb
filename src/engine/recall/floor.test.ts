import { expect, test } from 'vitest';
import { assistant, preparedOf, user } from '../testing/plans.ts';
import { boundsOf } from './floor.ts';
import type { Needs } from './needs.ts';

test('the floor is the mean of 20 random removals', () => {
  const prefix = preparedOf([user(10), assistant(100), assistant(100), user(10)]);
  // One needed fact, in one of two blocks of which one has to go.
  const needs = { held: [[], [0], [], []], needed: 1 } as unknown as Needs;
  const { random, oracle } = boundsOf(prefix, needs, 150, 1);
  expect(oracle).toBe(1);
  expect(random).toBeGreaterThan(0);
  expect(random).toBeLessThan(1);
  expect((random * 20) % 1).toBeCloseTo(0, 9);
  expect([19, 21].map((runs) => Math.abs(random * runs - Math.round(random * runs)) > 0.01)).toEqual([true, true]);
});

import { describe, expect, test } from 'vitest';
import { INDEPENDENT, type Independent, type IndependentValues, leastNeeds, retainedOf } from './contract.ts';

/** Values with so many needed items each; the others of a measure are told apart by their shares. */
function valuesOf(needed: Partial<Record<Independent, number>>): IndependentValues {
  const shares: Partial<Record<Independent, number>> = { strings: 0.5, paths: 0.9 };
  return Object.fromEntries(
    INDEPENDENT.map((name) => {
      const share = shares[name] ?? 0.1;
      const count = needed[name] ?? 0;
      const has = (value: number) => (count === 0 ? null : value);
      return [name, { kept: share * count, needed: count, share: has(share), chance: has(share - 0.1), newest: has(share / 2), floor: null }];
    }),
  ) as unknown as IndependentValues;
}

const LEAST = leastNeeds();

describe('the independent recall', () => {
  test('is the mean of strings and paths, however many of each there are', () => {
    const { share, chance, newest } = retainedOf(valuesOf({ strings: 1000, paths: LEAST }), LEAST)!;
    expect(share).toBeCloseTo(0.7, 9);
    expect(chance).toBeCloseTo(0.6, 9);
    expect(newest).toBeCloseTo(0.35, 9);
  });

  test('leaves out the one of which too little was needed', () => {
    expect(retainedOf(valuesOf({ strings: 1000, paths: LEAST - 1 }), LEAST)?.share).toBe(0.5);
    expect(retainedOf(valuesOf({ strings: LEAST - 1, paths: LEAST }), LEAST)?.share).toBe(0.9);
    expect(retainedOf(valuesOf({ strings: LEAST - 1, paths: 0, wording: 500, pairs: 500, edits: 50, userWords: 500 }), LEAST)).toBeNull();
  });

  test('of recorded compactions counts however little was needed', () => {
    expect(leastNeeds(true)).toBe(1);
    expect(retainedOf(valuesOf({ strings: 2, paths: 1 }), leastNeeds(true))?.share).toBeCloseTo(0.7, 9);
    expect(retainedOf(valuesOf({}), leastNeeds(true))).toBeNull();
  });
});

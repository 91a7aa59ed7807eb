import { describe, expect, test } from 'vitest';
import { INDEPENDENT, type Independent, type IndependentValues, independentRecall, LEAST_NEEDS } from './contract.ts';

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

describe('the independent recall', () => {
  test('is the mean of strings and paths, however many of each there are', () => {
    expect(independentRecall(valuesOf({ strings: 1000, paths: LEAST_NEEDS }))).toBeCloseTo(0.7, 9);
    expect(independentRecall(valuesOf({ strings: 1000, paths: LEAST_NEEDS }), 'chance')).toBeCloseTo(0.6, 9);
    expect(independentRecall(valuesOf({ strings: 1000, paths: LEAST_NEEDS }), 'newest')).toBeCloseTo(0.35, 9);
  });

  test('leaves out the one of which too little was needed', () => {
    expect(independentRecall(valuesOf({ strings: 1000, paths: LEAST_NEEDS - 1 }))).toBe(0.5);
    expect(independentRecall(valuesOf({ strings: LEAST_NEEDS - 1, paths: LEAST_NEEDS }))).toBe(0.9);
    expect(independentRecall(valuesOf({ strings: LEAST_NEEDS - 1, paths: 0, wording: 500, pairs: 500, edits: 50, userWords: 500 }))).toBeNull();
  });
});

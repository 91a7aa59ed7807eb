import { describe, expect, test } from 'vitest';
import { randomSource } from '../lib/random.ts';
import { candidate } from '../testing/candidates.ts';
import { deep } from '../testing/scale.ts';
import { answerOf, CUTS } from './answer.ts';
import { type Unit, WISHES } from './contract.ts';
import { flipsOf, type Contrast, differencesOf } from './together.ts';

const CANDIDATES = 25;
const CHECKPOINTS = 12;
const ITEMS = 40;
/** Draws of the simulation. */
const DRAWS = deep ? 1000 : 150;

/** A row that keeps each item with the chance of the item, and more with a lead; hard checkpoints are hard for all. */
function simulated(draw: (below: number) => number, lead: number): readonly Unit[] {
  return Array.from({ length: CHECKPOINTS }, (_, c) => {
    let kept = 0;
    for (let item = 0; item < ITEMS; item++) {
      const easy = (item * 7 + c) % 10 < 3 + (c % 4) ? 850 : 150;
      if (draw(1000) < easy + lead * 1000) kept++;
    }
    return { strings: { kept, needed: ITEMS, chance: 0 } };
  });
}

/** Verdict and winner where one of many may have a lead over what the person has. */
function answerIn(seed: number, lead: number): string {
  const draw = randomSource(seed);
  const rows = Array.from({ length: CANDIDATES }, (_, i) => candidate(`row${i}`, simulated(draw, i === 7 ? lead : 0)));
  const { verdict, row } = answerOf([candidate('mine', simulated(draw, 0)), ...rows], WISHES, 'mine', CUTS);
  return `${verdict} ${row?.key}`;
}
const shareOf = (lead: number, is: (answer: string) => boolean): number => {
  let found = 0;
  for (let seed = 1; seed <= DRAWS; seed++) if (is(answerIn(seed, lead))) found++;
  return found / DRAWS;
};

describe('the best of many', () => {
  test('where all are alike, one is said to be better in at most one of twenty draws', () => {
    expect(shareOf(0, (answer) => answer.startsWith('use'))).toBeLessThanOrEqual(0.05);
  });

  test('a true lead of 10 points is found', () => {
    expect(shareOf(0.1, (answer) => answer === 'use row7')).toBeGreaterThanOrEqual(0.8);
  });
});

/** Of units that weigh alike. */
function contrast(...parts: readonly number[]): Contrast {
  const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length;
  const shares = Float64Array.from(parts, (part) => part / parts.length);
  return { mean, parts: shares, expected: shares.map(() => mean / parts.length), sums: flipsOf(shares) };
}

describe('differences together', () => {
  test('five units say nothing, six that agree do', () => {
    expect(differencesOf([contrast(0.2, 0.2, 0.2, 0.2, 0.2)])[0]).toMatchObject({ interval: [-0.8, 1], apart: false });
    const [six] = differencesOf([contrast(0.2, 0.2, 0.2, 0.2, 0.2, 0.2)]);
    expect(six!.apart).toBe(true);
    expect(six!.interval[0]).toBeCloseTo(0.2, 12);
  });

  test('of one row and many units it is the interval of Student’s t', () => {
    // 40 units whose standard deviation is 0.1: t at 39 degrees of freedom exceeds 1.685 in a twentieth of cases.
    const parts = Array.from({ length: 40 }, (_, u) => 0.05 + (u % 2 ? 0.1 : -0.1) * Math.sqrt(39 / 40));
    const [low, high] = differencesOf([contrast(...parts)])[0]!.interval;
    expect((high - low) / 2 / (1.685 * (0.1 / Math.sqrt(40)))).toBeGreaterThan(0.92);
    expect((high - low) / 2 / (1.685 * (0.1 / Math.sqrt(40)))).toBeLessThan(1.08);
  });

  test('an interval contains the mean, excludes 0 exactly when the rows differ, and widens with more rows', () => {
    const one = contrast(0.1, 0.3, 0.2, 0.15, 0.25, 0.1, 0.2, 0.3, 0.22, 0.12);
    const draw = randomSource(3);
    const noise = Array.from({ length: 40 }, () => contrast(...Array.from({ length: 10 }, () => draw(1000) / 1000 - 0.5)));
    const [alone, among] = [differencesOf([one])[0]!, differencesOf([one, ...noise])[0]!];
    for (const { mean, interval, apart } of [alone, among]) {
      expect(interval[0]).toBeLessThan(mean);
      expect(interval[1]).toBeGreaterThan(mean);
      expect(apart).toBe(interval[0] > 0);
    }
    expect(among.interval[1] - among.interval[0]).toBeGreaterThan(alone.interval[1] - alone.interval[0]);
  });

  test('a row is told apart by its own spread, whatever others vary', () => {
    const steady = contrast(0.1, 0.12, 0.09, 0.11, 0.1, 0.12, 0.08, 0.1, 0.11, 0.09, 0.1, 0.12);
    const wild = contrast(0.9, -0.8, 0.7, -0.9, 0.8, -0.7, 0.9, -0.8, 0.7, -0.9, 0.8, -0.6);
    expect(differencesOf([steady, wild]).map((one) => one!.apart)).toEqual([true, false]);
  });

  test('rows that are the same are not told apart, nor rows that cannot be held against one another', () => {
    expect(differencesOf([contrast(0, 0, 0, 0, 0, 0, 0), null])).toMatchObject([{ mean: 0, interval: [0, 0], apart: false }, null]);
    expect(differencesOf([])).toEqual([]);
  });
});

import { mean, median, medianAbsoluteDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { randomSource } from '../lib/random.ts';
import { distributionOf, meanInterval, medianInterval, pairedDifference, quantile } from './sets-reduce.ts';

/** Every way to draw n of n values, as sorted draws: n ** n of them, each equally likely. */
function everyDraw(values: readonly number[]): readonly (readonly number[])[] {
  let draws: (readonly number[])[] = [[]];
  for (let k = 0; k < values.length; k++) draws = draws.flatMap((draw) => values.map((value) => [...draw, value]));
  return draws.map((draw) => draw.toSorted((a, b) => a - b));
}
/** The smallest value with at least this share of the draws at or below it, and its neighbours' shares: an interval of draws ends there. */
const shareBelow = (of: readonly number[], value: number): number => of.filter((one) => one < value).length / of.length;
const shareUpTo = (of: readonly number[], value: number): number => of.filter((one) => one <= value).length / of.length;
const valued = (...values: number[]) => values.map((value, i) => ({ session: `s${i}`, value }));

describe('quantiles', () => {
  it('interpolate between neighbours: by hand', () => {
    // Ranks 0 to 3: a quarter is rank 0.75, three quarters rank 2.25.
    expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile([1, 2, 4, 8], share))).toEqual([1, 1.75, 3, 5, 8]);
    expect(quantile([7], 0.3)).toBe(7);
  });
});

describe('intervals by drawing the sessions again', () => {
  it.each([[[0.1, 0.4, 0.7, 0.9]], [[0, 0, 1, 5, 9]], [[2, 3, 5, 7, 11, 13]]])('are where all draws of %j have them', (values) => {
    const draws = everyDraw(values);
    const medians = draws.map((draw) => median([...draw]));
    const means = draws.map((draw) => mean([...draw]));
    // 1,000 of the draws are a sample: an end may be off by the error of a share of 2.5 %, 4 × √(0.025 × 0.975 ÷ 1000).
    const error = 4 * Math.sqrt((0.025 * 0.975) / 1000);
    for (const [of, [low, high]] of [
      [medians, medianInterval(values)],
      [means, meanInterval(values)],
    ] as const) {
      expect(shareBelow(of, low - 1e-9)).toBeLessThanOrEqual(0.025 + error);
      expect(shareUpTo(of, low + 1e-9)).toBeGreaterThanOrEqual(0.025 - error);
      expect(shareBelow(of, high - 1e-9)).toBeLessThanOrEqual(0.975 + error);
      expect(shareUpTo(of, high + 1e-9)).toBeGreaterThanOrEqual(0.975 - error);
    }
  });

  it('of one session are that session; of equal ones their value', () => {
    expect(medianInterval([0.3])).toEqual([0.3, 0.3]);
    expect(meanInterval([0.25, 0.25, 0.25])).toEqual([0.25, 0.25]);
  });

  it('of many sessions shrink as the normal distribution has it', () => {
    const draw = randomSource(5);
    const values = Float64Array.from({ length: 1000 }, () => draw(10_000) / 10_000).sort();
    const [low, high] = meanInterval(values);
    // Standard error of a mean of 1,000 uniform values: √(1/12 ÷ 1000) = 0.00913; a 95 % interval is 3.92 of them wide.
    expect(high - low).toBeGreaterThan(0.9 * 0.0358);
    expect(high - low).toBeLessThan(1.1 * 0.0358);
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
  });
});

describe('a distribution', () => {
  it('by hand', () => {
    const found = distributionOf(valued(0.8, 0.1, 0.9, 0.7, 0.75), 'higher')!;
    // Sorted 0.1 0.7 0.75 0.8 0.9: quartiles 0.7 and 0.8, so the fence is at 0.7 − 1.5 × 0.1 = 0.55.
    expect(found).toMatchObject({ sessions: 5, median: 0.75, quartiles: [0.7, 0.8], worst: 0.1, worstSession: 's1', best: 0.9, outliers: ['s1'] });
    expect(found.mean).toBeCloseTo(0.65, 12);
  });

  it('where less is better the worst is the largest, and outliers are above', () => {
    const found = distributionOf(valued(10, 11, 12, 13, 40, 1), 'lower')!;
    // Sorted 1 10 11 12 13 40: quartiles 10.25 and 12.75, fence 16.5.
    expect(found).toMatchObject({ worst: 40, worstSession: 's4', best: 1, outliers: ['s4'], quartiles: [10.25, 12.75] });
  });

  it('agrees with another library, and not with another order', () => {
    const draw = randomSource(3);
    const values = Array.from({ length: 101 }, () => draw(1000) / 1000);
    const found = distributionOf(valued(...values))!;
    expect(found.median).toBe(median(values));
    expect(found.mean).toBeCloseTo(mean(values), 12);
    expect(medianAbsoluteDeviation(values)).toBeGreaterThan(found.interval[1] - found.interval[0]);
    expect(distributionOf(valued(...values).toReversed())).toEqual(found);
  });

  it('of equal worst sessions names the first by id; of none there is none', () => {
    expect(
      distributionOf(
        [
          { session: 'b', value: 1 },
          { session: 'a', value: 1 },
        ],
        'lower',
      )!.worstSession,
    ).toBe('a');
    expect(distributionOf([])).toBeNull();
  });
});

describe('a paired difference', () => {
  it('by hand: better, equal within a point, worse', () => {
    const found = pairedDifference([0.2, 0.01, -0.01, 0, -0.3, 0.011], 'higher')!;
    expect(found).toMatchObject({ sessions: 6, better: 2, equal: 3, worse: 1 });
    expect(found.mean).toBeCloseTo(-0.089 / 6, 12);
    expect(found.interval[0]).toBeLessThan(found.mean);
    expect(found.interval[1]).toBeGreaterThan(found.mean);
  });

  it('of numbers that are no shares only the same are equal, and less may be better', () => {
    expect(pairedDifference([0.005, 0, -3], 'lower', false)).toMatchObject({ better: 1, equal: 1, worse: 1 });
  });

  it('a difference at the border of a point is equal although it is no binary number', () => {
    expect(pairedDifference([0.31 - 0.3], 'higher')).toMatchObject({ equal: 1 });
  });
});

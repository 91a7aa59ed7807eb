/**
 * Differences of many rows by max-t, so that the best of many does not win by luck: the 95 % hold for all rows together.
 * docs/answer.md#which-verdict
 *
 * If a unit's deviation from a row's mean difference is chance, it could have had the other sign. The signs of all rows are flipped together,
 * unit by unit (in every way up to 12 units, else in 1,000 seeded ways), and the largest error of any row, in its standard deviations, is
 * kept. Each row's margin is as many of its own as the 95th percentile of these, raised to Student's t because few units estimate them.
 */
import { BoundedMap } from '../lib/bounded-map.ts';
import { randomSource } from '../lib/random.ts';
import type { Difference } from './contract.ts';

/** Up to so many units all flips are made. */
const MOST_EXACT = 12;
const FLIPS = 1000;
const SEED = 1;
const LEVEL = 0.95;
/** Fewer units have under 32 flips, too few for a 95th percentile below the largest. */
export const LEAST_UNITS = 6;
/** Shares that differ by floating-point noise are equal. */
export const NOISE = 1e-12;

/** One row less another. */
export interface Contrast {
  readonly mean: number;
  /** Cuts or sessions. */
  readonly units: number;
  /** Sums by flip of signs (`flipsOf`). */
  readonly errors: Float64Array;
}

/** Signs by flip and unit: the same for all rows of as many units. */
const signs = new BoundedMap<number, Int8Array>(16);

function signsOf(units: number): Int8Array {
  return signs.getOrMake(units, () => {
    // The opposite signs make as large an error: the first unit keeps its own.
    const flips = units <= MOST_EXACT ? 2 ** (units - 1) : FLIPS;
    const draw = randomSource(SEED);
    const found = new Int8Array(flips * units).fill(1);
    for (let flip = 1; flip < flips; flip++)
      for (let u = 1; u < units; u++) if (units <= MOST_EXACT ? (flip >> (u - 1)) & 1 : draw(2)) found[flip * units + u] = -1;
    return found;
  });
}

/** Sums of a row's errors by flip; empty with fewer than six units. The sums of a difference are the difference of two rows' sums. */
export function flipsOf(errors: Float64Array): Float64Array {
  const units = errors.length;
  if (units < LEAST_UNITS) return new Float64Array();
  const all = signsOf(units);
  const sums = new Float64Array(all.length / units);
  for (let flip = 0, at = 0; flip < sums.length; flip++) for (let u = 0; u < units; u++, at++) sums[flip]! += all[at]! * errors[u]!;
  return sums;
}

/**
 * What exceeds Student's t as rarely as `z` does the normal distribution (Cornish and Fisher's expansion; at z = 3 it is 1 % low with 11
 * degrees of freedom and 6 % with 5).
 */
const student = (z: number, freedom: number): number => z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);

/** Standard deviation of the sums of all flips, which is that of the mean but for the few units. */
const deviationOf = ({ errors }: Contrast): number => Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);

/** The differences of all rows, in their order. All have the same number of units; with fewer than six none is told apart. */
export function differencesOf(contrasts: readonly (Contrast | null)[]): readonly (Difference | null)[] {
  const known = contrasts.filter((one) => one !== null);
  const units = known[0]?.units ?? 0;
  const deviations = known.map(deviationOf);
  const largest = new Float64Array(known[0]?.errors.length ?? 0);
  for (const [row, { errors }] of known.entries()) {
    const deviation = deviations[row]!;
    if (deviation <= NOISE) continue;
    for (let flip = 0; flip < largest.length; flip++) largest[flip] = Math.max(largest[flip]!, Math.abs(errors[flip]!) / deviation);
  }
  largest.sort();
  const times = student(largest[Math.ceil(LEVEL * largest.length) - 1] ?? 0, units - 1) * Math.sqrt(units / (units - 1));
  return contrasts.map((one) => {
    if (one === null) return null;
    const margin = units < LEAST_UNITS ? 1 : times * deviations[known.indexOf(one)]!;
    return {
      mean: one.mean,
      interval: [Math.max(-1, one.mean - margin), Math.min(1, one.mean + margin)],
      apart: Math.abs(one.mean) > margin + NOISE,
    };
  });
}

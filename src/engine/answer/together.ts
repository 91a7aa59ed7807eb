/**
 * Differences of many rows by max-t, so that the best of many does not win by luck: each end of the intervals holds at 95 % for all rows together.
 * docs/answer.md#which-verdict
 *
 * If a unit's difference is chance, it could have had the other sign. The signs of all rows are flipped together, unit by unit (in every way
 * up to 12 units, else in 1,000 seeded ways), and the largest Student's t of any row is kept. Each row's margin is as many of its standard
 * errors as nine of ten of these do not exceed: in a twentieth the largest lead is larger, in a twentieth the largest lag.
 */
import { BoundedMap } from '../lib/bounded-map.ts';
import { randomSource } from '../lib/random.ts';
import type { Difference } from './contract.ts';

/** Up to so many units all flips are made. */
const MOST_EXACT = 12;
const FLIPS = 1000;
const SEED = 1;
/** Two-sided: a lead is said in error in a twentieth of cases. */
const LEVEL = 0.9;
/** Fewer units have under 32 flips, too few for a percentile below the largest. */
export const LEAST_UNITS = 6;
/** Shares that differ by floating-point noise are equal. */
export const NOISE = 1e-12;

/** One row less another. */
export interface Contrast {
  readonly mean: number;
  /** What each unit adds to the mean. */
  readonly parts: Float64Array;
  /** What it would add if it had the mean itself, by its weight. */
  readonly expected: Float64Array;
  /** Sums of the parts by flip of signs (`flipsOf`). */
  readonly sums: Float64Array;
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

/** Sums of a row's parts by flip; empty with fewer than six units. The sums of a difference are the difference of two rows' sums. */
export function flipsOf(parts: Float64Array): Float64Array {
  const units = parts.length;
  if (units < LEAST_UNITS) return new Float64Array();
  const all = signsOf(units);
  const sums = new Float64Array(all.length / units);
  for (let flip = 0, at = 0; flip < sums.length; flip++) for (let u = 0; u < units; u++, at++) sums[flip]! += all[at]! * parts[u]!;
  return sums;
}

/** Student's t of a flip whose sum is `z` standard deviations: the sum of squares is the same in every flip, so the rest is their spread. */
const student = (z: number, units: number): number =>
  z * z < units - NOISE ? z * Math.sqrt((units - 1) / (units - z * z)) : Number.POSITIVE_INFINITY;

const squares = (parts: Float64Array, expected?: Float64Array): number => parts.reduce((sum, part, u) => sum + (part - (expected?.[u] ?? 0)) ** 2, 0);

/** The differences of all rows, in their order. All have the same number of units; with fewer than six none is told apart. */
export function differencesOf(contrasts: readonly (Contrast | null)[]): readonly (Difference | null)[] {
  const known = contrasts.filter((one) => one !== null);
  const units = known[0]?.parts.length ?? 0;
  const largest = new Float64Array(known[0]?.sums.length ?? 0);
  for (const { parts, sums } of known) {
    const deviation = Math.sqrt(squares(parts));
    if (deviation <= NOISE) continue;
    for (let flip = 0; flip < largest.length; flip++) largest[flip] = Math.max(largest[flip]!, Math.abs(sums[flip]!) / deviation);
  }
  largest.sort();
  const times = student(largest[Math.ceil(LEVEL * largest.length) - 1] ?? 0, units);
  return contrasts.map((one) => {
    if (one === null) return null;
    const error = Math.sqrt((squares(one.parts, one.expected) * units) / (units - 1));
    const margin = units < LEAST_UNITS ? 1 : error <= NOISE ? 0 : times * error;
    return {
      mean: one.mean,
      interval: [Math.max(-1, one.mean - margin), Math.min(1, one.mean + margin)],
      apart: Math.abs(one.mean) > margin + NOISE,
    };
  });
}

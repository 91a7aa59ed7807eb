/**
 * Differences of many rows held to one standard, so that the best of many is not told apart by luck: 95 % for all of them together
 * (max-t over changes of signs). docs/answer.md#against-what-you-have
 *
 * What a unit adds to a row's difference beyond the row's mean could as well have had the other sign. All rows change signs together, unit by
 * unit (every way of it up to 12 units, else 1,000 seeded ones), and each time the largest error of all rows is noted. 95 % of these are
 * smaller than the limit, widened by Student's t because the errors are estimated from few units; an interval is the mean ± the limit.
 */
import { BoundedMap } from '../lib/bounded-map.ts';
import { randomSource } from '../lib/random.ts';
import type { Difference } from './contract.ts';

/** Up to so many units all changes of signs are made. */
const MOST_EXACT = 12;
const CHANGES = 1000;
const SEED = 1;
const LEVEL = 0.95;
/** With fewer units there are under 32 changes of signs, and the largest of them says nothing about 95 %. */
const LEAST_UNITS = 6;
/** Values that differ by floating-point noise are equal. */
const NOISE = 1e-12;

/** One row less another, by unit: its part of the difference, and what share of the whole it weighs. */
export interface Contrast {
  readonly parts: Float64Array;
  readonly weights: Float64Array;
}

/** Signs by change and unit: the same for all rows of as many units. */
const signs = new BoundedMap<number, Int8Array>(16);

function signsOf(units: number): Int8Array {
  return signs.getOrMake(units, () => {
    // The opposite signs make as large an error: the first unit keeps its own.
    const changes = units <= MOST_EXACT ? 2 ** (units - 1) : CHANGES;
    const draw = randomSource(SEED);
    const found = new Int8Array(changes * units).fill(1);
    for (let change = 1; change < changes; change++)
      for (let u = 1; u < units; u++) if (units <= MOST_EXACT ? (change >> (u - 1)) & 1 : draw(2)) found[change * units + u] = -1;
    return found;
  });
}

const total = (values: Float64Array): number => values.reduce((sum, one) => sum + one, 0);

/** Student's t at 97.5 % over that of the normal distribution (Cornish and Fisher's expansion; within 1 % from 5 degrees of freedom on). */
function widened(freedom: number): number {
  const z = 1.96;
  return 1 + (z ** 2 + 1) / (4 * freedom) + (5 * z ** 4 + 16 * z ** 2 + 3) / (96 * freedom ** 2);
}

/** The error that 95 % of the changes of signs stay within in every row. */
function limitOf(contrasts: readonly Contrast[], units: number): number {
  if (units < LEAST_UNITS) return 1;
  const all = signsOf(units);
  const changes = all.length / units;
  const largest = new Float64Array(changes);
  for (const { parts, weights } of contrasts) {
    const mean = total(parts) / total(weights);
    const errors = parts.map((part, u) => part - mean * weights[u]!);
    for (let change = 0, at = 0; change < changes; change++) {
      let sum = 0;
      for (let u = 0; u < units; u++, at++) sum += all[at]! * errors[u]!;
      largest[change] = Math.max(largest[change]!, Math.abs(sum));
    }
  }
  largest.sort();
  return largest[Math.ceil(LEVEL * changes) - 1]! * Math.sqrt(units / (units - 1)) * widened(units - 1);
}

/** The differences of all rows, in their order, told apart by one limit: never with fewer than six units. All have as many units. */
export function differencesOf(contrasts: readonly (Contrast | null)[]): readonly (Difference | null)[] {
  const known = contrasts.filter((one) => one !== null);
  const limit = limitOf(known, known[0]?.parts.length ?? 0);
  return contrasts.map((one) => {
    if (one === null) return null;
    const mean = total(one.parts);
    return { mean, interval: [Math.max(-1, mean - limit), Math.min(1, mean + limit)], apart: Math.abs(mean) > limit + NOISE };
  });
}

/** TextTiling over units: a topic ends where the words before a gap differ most from those after it. */
import type { Slice } from '../../lib/lib-steps.ts';
import type { Transcript } from '../../transcript/types.ts';
import { structureOf } from '../structure.ts';
import { slowly } from './slowly.ts';
import { type TermIndex, termIndex } from './term-index.ts';

const SIDE = 6;
const SHORTEST = 3;
const NEAR = 2;

export interface Depths {
  readonly unit: Int32Array;
  /** Depth of the gap before it, 0–2. */
  readonly depth: Float64Array;
  readonly start: number;
}

const SLICE = 64;

export const topicDepths = slowly(function* (transcript: Transcript): Generator<Slice, Depths> {
  const { units, header, turn } = structureOf(transcript);
  const index = yield* termIndex.steps(transcript);
  let start = 0;
  while (start < units.length && units[start]!.members[0]! < header) start++;
  const similarity = yield* sidesOf(index, start);
  const gaps = similarity.length;
  const found: { unit: number; depth: number }[] = [];
  for (let g = 1; g < gaps - 1; g++) {
    if (similarity[g]! > similarity[g - 1]! || similarity[g]! >= similarity[g + 1]!) continue;
    found.push({ unit: start + g + 1, depth: peak(similarity, g, -1) + peak(similarity, g, 1) - 2 * similarity[g]! });
  }
  yield;
  found.sort((a, b) => b.depth - a.depth || a.unit - b.unit);

  const opens = (u: number): boolean => {
    const i = units[u]!.members[0]!;
    return turn[i]! >= 0 && (i === 0 || turn[i] !== turn[i - 1]);
  };
  const taken = new Uint8Array(units.length + 1);
  const chosen = found.flatMap(({ unit, depth }) => {
    let at = unit;
    for (let d = NEAR; d >= -NEAR; d--) if (opens(Math.min(units.length - 1, Math.max(start, unit + d)))) at = unit + d;
    if (opens(unit)) at = unit;
    if (at - start < SHORTEST || units.length - at < 1) return [];
    for (let u = at - SHORTEST + 1; u < at + SHORTEST; u++) if (taken[u] === 1) return [];
    taken[at] = 1;
    return [{ unit: at, depth }];
  });
  return {
    unit: Int32Array.from(chosen, ({ unit }) => unit),
    depth: Float64Array.from(chosen, ({ depth }) => depth),
    start,
  };
});

/** Highest value from gap `g` in one direction, for as long as values do not fall. */
function peak(similarity: Float64Array, g: number, step: 1 | -1): number {
  let at = g;
  while (at + step >= 0 && at + step < similarity.length && similarity[at + step]! >= similarity[at]!) at += step;
  return similarity[at]!;
}

function* sidesOf(index: TermIndex, start: number): Generator<Slice, Float64Array> {
  const { n, first, term, weight, idf } = index;
  const gaps = Math.max(0, n - start - 1);
  const left = new Float64Array(idf.length);
  const right = new Float64Array(idf.length);
  // Numbers changed by closures are fastest in an array: the product of both sides, and the squares of each.
  const sums = new Float64Array(3);
  const toLeft = (u: number, sign: 1 | -1): void => {
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const t = term[k]!;
      const w = sign * weight[k]!;
      sums[0]! += w * right[t]!;
      sums[1]! += w * (2 * left[t]! + w);
      left[t]! += w;
    }
  };
  const toRight = (u: number, sign: 1 | -1): void => {
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const t = term[k]!;
      const w = sign * weight[k]!;
      sums[0]! += w * left[t]!;
      sums[2]! += w * (2 * right[t]! + w);
      right[t]! += w;
    }
  };
  const raw = new Float64Array(gaps);
  for (let u = start + 1; u <= start + SIDE && u < n; u++) toRight(u, 1);
  if (start < n) toLeft(start, 1);
  for (let g = 0; g < gaps; g++) {
    const lengths = Math.sqrt(sums[1]! * sums[2]!);
    raw[g] = lengths > 1e-9 ? Math.max(0, sums[0]! / lengths) : 0;
    // Unit start + g + 1 changes sides; one enters on the right and one leaves on the left.
    const middle = start + g + 1;
    toRight(middle, -1);
    toLeft(middle, 1);
    if (middle + SIDE < n) toRight(middle + SIDE, 1);
    if (middle - SIDE >= start) toLeft(middle - SIDE, -1);
    if (g % SLICE === SLICE - 1) yield;
  }
  return raw.map((value, g) => (value + (raw[g - 1] ?? value) + (raw[g + 1] ?? value)) / 3);
}

export function topicStarts({ unit, depth, start }: Depths, least: number): Int32Array {
  let count = 0;
  while (count < unit.length && depth[count]! >= least) count++;
  return Int32Array.from([start, ...unit.subarray(0, count)]).sort();
}

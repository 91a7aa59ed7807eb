/**
 * Numbers of many sessions: distributions, paired differences and their intervals. Everything is the same whatever order the sessions come
 * in, because sessions are drawn from the sorted values.
 */
import { BoundedMap } from '../lib/bounded-map.ts';
import { randomSource } from '../lib/random.ts';
import { type Distribution, EQUAL_WITHIN, type PairedDifference } from './contract.ts';

const DRAWS = 1000;
const SEED = 1;
const LOW = 0.025;
const HIGH = 0.975;
const FENCE = 1.5;

export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const value = sorted[below]!;
  return below === at ? value : value + (at - below) * (sorted[below + 1]! - value);
}

const medians = new BoundedMap<number, Uint32Array>(64);

/**
 * Ranks of the median in every draw of n from n sorted values: which values they have does not matter, so that all rows and measures with as
 * many sessions share them.
 */
function medianRanks(n: number): Uint32Array {
  const known = medians.get(n);
  if (known) return known;
  const draw = randomSource(SEED);
  const ranks = new Uint32Array(2 * DRAWS);
  const drawn = new Uint32Array(n);
  const [lower, upper] = [Math.floor((n - 1) / 2), Math.ceil((n - 1) / 2)];
  for (let d = 0; d < DRAWS; d++) {
    drawn.fill(0);
    for (let k = 0; k < n; k++) drawn[draw(n)]!++;
    let rank = -1;
    let below = 0;
    while (below <= lower) below += drawn[++rank]!;
    ranks[2 * d] = rank;
    while (below <= upper) below += drawn[++rank]!;
    ranks[2 * d + 1] = rank;
  }
  medians.set(n, ranks);
  return ranks;
}

const ends = (of: Float64Array): readonly [number, number] => {
  of.sort();
  return [quantile(of, LOW), quantile(of, HIGH)];
};

export function medianInterval(sorted: ArrayLike<number>): readonly [number, number] {
  const ranks = medianRanks(sorted.length);
  return ends(Float64Array.from({ length: DRAWS }, (_, d) => (sorted[ranks[2 * d]!]! + sorted[ranks[2 * d + 1]!]!) / 2));
}

export function meanInterval(sorted: ArrayLike<number>): readonly [number, number] {
  const n = sorted.length;
  const draw = randomSource(SEED);
  const means = new Float64Array(DRAWS);
  for (let d = 0; d < DRAWS; d++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += sorted[draw(n)]!;
    means[d] = sum / n;
  }
  return ends(means);
}

const meanOf = (values: Float64Array): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
};

/** Which end of a measure is bad; of one that is neither good nor bad, the low one is called so. */
export type Direction = 'higher' | 'lower';

export interface SessionValue {
  readonly session: string;
  readonly value: number;
}

const byValue = (a: SessionValue, b: SessionValue): number => a.value - b.value || (a.session < b.session ? -1 : Number(a.session > b.session));

/** The sessions of one row in one measure; null without any. */
export function distributionOf(values: readonly SessionValue[], better: Direction = 'higher'): Distribution | null {
  if (values.length === 0) return null;
  const ordered = values.toSorted(byValue);
  const sorted = Float64Array.from(ordered, ({ value }) => value);
  const [low, high] = [quantile(sorted, 0.25), quantile(sorted, 0.75)] as const;
  const fence = FENCE * (high - low);
  const isOut = ({ value }: SessionValue): boolean => (better === 'higher' ? value < low - fence : value > high + fence);
  const worst = better === 'higher' ? ordered[0]! : ordered.find(({ value }) => value === sorted.at(-1))!;
  return {
    sessions: sorted.length,
    median: quantile(sorted, 0.5),
    quartiles: [low, high],
    interval: medianInterval(sorted),
    worst: worst.value,
    worstSession: worst.session,
    best: better === 'higher' ? sorted.at(-1)! : sorted[0]!,
    mean: meanOf(sorted),
    outliers: ordered.filter(isOut).map(({ session }) => session),
  };
}

const NOISE = 1e-12;

/** A row minus the baseline in the sessions that have both; null without any. */
export function pairedDifference(differences: readonly number[], better: Direction = 'higher', share: boolean = true): PairedDifference | null {
  if (differences.length === 0) return null;
  const sorted = Float64Array.from(differences).sort();
  const within = share ? EQUAL_WITHIN + NOISE : 0;
  const above = sorted.reduce((count, one) => count + Number(one > within), 0);
  const below = sorted.reduce((count, one) => count + Number(one < -within), 0);
  return {
    sessions: sorted.length,
    mean: meanOf(sorted),
    interval: meanInterval(sorted),
    better: better === 'higher' ? above : below,
    equal: sorted.length - above - below,
    worse: better === 'higher' ? below : above,
  };
}

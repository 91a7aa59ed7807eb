/**
 * Clusters of similar units at every threshold at once: which unit represents which, and down to what similarity. Cutting at a threshold is
 * then one comparison per unit, and a stricter threshold never keeps more.
 */
import { remembered } from '../remember.ts';
import { Heap, lowerBound } from '../../lib/arrays.ts';
import type { Transcript } from '../../transcript/types.ts';
import type { Unit } from '../contract.ts';
import { dot, type UnitVectors } from '../embeddings.ts';
import { structureOf } from '../structure.ts';
import { cosineWith, type TermIndex, termIndex } from './term-index.ts';

/*
 * The most similar other units of every unit, without comparing all pairs: candidates come from the postings of its heaviest terms, the
 * best of them are compared exactly.
 */

const MOST = 10;
const COMPARED = 16;
const TERMS = 24;
const POSTINGS = 256;
const LEAST = 0.05;

interface Neighbours {
  readonly most: number;
  readonly degree: Uint8Array;
  readonly unit: Int32Array;
  /** Cosine, 0–1. */
  readonly similarity: Float64Array;
}

export const neighbours = remembered((transcript: Transcript): Neighbours => {
  const index = termIndex(transcript);
  const { n } = index;
  const degree = new Uint8Array(n);
  const unit = new Int32Array(n * MOST).fill(-1);
  const similarity = new Float64Array(n * MOST);
  const heavy = new TopItems(TERMS);
  const candidates = new TopItems(COMPARED);
  const close = new TopItems(MOST);
  const shared = new Float32Array(n);
  const touched = new Int32Array(n);
  const postWeight = new Float32Array(index.postAt.length);
  for (let p = 0; p < postWeight.length; p++) postWeight[p] = index.weight[index.postAt[p]!]!;
  const spread = new Float32Array(index.idf.length);
  for (let u = 0; u < n; u++) {
    heavy.clear();
    for (let k = index.first[u]!; k < index.first[u + 1]!; k++) {
      if (saidElsewhere(index, index.term[k]!)) heavy.put(k, index.weight[k]!);
    }
    let reached = 0;
    for (let h = 0; h < heavy.size; h++) {
      const k = heavy.item[h]!;
      const w = index.weight[k]!;
      const t = index.term[k]!;
      let from = index.postFirst[t]!;
      let to = index.postFirst[t + 1]!;
      if (to - from > POSTINGS) {
        const here = lowerBound(index.postUnit, u, from, to);
        from = Math.max(from, Math.min(here - POSTINGS / 2, to - POSTINGS));
        to = from + POSTINGS;
      }
      for (let p = from; p < to; p++) {
        const v = index.postUnit[p]!;
        if (shared[v] === 0) touched[reached++] = v;
        shared[v]! += w * postWeight[p]!;
      }
    }
    candidates.clear();
    for (let r = 0; r < reached; r++) {
      const v = touched[r]!;
      if (v !== u) candidates.put(v, shared[v]!);
      shared[v] = 0;
    }
    close.clear();
    for (let k = index.first[u]!; k < index.first[u + 1]!; k++) spread[index.term[k]!] = index.weight[k]!;
    for (let c = 0; c < candidates.size; c++) {
      const v = candidates.item[c]!;
      const s = cosineWith(index, spread, v);
      if (s >= LEAST) close.put(v, s);
    }
    for (let k = index.first[u]!; k < index.first[u + 1]!; k++) spread[index.term[k]!] = 0;
    close.sort();
    degree[u] = close.size;
    for (let c = 0; c < close.size; c++) {
      unit[u * MOST + c] = close.item[c]!;
      similarity[u * MOST + c] = close.value[c]!;
    }
  }
  return { most: MOST, degree, unit, similarity };
});

/** Earlier units compared where every pair costs a dot product of whole vectors: the nearest. */
const REACH = 1024;
export const vectorNeighbours = remembered(({ vectors }: UnitVectors): Neighbours => {
  const n = vectors.length;
  const close = Array.from({ length: n }, () => new TopItems(MOST));
  for (let u = 0; u < n; u++) {
    const vector = vectors[u];
    if (!vector) continue;
    for (let v = Math.max(0, u - REACH); v < u; v++) {
      const other = vectors[v];
      if (!other) continue;
      const s = dot(vector, other);
      if (s >= LEAST) {
        close[u]!.put(v, s);
        close[v]!.put(u, s);
      }
    }
  }
  const degree = Uint8Array.from(close, ({ size }) => size);
  const unit = new Int32Array(n * MOST).fill(-1);
  const similarity = new Float64Array(n * MOST);
  close.forEach((best, u) => {
    best.sort();
    unit.set(best.item.subarray(0, best.size), u * MOST);
    similarity.set(best.value.subarray(0, best.size), u * MOST);
  });
  return { most: MOST, degree, unit, similarity };
});

const saidElsewhere = ({ postFirst }: TermIndex, t: number): boolean => postFirst[t + 1]! - postFirst[t]! > 1;

class TopItems {
  size = 0;
  readonly item: Int32Array;
  readonly value: Float64Array;
  #least = 0;

  constructor(most: number) {
    this.item = new Int32Array(most);
    this.value = new Float64Array(most);
  }

  clear(): void {
    this.size = 0;
  }

  put(item: number, value: number): void {
    if (this.size < this.item.length) {
      this.item[this.size] = item;
      this.value[this.size++] = value;
      if (this.size === this.item.length) this.#findLeast();
    } else if (value > this.value[this.#least]!) {
      this.item[this.#least] = item;
      this.value[this.#least] = value;
      this.#findLeast();
    }
  }

  #findLeast(): void {
    this.#least = 0;
    for (let k = 1; k < this.size; k++) if (this.value[k]! <= this.value[this.#least]!) this.#least = k;
  }

  sort(): void {
    for (let k = 1; k < this.size; k++) {
      const item = this.item[k]!;
      const value = this.value[k]!;
      let at = k;
      for (; at > 0 && (this.value[at - 1]! < value || (this.value[at - 1] === value && this.item[at - 1]! < item)); at--) {
        this.item[at] = this.item[at - 1]!;
        this.value[at] = this.value[at - 1]!;
      }
      this.item[at] = item;
      this.value[at] = value;
    }
  }
}

export interface Clusters {
  readonly height: Float64Array;
  readonly into: Int32Array;
}

/** A larger cluster is not merged into another, which bounds the cost of comparing clusters. */
const LARGEST = 64;
/**
 * Repeatedly merges the two most similar clusters. A cluster's representative is its newest unit, because only the last version of something read,
 * run or said is still true. The similarity of two clusters is that of the new representative and the least similar member of the other, so at every
 * threshold each unit is at least that similar to its representative. Not quadratic: pairs come from the neighbour graph (10 per unit), and comparing
 * two clusters costs at most 64 cosines.
 */
export const clusters = remembered((transcript: Transcript): Clusters => {
  const index = termIndex(transcript);
  const near = neighbours(transcript);
  return merged(transcript, near, (members) => leastAlikeIn(index, members));
});

export const vectorClusters = remembered((of: UnitVectors): Clusters => {
  const near = vectorNeighbours(of);
  return merged(of.transcript, near, (members) => leastAlikeOf(of, members));
});

type LeastSimilarity = (from: number, to: number) => number;

function merged(
  transcript: Transcript,
  { most, degree, unit, similarity }: Neighbours,
  leastAlikeBy: (members: readonly (readonly number[])[]) => LeastSimilarity,
): Clusters {
  const { units } = structureOf(transcript);
  const n = units.length;
  const height = new Float64Array(n).fill(-1);
  const into = new Int32Array(n).fill(-1);
  const members: number[][] = Array.from({ length: n }, (_, u) => [u]);
  const representative = Int32Array.from(height, (_, u) => u);
  const isPerson = Uint8Array.from(units, (u) => (saidByPerson(transcript, u) ? 1 : 0));

  const merge = (from: number, to: number, at: number): void => {
    height[from] = at;
    into[from] = to;
    for (const m of members[from]!) representative[m] = to;
    members[to]!.push(...members[from]!);
    members[from] = [];
  };

  const pairs = new Heap<Pair>(comesFirst);
  for (let u = 0; u < n; u++) {
    for (let k = u * most; k < u * most + degree[u]!; k++) {
      const v = unit[k]!;
      if (isPerson[u] !== isPerson[v]) continue;
      if (v < u && listed(unit, most, degree, v, u)) continue;
      pairs.push(pairOf(u, v, similarity[k]!));
    }
  }
  const leastAlike = leastAlikeBy(members);
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const a = representative[pair.u]!;
    const b = representative[pair.v]!;
    const to = Math.max(a, b);
    const from = Math.min(a, b);
    if (to === from || members[from]!.length > LARGEST) continue;
    const alike = Math.min(pair.similarity, leastAlike(from, to));
    if (alike >= pair.similarity) merge(from, to, pair.similarity);
    else if (alike > 0) pairs.push(pairOf(pair.u, pair.v, alike));
  }
  return { height, into };
}

function saidByPerson(transcript: Transcript, { members }: Unit): boolean {
  const [first] = members;
  const message = members.length === 1 && transcript.messages[first!];
  return message !== false && message?.role === 'user' && message.synthetic !== true;
}

function listed(unit: Int32Array, most: number, degree: Uint8Array, of: number, wanted: number): boolean {
  for (let k = of * most; k < of * most + degree[of]!; k++) if (unit[k] === wanted) return true;
  return false;
}

/**
 * Similarity of unit `to` to the least similar member of cluster `from`. Clusters are compared repeatedly and members are only appended, so
 * each comparison looks at new members only.
 */
function leastAlikeIn(index: TermIndex, members: readonly (readonly number[])[]): LeastSimilarity {
  const known = new Map<number, { least: number; looked: number }>();
  const { first, term, weight } = index;
  const spread = new Float32Array(index.idf.length);
  let spreadOf = -1;
  const spreadOut = (unit: number): void => {
    if (unit === spreadOf) return;
    if (spreadOf >= 0) for (let k = first[spreadOf]!; k < first[spreadOf + 1]!; k++) spread[term[k]!] = 0;
    for (let k = first[unit]!; k < first[unit + 1]!; k++) spread[term[k]!] = weight[k]!;
    spreadOf = unit;
  };
  return (from, to) => {
    const pair = from * index.n + to;
    let of = known.get(pair);
    if (!of) {
      of = { least: Number.POSITIVE_INFINITY, looked: 0 };
      known.set(pair, of);
    }
    const all = members[from]!;
    if (of.looked < all.length && of.least > 0) spreadOut(to);
    while (of.looked < all.length && of.least > 0) of.least = Math.min(of.least, cosineWith(index, spread, all[of.looked++]!));
    return of.least;
  };
}

function leastAlikeOf({ vectors }: UnitVectors, members: readonly (readonly number[])[]): LeastSimilarity {
  const known = new Map<number, { least: number; looked: number }>();
  return (from, to) => {
    const pair = from * vectors.length + to;
    const of = known.get(pair) ?? { least: Number.POSITIVE_INFINITY, looked: 0 };
    known.set(pair, of);
    const all = members[from]!;
    while (of.looked < all.length && of.least > 0) of.least = Math.min(of.least, dot(vectors[to]!, vectors[all[of.looked++]!]!));
    return of.least;
  };
}

interface Pair {
  readonly u: number;
  readonly v: number;
  readonly similarity: number;
}

const pairOf = (u: number, v: number, similarity: number): Pair => ({ u: Math.max(u, v), v: Math.min(u, v), similarity });

const comesFirst = (a: Pair, b: Pair): boolean =>
  a.similarity > b.similarity || (a.similarity === b.similarity && (a.u > b.u || (a.u === b.u && a.v > b.v)));

export function representativeAt({ height, into }: Clusters, u: number, threshold: number): number {
  let at = u;
  while (height[at]! >= threshold) at = into[at]!;
  return at;
}

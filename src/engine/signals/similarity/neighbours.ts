/**
 * The most similar other units of every unit, without comparing all pairs: candidates come from the postings of its heaviest terms, the
 * best of them are compared exactly.
 */
import type { Slice } from '../../lib/steps.ts';
import { lowerBound } from '../../lib/bisect.ts';
import type { Transcript } from '../../transcript/types.ts';
import { dot, type UnitVectors } from '../embeddings.ts';
import { slowly } from './slowly.ts';
import { cosineWith, type TermIndex, termIndex } from './term-index.ts';

/** Neighbours kept per unit. */
const MOST = 10;
/** Candidates compared exactly. */
const COMPARED = 16;
/** Heaviest terms whose postings are searched, and units per term: the nearest in the conversation. */
const TERMS = 24;
const POSTINGS = 256;
/** A lower similarity counts as none. */
const LEAST = 0.05;

export interface Neighbours {
  /** Neighbours of unit u: u × most … u × most + degree[u] − 1 of `unit` and `similarity`, the most similar first. */
  readonly most: number;
  readonly degree: Uint8Array;
  readonly unit: Int32Array;
  /** Cosine, 0–1. */
  readonly similarity: Float64Array;
}

/** Units between two opportunities to pause. */
const SLICE = 4;

/** At most n × 24 × 256 additions and n × 16 comparisons: linear in the number of units. */
export const neighbours = slowly(function* (transcript: Transcript): Generator<Slice, Neighbours> {
  const index = yield* termIndex.steps(transcript);
  const { n } = index;
  const degree = new Uint8Array(n);
  const unit = new Int32Array(n * MOST).fill(-1);
  const similarity = new Float64Array(n * MOST);
  const heavy = new Best(TERMS);
  const candidates = new Best(COMPARED);
  const close = new Best(MOST);
  const shared = new Float32Array(n);
  const touched = new Int32Array(n);
  // Data read in sequence is stored in sequence.
  const postWeight = new Float32Array(index.postAt.length);
  for (let p = 0; p < postWeight.length; p++) postWeight[p] = index.weight[index.postAt[p]!]!;
  yield;
  /** By term: its weight in unit u. */
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
    if (u % SLICE === SLICE - 1) yield { done: u + 1, of: n };
  }
  return { most: MOST, degree, unit, similarity };
});

/** Earlier units compared where every pair costs a dot product of whole vectors: the nearest. */
const REACH = 1024;
/** Multiplications between two opportunities to pause: about a millisecond. */
const MULTIPLIED = 1 << 20;

/** With embeddings: at most n × 1,024 dot products. */
export const vectorNeighbours = slowly(function* ({ vectors }: UnitVectors): Generator<Slice, Neighbours> {
  const n = vectors.length;
  const close = Array.from({ length: n }, () => new Best(MOST));
  let done = 0;
  for (let u = 0; u < n; u++) {
    const vector = vectors[u];
    if (!vector) continue;
    for (let v = Math.max(0, u - REACH); v < u; v++) {
      const other = vectors[v];
      if (!other) continue;
      const s = dot(vector, other);
      done += vector.length;
      if (s >= LEAST) {
        close[u]!.put(v, s);
        close[v]!.put(u, s);
      }
      if (done < MULTIPLIED) continue;
      done = 0;
      yield { done: u, of: n };
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

/** The few items of highest value; among equals, those added first. */
class Best {
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

  /** Highest first; among equals, the later in the conversation. */
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

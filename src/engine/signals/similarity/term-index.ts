/**
 * The inverted index of a transcript: which terms every unit (tool block or single message) says how often, and which
 * units say a term. Flat typed arrays, built once per transcript in slices; no setting changes it.
 */
import { textsOf } from '../../tokens/parts.ts';
import type { Message, Transcript } from '../../transcript/types.ts';
import { structureOf } from '../structure.ts';
import { slowly } from './slowly.ts';
import { TermReader } from './terms.ts';

/** Characters of a message that are read; what a long output is about stands at its beginning. */
export const READ_CHARACTERS = 4000;

/** Arrays by unit are indexed as `prepared.units`. Units of the header say nothing here: they are never compared. */
export interface TermIndex {
  /** Units. */
  readonly n: number;
  /** Different terms of unit u: first[u] … first[u + 1] − 1 of `term`, `count` and `weight`; terms ascending. */
  readonly first: Int32Array;
  readonly term: Int32Array;
  /** How often, up to 65,535. */
  readonly count: Uint16Array;
  /** TF-IDF, (1 + ln count) × idf, of length 1 for every unit that says something: a dot product is the cosine. */
  readonly weight: Float32Array;
  /** Units that say term t, ascending: postFirst[t] … postFirst[t + 1] − 1 of `postUnit` and `postAt`. */
  readonly postFirst: Int32Array;
  readonly postUnit: Int32Array;
  /** Where the unit's entry of this term stands in `term`, `count` and `weight`. */
  readonly postAt: Int32Array;
  /** By term: ln(1 + (N − df + ½) ÷ (df + ½)), as in BM25. */
  readonly idf: Float32Array;
  /** Terms in unit u, with repetitions. */
  readonly length: Float64Array;
  readonly meanLength: number;
  /** A term as it stood where it was first met. */
  readonly texts: readonly string[];
}

/** Index of a transcript. Linear in what is read. */
export const termIndex = slowly(function* (transcript: Transcript): Generator<void, TermIndex> {
  const { units, header } = structureOf(transcript);
  const n = units.length;
  const reader = new TermReader();
  const said = new Said(n);
  let read = 0;
  for (let u = 0; u < n; u++) {
    reader.clear();
    for (const i of units[u]!.members) if (i >= header) read += readMessage(reader, transcript.messages[i]!);
    said.add(u, reader);
    if (read < READ_SLICE) continue;
    read = 0;
    yield;
  }
  return yield* indexOf(said, reader.vocabulary.size, reader.vocabulary.texts);
});

/** Characters read, and entries of flat arrays looked at, between two chances to pause: about a millisecond. */
const READ_SLICE = 1 << 15;
const SLICE = 1 << 17;

/** Reads what is said and done, then with what is left of the room what was thought. Returns the characters read. */
function readMessage(reader: TermReader, { parts }: Message): number {
  let left = READ_CHARACTERS;
  for (const thought of [false, true]) {
    for (const part of parts) {
      if ((part.type === 'reasoning') !== thought) continue;
      for (const text of textsOf(part)) {
        reader.read(text, left);
        left = Math.max(0, left - text.length);
      }
    }
  }
  return READ_CHARACTERS - left;
}

/** Terms and counts of units in their order, as they are read. */
class Said {
  readonly first: Int32Array;
  readonly length: Float64Array;
  term = new Int32Array(1 << 14);
  count = new Uint16Array(1 << 14);
  entries = 0;
  /** By term: units that say it. */
  units = new Int32Array(1 << 13);
  /** By term: the unit that said it last, and where its entry stands. */
  #unit = new Int32Array(1 << 13).fill(-1);
  #entry = new Int32Array(1 << 13);

  constructor(n: number) {
    this.first = new Int32Array(n + 1);
    this.length = new Float64Array(n);
  }

  add(u: number, reader: TermReader): void {
    this.#reserve(reader);
    const { terms, length } = reader;
    for (let k = 0; k < length; k++) {
      const t = terms[k]!;
      if (this.#unit[t] === u) {
        const entry = this.#entry[t]!;
        if (this.count[entry]! < 0xffff) this.count[entry]! += 1;
        continue;
      }
      this.units[t]! += 1;
      this.#unit[t] = u;
      this.#entry[t] = this.entries;
      this.term[this.entries] = t;
      this.count[this.entries++] = 1;
    }
    this.length[u] = length;
    this.first[u + 1] = this.entries;
  }

  #reserve({ vocabulary, length }: TermReader): void {
    if (this.entries + length > this.term.length) {
      const size = 2 * (this.entries + length);
      this.term = grown(this.term, new Int32Array(size));
      this.count = grown(this.count, new Uint16Array(size));
    }
    if (vocabulary.size > this.#unit.length) {
      const size = 2 * vocabulary.size;
      this.units = grown(this.units, new Int32Array(size));
      this.#unit = grown(this.#unit, new Int32Array(size).fill(-1));
      this.#entry = grown(this.#entry, new Int32Array(size));
    }
  }
}

function grown<A extends Int32Array | Uint16Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** Turns the lists about twice (unit → term → unit): both ways come out sorted, without a comparison. */
function* indexOf(said: Said, terms: number, texts: readonly string[]): Generator<void, TermIndex> {
  const { entries } = said;
  const n = said.length.length;
  const postFirst = new Int32Array(terms + 1);
  const idf = new Float32Array(terms);
  const next = new Int32Array(terms);
  for (let t = 0; t < terms; t++) {
    const df = said.units[t]!;
    idf[t] = Math.log(1 + (n - df + 0.5) / (df + 0.5));
    next[t] = postFirst[t]!;
    postFirst[t + 1] = postFirst[t]! + df;
  }
  yield;
  const postUnit = new Int32Array(entries);
  yield;
  const postCount = new Uint16Array(entries);
  yield;
  let done = 0;
  for (let u = 0; u < n; u++) {
    for (let k = said.first[u]!; k < said.first[u + 1]!; k++) {
      const at = next[said.term[k]!]!++;
      postUnit[at] = u;
      postCount[at] = said.count[k]!;
    }
    done += said.first[u + 1]! - said.first[u]!;
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  const first = said.first;
  const fill = first.slice(0, n);
  const term = new Int32Array(entries);
  yield;
  const count = new Uint16Array(entries);
  yield;
  const weight = new Float32Array(entries);
  yield;
  const postAt = new Int32Array(entries);
  const squares = new Float64Array(n);
  for (let t = 0; t < terms; t++) {
    for (let p = postFirst[t]!; p < postFirst[t + 1]!; p++) {
      const u = postUnit[p]!;
      const at = fill[u]!++;
      const c = postCount[p]!;
      const w = (1 + Math.log(c)) * idf[t]!;
      term[at] = t;
      count[at] = c;
      weight[at] = w;
      postAt[p] = at;
      squares[u]! += w * w;
      done++;
    }
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  let total = 0;
  for (let u = 0; u < n; u++) {
    total += said.length[u]!;
    const norm = 1 / Math.sqrt(squares[u]! || 1);
    for (let k = first[u]!; k < first[u + 1]!; k++) weight[k]! *= norm;
    done += first[u + 1]! - first[u]!;
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  return { n, first, term, count, weight, postFirst, postUnit, postAt, idf, length: said.length, meanLength: total / Math.max(1, n), texts };
}

/** Cosine of two units by their TF-IDF vectors, 0–1, in millionths (so that equals are 1). Linear in their different terms. */
export function cosine({ first, term, weight }: TermIndex, u: number, v: number): number {
  let sum = 0;
  let a = first[u]!;
  let b = first[v]!;
  const endA = first[u + 1]!;
  const endB = first[v + 1]!;
  while (a < endA && b < endB) {
    const x = term[a]!;
    const y = term[b]!;
    if (x === y) sum += weight[a]! * weight[b]!;
    if (x <= y) a++;
    if (y <= x) b++;
  }
  return Math.round(1e6 * sum) / 1e6;
}

/**
 * The cosines of many units with one, the same numbers as `cosine` gives: the one's weights are spread out by term, so that
 * every other is one pass over its own terms. One unit at a time: the next one takes the place of the last.
 */
export function cosinesWith({ first, term, weight, idf }: TermIndex): (u: number) => (v: number) => number {
  const spread = new Float32Array(idf.length);
  let last = -1;
  const set = (u: number, on: boolean): void => {
    for (let k = first[u]!; k < first[u + 1]!; k++) spread[term[k]!] = on ? weight[k]! : 0;
  };
  const alike = (v: number): number => {
    let sum = 0;
    for (let k = first[v]!; k < first[v + 1]!; k++) sum += weight[k]! * spread[term[k]!]!;
    return Math.round(1e6 * sum) / 1e6;
  };
  return (u) => {
    if (u !== last) {
      if (last >= 0) set(last, false);
      set(u, true);
      last = u;
    }
    return alike;
  };
}

/** The inverted index of a transcript: terms and their counts by unit (tool block or single message), and units by term. */
import type { Slice } from '../../lib/lib-steps.ts';
import { IntList } from '../../lib/arrays.ts';
import type { Transcript } from '../../transcript/types.ts';
import { wholeOf } from '../beginnings.ts';
import { type Structure, structureOf } from '../structure.ts';
import { type MessageTerms, readerOf, writtenIn } from './message-terms.ts';
import { slowly } from './slowly.ts';

/** Arrays by unit are indexed as `prepared.units`. Units of the header are empty here: they are never compared. */
export interface TermIndex {
  readonly n: number;
  readonly first: Int32Array;
  readonly term: Int32Array;
  readonly count: Uint16Array;
  /** TF-IDF, (1 + ln count) × idf, of length 1 for every non-empty unit, so that a dot product is the cosine. */
  readonly weight: Float32Array;
  readonly postFirst: Int32Array;
  readonly postUnit: Int32Array;
  readonly postAt: Int32Array;
  /** By term: ln(1 + (N − df + ½) ÷ (df + ½)), as in BM25. */
  readonly idf: Float32Array;
  readonly length: Float64Array;
  readonly meanLength: number;
  textOf(term: number): string;
}

export const termIndex = slowly(function* (transcript: Transcript): Generator<Slice, TermIndex> {
  const structure = structureOf(transcript);
  const whole = wholeOf(transcript);
  if (whole) {
    const index = yield* termIndex.steps(whole);
    const entries = beginningOf(index, structure, structureOf(whole));
    // Terms are numbered as they occur, so those of the beginning have the same numbers.
    if (entries) return yield* indexOf(entries, index.idf.length, index.textOf);
  }
  const { units, header } = structure;
  const { messages } = transcript;
  const n = units.length;
  const reader = readerOf(messages);
  const ofMessages: MessageTerms[] = [];
  let entries = 0;
  let read = 0;
  for (let i = header; i < messages.length; i++) {
    const one = reader.termsOf(messages[i]!);
    ofMessages[i] = one;
    entries += one.terms.length;
    read += one.read;
    if (read < READ_SLICE) continue;
    read = 0;
    yield { done: i + 1, of: messages.length };
  }
  const said = new TermSequence(n, reader, entries);
  let done = 0;
  for (let u = 0; u < n; u++) {
    for (const i of units[u]!.members) {
      if (i < header) continue;
      said.add(u, i, ofMessages[i]!);
      done += ofMessages[i]!.terms.length;
    }
    said.close(u);
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  const { size, meetsIn, numberOf } = said;
  const textOf = (term: number): string => {
    const i = meetsIn[term]!;
    return writtenIn(messages[i]!)[ofMessages[i]!.terms.indexOf(numberOf[term]!)]!;
  };
  return yield* indexOf(yield* sorted(said, size), size, textOf);
});

/** Characters read, or entries of flat arrays visited, between two opportunities to pause: about a millisecond. */
const READ_SLICE = 1 << 15;
const SLICE = 1 << 17;

/**
 * Terms and counts of units in reading order. Terms are numbered as they are met, so the numbers of a transcript do not depend on what
 * the reader has read before.
 */
class TermSequence {
  readonly first: Int32Array;
  readonly length: Float64Array;
  readonly term = new IntList(1 << 14);
  readonly count = new IntList(1 << 14);
  size: number;
  readonly units: Int32Array;
  readonly meetsIn: Int32Array;
  readonly numberOf: Int32Array;
  /** By the reader's number: the term, 0 = not met yet (a stop word's number). */
  readonly #term: Int32Array;
  readonly #unit: Int32Array;
  readonly #entry: Int32Array;

  constructor(n: number, { stops, size }: { readonly stops: number; readonly size: number }, entries: number) {
    this.first = new Int32Array(n + 1);
    this.length = new Float64Array(n);
    this.size = stops;
    const most = stops + Math.min(size, entries);
    this.units = new Int32Array(most);
    this.meetsIn = new Int32Array(most);
    this.numberOf = new Int32Array(most);
    this.#term = new Int32Array(size);
    this.#unit = new Int32Array(most);
    this.#entry = new Int32Array(most);
  }

  add(u: number, i: number, { terms, counts, length }: MessageTerms): void {
    for (let k = 0; k < terms.length; k++) {
      const number = terms[k]!;
      let t = this.#term[number]!;
      if (t === 0) {
        t = this.size++;
        this.#term[number] = t;
        this.meetsIn[t] = i;
        this.numberOf[t] = number;
      }
      const times = counts[k]!;
      if (times === 0) continue;
      if (this.#unit[t] === u + 1) {
        this.count.values[this.#entry[t]!]! += times;
        continue;
      }
      this.units[t]! += 1;
      this.#unit[t] = u + 1;
      this.#entry[t] = this.term.length;
      this.term.push(t);
      this.count.push(times);
    }
    this.length[u]! += length;
  }

  close(u: number): void {
    this.first[u + 1] = this.term.length;
  }
}

const MOST_COUNTED = 0xffff;

function* sorted({ first, length, term: said, count: times, units }: TermSequence, terms: number): Generator<Slice, Entries> {
  const n = length.length;
  const { values: term, length: entries } = said;
  const { values: count } = times;
  const next = new Int32Array(terms);
  for (let t = 1; t < terms; t++) next[t] = next[t - 1]! + units[t - 1]!;
  yield;
  const ofUnit = new Int32Array(entries);
  yield;
  const counts = new Uint16Array(entries);
  yield;
  let done = 0;
  for (let u = 0; u < n; u++) {
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const at = next[term[k]!]!++;
      ofUnit[at] = u;
      counts[at] = Math.min(count[k]!, MOST_COUNTED);
    }
    done += first[u + 1]! - first[u]!;
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  const fill = first.slice(0, n);
  const byTerm = { first, length, term: new Int32Array(entries), count: new Uint16Array(entries) };
  yield;
  let p = 0;
  for (let t = 0; t < terms; t++) {
    for (const end = next[t]!; p < end; p++) {
      const at = fill[ofUnit[p]!]!++;
      byTerm.term[at] = t;
      byTerm.count[at] = counts[p]!;
      done++;
    }
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  return byTerm;
}

type Entries = Pick<TermIndex, 'first' | 'length' | 'term' | 'count'>;

const RAISED = Float64Array.from({ length: 1 << 8 }, (_, count) => 1 + Math.log(count));

function* indexOf({ first, length, term, count }: Entries, terms: number, textOf: TermIndex['textOf']): Generator<Slice, TermIndex> {
  const entries = term.length;
  const n = length.length;
  const postFirst = new Int32Array(terms + 1);
  for (let k = 0; k < entries; k++) postFirst[term[k]! + 1]! += 1;
  yield;
  const idf = new Float32Array(terms);
  for (let t = 0; t < terms; t++) {
    const df = postFirst[t + 1]!;
    idf[t] = Math.log(1 + (n - df + 0.5) / (df + 0.5));
    postFirst[t + 1]! += postFirst[t]!;
  }
  const next = postFirst.slice(0, terms);
  yield;
  const postUnit = new Int32Array(entries);
  yield;
  const postAt = new Int32Array(entries);
  yield;
  const weight = new Float32Array(entries);
  yield;
  let total = 0;
  let done = 0;
  for (let u = 0; u < n; u++) {
    total += length[u]!;
    let square = 0;
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const t = term[k]!;
      const c = count[k]!;
      const w = (c < RAISED.length ? RAISED[c]! : 1 + Math.log(c)) * idf[t]!;
      weight[k] = w;
      square += w * w;
      const p = next[t]!++;
      postUnit[p] = u;
      postAt[p] = k;
    }
    const norm = 1 / Math.sqrt(square || 1);
    for (let k = first[u]!; k < first[u + 1]!; k++) weight[k]! *= norm;
    done += first[u + 1]! - first[u]!;
    if (done < SLICE) continue;
    done = 0;
    yield;
  }
  return { n, first, term, count, weight, postFirst, postUnit, postAt, idf, length, meanLength: total / Math.max(1, n), textOf };
}

/** The first units of an index; null where the other transcript begins with other units. */
function beginningOf(index: TermIndex, part: Structure, whole: Structure): Entries | null {
  const n = part.units.length;
  const same =
    part.header === whole.header &&
    n <= whole.units.length &&
    part.units.every(({ members }, u) => members.length === whole.units[u]!.members.length && members[0] === whole.units[u]!.members[0]);
  if (!same) return null;
  const entries = index.first[n]!;
  return {
    first: index.first.subarray(0, n + 1),
    length: index.length.subarray(0, n),
    term: index.term.subarray(0, entries),
    count: index.count.subarray(0, entries),
  };
}

/** Cosine of two units by their TF-IDF vectors, 0–1, in millionths (so that equal units give exactly 1). Linear in their distinct terms. */
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

/** The same with the terms of one unit spread out: `spread` = its weight by term, 0 for absent ones. */
export function cosineWith({ first, term, weight }: TermIndex, spread: Float32Array, v: number): number {
  let sum = 0;
  for (let b = first[v]!; b < first[v + 1]!; b++) sum += spread[term[b]!]! * weight[b]!;
  return Math.round(1e6 * sum) / 1e6;
}

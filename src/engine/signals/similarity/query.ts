/** Relevance of every unit to some others: BM25 or the cosine of TF-IDF vectors, over the postings of the query's terms. */
import { remembered } from '../remember.ts';
import { textsOf } from '../../tokens/count.ts';
import type { Transcript } from '../../transcript/types.ts';
import { structureOf } from '../structure.ts';
import { READ_CHARACTERS, type TermIndex, termIndex } from './term-index.ts';

export const RANKINGS = ['bm25', 'cosine'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** BM25: saturation of repeated terms, and penalty for long units. */
const K1 = 1.2;
const B = 0.75;
const MOST_TERMS = 64;

export interface Query {
  readonly ranking: Ranking;
  readonly terms: Int32Array;
  readonly weights: Float64Array;
}

export function queryOf(index: TermIndex, units: readonly number[], shares: readonly number[], ranking: Ranking): Query {
  const { first, term, weight, idf, postFirst } = index;
  const sums = new Map<number, number>();
  units.forEach((u, q) => {
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const t = term[k]!;
      // A term of no other unit finds nothing. Vectors have length 1, so that a long output does not drown a short question.
      if (postFirst[t + 1]! - postFirst[t]! > 1) sums.set(t, (sums.get(t) ?? 0) + shares[q]! * weight[k]!);
    }
  });
  const heaviest = [...sums].sort(([s, a], [t, b]) => b - a || s - t).slice(0, MOST_TERMS);
  const length = Math.sqrt(heaviest.reduce((sum, [, w]) => sum + w * w, 0)) || 1;
  return {
    ranking,
    terms: Int32Array.from(heaviest, ([t]) => t),
    // BM25 includes its own IDF.
    weights: Float64Array.from(heaviest, ([t, w]) => w / (ranking === 'bm25' ? idf[t]! : length)),
  };
}

function part(index: TermIndex, query: Query, q: number, u: number, at: number): number {
  const w = query.weights[q]!;
  if (query.ranking === 'cosine') return w * index.weight[at]!;
  const count = index.count[at]!;
  const norm = K1 * (1 - B + (B * index.length[u]!) / index.meanLength);
  return (w * index.idf[query.terms[q]!]! * count * (K1 + 1)) / (count + norm);
}

export function scores(index: TermIndex, query: Query): Float64Array {
  const found = new Float64Array(index.n);
  query.terms.forEach((t, q) => {
    for (let p = index.postFirst[t]!; p < index.postFirst[t + 1]!; p++) {
      const u = index.postUnit[p]!;
      found[u]! += part(index, query, q, u, index.postAt[p]!);
    }
  });
  return found;
}

export function matchedTerms(index: TermIndex, query: Query, u: number): number[] {
  const parts: { readonly t: number; readonly adds: number }[] = [];
  for (let k = index.first[u]!; k < index.first[u + 1]!; k++) {
    const q = query.terms.indexOf(index.term[k]!);
    if (q >= 0) parts.push({ t: index.term[k]!, adds: part(index, query, q, u, k) });
  }
  parts.sort((a, b) => b.adds - a.adds || a.t - b.t);
  return parts.map(({ t }) => t);
}

// Terms as readable words: the topic of a text, or why a unit was found.

const LOOKED_AT = 8;
const SAMPLE = 20_000;
/** Two pairs are one word if they occur together in at least this share of the more frequent one's occurrences. */
const TOGETHER = 0.6;

export function titleWords(transcript: Transcript, units: readonly number[], most: number): string[] {
  const index = termIndex(transcript);
  const sums = new Map<number, { sum: number; units: number }>();
  for (const u of units) {
    for (let k = index.first[u]!; k < index.first[u + 1]!; k++) {
      const known = sums.get(index.term[k]!);
      if (known) {
        known.sum += index.weight[k]!;
        known.units++;
      } else sums.set(index.term[k]!, { sum: index.weight[k]!, units: 1 });
    }
  }
  const ranked = Array.from(sums, ([t, { sum, units: df }]) => ({ t, score: sum * Math.log1p(df) }));
  ranked.sort((a, b) => b.score - a.score || a.t - b.t);
  return wordsOf(
    transcript,
    units,
    ranked.map(({ t }) => t),
    most,
  );
}

export function matchedWords(transcript: Transcript, query: Query, u: number, most: number): string[] {
  return wordsOf(transcript, [u], matchedTerms(termIndex(transcript), query, u), most);
}

export function queryWords(transcript: Transcript, query: Query, units: readonly number[], most: number): string[] {
  return wordsOf(transcript, units, [...query.terms], most);
}

const HAN = /^\p{Script=Han}+$/u;
const DIGITS = /^\d+$/;

/** The first few terms that are not contained in one another; overlapping Chinese pairs are joined where they form one word. */
function wordsOf(transcript: Transcript, units: readonly number[], terms: readonly number[], most: number): string[] {
  const { textOf } = termIndex(transcript);
  let sample: string | undefined;
  const times = (word: string): number => {
    sample ??= sampleOf(transcript, units);
    return sample.split(word).length - 1;
  };
  const chosen: string[] = [];
  for (const t of terms.slice(0, LOOKED_AT * most)) {
    const word = textOf(t);
    if (DIGITS.test(word) || chosen.some((other) => within(word, other))) continue;
    if (!join(chosen, word, times) && chosen.length < most) chosen.push(word);
  }
  return chosen;
}

function within(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one.includes(other) || other.includes(one);
}

/** Compares a new Chinese pair with the chosen words that it overlaps. */
function join(chosen: string[], word: string, times: (word: string) => number): boolean {
  if (!HAN.test(word)) return false;
  const own = times(word);
  for (let at = 0; at < chosen.length; at++) {
    const other = chosen[at]!;
    if (!HAN.test(other)) continue;
    const [whole, together] = [overlapped(word, other), overlapped(other, word)]
      .map((w) => [w, w === '' ? 0 : times(w)] as const)
      .reduce((x, y) => (y[1] > x[1] ? y : x));
    const others = times(other);
    if (together === 0 || together < TOGETHER * Math.min(own, others)) continue;
    if (together < TOGETHER * others) return true;
    const better = together < TOGETHER * own ? word : whole;
    chosen.splice(at, 1);
    if (!join(chosen, better, times)) chosen.splice(at, 0, better);
    return true;
  }
  return false;
}

/** `数据` + `据库` = `数据库`; empty where the words do not overlap. */
const overlapped = (a: string, b: string): string => (a.at(-1) === b[0] ? a + b.slice(1) : '');

function sampleOf(transcript: Transcript, units: readonly number[]): string {
  const all = structureOf(transcript).units;
  let sample = '';
  for (const u of units) {
    for (const i of all[u]!.members)
      for (const part of transcript.messages[i]!.parts) for (const text of textsOf(part)) sample += `${text.slice(0, READ_CHARACTERS)}\n`;
    if (sample.length > SAMPLE) break;
  }
  return sample.slice(0, SAMPLE);
}

const SIDE = 6;
const SHORTEST = 3;
const NEAR = 2;

export interface Depths {
  readonly unit: Int32Array;
  /** Depth of the gap before it, 0–2. */
  readonly depth: Float64Array;
  readonly start: number;
}

export const topicDepths = remembered((transcript: Transcript): Depths => {
  const { units, header, turn } = structureOf(transcript);
  const index = termIndex(transcript);
  let start = 0;
  while (start < units.length && units[start]!.members[0]! < header) start++;
  const similarity = sidesOf(index, start);
  const gaps = similarity.length;
  const found: { unit: number; depth: number }[] = [];
  for (let g = 1; g < gaps - 1; g++) {
    if (similarity[g]! > similarity[g - 1]! || similarity[g]! >= similarity[g + 1]!) continue;
    found.push({ unit: start + g + 1, depth: peak(similarity, g, -1) + peak(similarity, g, 1) - 2 * similarity[g]! });
  }
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

function sidesOf(index: TermIndex, start: number): Float64Array {
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
  }
  return raw.map((value, g) => (value + (raw[g - 1] ?? value) + (raw[g + 1] ?? value)) / 3);
}

export function topicStarts({ unit, depth, start }: Depths, least: number): Int32Array {
  let count = 0;
  while (count < unit.length && depth[count]! >= least) count++;
  return Int32Array.from([start, ...unit.subarray(0, count)]).sort();
}

/** Relevance of every unit to some others: BM25 or the cosine of TF-IDF vectors, over the postings of the query's terms. */
import { type TermIndex, termIndex } from './term-index.ts';
import { textsOf } from '../../tokens/token-parts.ts';
import type { Transcript } from '../../transcript/types.ts';
import { structureOf } from '../structure.ts';
import { READ_CHARACTERS } from './message-terms.ts';

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
  const index = termIndex.of(transcript);
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
  return wordsOf(transcript, [u], matchedTerms(termIndex.of(transcript), query, u), most);
}

export function queryWords(transcript: Transcript, query: Query, units: readonly number[], most: number): string[] {
  return wordsOf(transcript, units, [...query.terms], most);
}

const HAN = /^\p{Script=Han}+$/u;
const DIGITS = /^\d+$/;

/** The first few terms that are not contained in one another; overlapping Chinese pairs are joined where they form one word. */
function wordsOf(transcript: Transcript, units: readonly number[], terms: readonly number[], most: number): string[] {
  const { textOf } = termIndex.of(transcript);
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

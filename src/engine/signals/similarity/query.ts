/** Relevance of every unit to some others: BM25 or the cosine of TF-IDF vectors, over the postings of the query's terms. */
import type { TermIndex } from './term-index.ts';

export const RANKINGS = ['bm25', 'cosine'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** BM25: saturation of repeated terms, and penalty for long units. */
const K1 = 1.2;
const B = 0.75;
/** Query terms looked up: the heaviest. */
const MOST_TERMS = 64;

export interface Query {
  readonly ranking: Ranking;
  readonly terms: Int32Array;
  /** Weight of each term in the query, IDF included for `cosine`. */
  readonly weights: Float64Array;
}

/** The terms of some units as one query; `shares` weights the units. */
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

/** Contribution of query term q to the score of the unit with entry `at`. */
function part(index: TermIndex, query: Query, q: number, u: number, at: number): number {
  const w = query.weights[q]!;
  if (query.ranking === 'cosine') return w * index.weight[at]!;
  const count = index.count[at]!;
  const norm = K1 * (1 - B + (B * index.length[u]!) / index.meanLength);
  return (w * index.idf[query.terms[q]!]! * count * (K1 + 1)) / (count + norm);
}

/** Score of every unit. Linear in the postings of the query's terms. */
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

/** The terms that contribute most to the score of a unit, largest first. */
export function matchedTerms(index: TermIndex, query: Query, u: number): number[] {
  const parts: { readonly t: number; readonly adds: number }[] = [];
  for (let k = index.first[u]!; k < index.first[u + 1]!; k++) {
    const q = query.terms.indexOf(index.term[k]!);
    if (q >= 0) parts.push({ t: index.term[k]!, adds: part(index, query, q, u, k) });
  }
  parts.sort((a, b) => b.adds - a.adds || a.t - b.t);
  return parts.map(({ t }) => t);
}

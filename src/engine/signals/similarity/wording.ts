/** Terms as readable words: the topic of a text, or why a unit was found. */
import { textsOf } from '../../tokens/parts.ts';
import type { Transcript } from '../../transcript/types.ts';
import { structureOf } from '../structure.ts';
import { READ_CHARACTERS } from './message-terms.ts';
import { matchedTerms, type Query } from './query.ts';
import { termIndex } from './term-index.ts';

/** Terms considered per word: many contain one another, or are pairs of one longer word. */
const LOOKED_AT = 8;
/** Characters searched for the longer words of Chinese pairs. */
const SAMPLE = 20_000;
/** Two pairs are one word if they occur together in at least this share of the more frequent one's occurrences. */
const TOGETHER = 0.6;

/** Topic of some units: the terms with the largest sum of weights, those that several of them contain first. */
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

/** The words of a query that contribute most to the score of a unit. */
export function matchedWords(transcript: Transcript, query: Query, u: number, most: number): string[] {
  return wordsOf(transcript, [u], matchedTerms(termIndex.of(transcript), query, u), most);
}

/** The words of a query, heaviest first. */
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

/**
 * Compares a new Chinese pair with the chosen words that it overlaps. If both mostly occur together, they become one word. If only the
 * rarer one mostly does, it spans a word boundary (`根香` beside `香蕉`) and is dropped. False where nothing overlaps.
 */
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

/** The first characters of the units' text. */
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

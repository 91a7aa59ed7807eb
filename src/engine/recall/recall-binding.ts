/**
 * Whether a fact is still among its former words (docs/recall.md#what-it-is-held-against). A bare list of facts holds every one and binds
 * none; a summary that explains a fact keeps some of the words around it. Words that belong to facts do not count, or neighbours in a list
 * would bind each other.
 */
import { lowerBound } from '../lib/arrays.ts';
import type { TextFacts } from '../signals/facts/index.ts';
import { TermReader } from '../signals/similarity/term-index.ts';

/** Characters before and after a fact in which its words are searched for, and how many must be there again. */
const REACH = 120;
const WORDS = 2;
/** No counted fact is longer (a command is the longest). */
const LONGEST = 1000;

export interface Occurrence {
  readonly facts: TextFacts;
  readonly k: number;
}

/**
 * Reads the words around occurrences; they are numbered within one reader. Lists rather than sets, because a long recording has a million
 * of them.
 */
export class ContextWords {
  readonly #reader = new TermReader();

  /** Words within reach of an occurrence that belong to no fact, each once; without stop words. */
  around({ facts, k }: Occurrence): Int32Array {
    const { text, starts, ends } = facts;
    const reader = this.#reader;
    reader.clear();
    let from = wordStart(text, Math.max(0, starts[k]! - REACH));
    const to = wordEnd(text, Math.min(text.length, ends[k]! + REACH));
    for (let f = lowerBound(starts, from - LONGEST); f < starts.length && starts[f]! < to; f++) {
      if (facts.keyOf(f) === null || ends[f]! <= from) continue;
      this.#read(text, from, starts[f]!);
      from = Math.max(from, ends[f]!);
    }
    this.#read(text, from, to);
    return Int32Array.from(new Set(reader.terms.values.subarray(0, reader.terms.length)));
  }

  #read(text: string, from: number, to: number): void {
    if (to > from) this.#reader.read(text.slice(from, to), to - from);
  }
}

const WORD = /[\p{L}\p{N}_]/u;
const splits = (text: string, at: number): boolean => at > 0 && at < text.length && WORD.test(text[at - 1]!) && WORD.test(text[at]!);

/** The next position from `at` on outside any word; at most REACH further. */
function wordStart(text: string, at: number): number {
  let i = at;
  while (i < at + REACH && splits(text, i)) i++;
  return i;
}

/** The last position up to `at` outside any word. */
function wordEnd(text: string, at: number): number {
  let i = at;
  while (i > at - REACH && splits(text, i)) i--;
  return i;
}

/** Whether enough of the former words are around it. A fact that had fewer than two words needs those that it had. */
export function isBound(former: ReadonlySet<number>, now: Int32Array): boolean {
  const enough = Math.min(WORDS, former.size);
  let shared = 0;
  for (const word of now) if (former.has(word) && ++shared >= enough) return true;
  return shared >= enough;
}

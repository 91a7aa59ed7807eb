/**
 * Does a fact still stand among words that it stood among? A bare list of facts holds every one and binds none; a summary that tells
 * what a fact is keeps some of the words around it.
 */
import { TermReader } from '../signals/similarity/terms.ts';

/** Characters before and after a fact in which its words are looked for, and how many have to be there again. */
const REACH = 120;
const WORDS = 2;

/** One text with an occurrence of the fact. */
export interface Occurrence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the words around occurrences; words are numbered within one reader. */
export class ContextWords {
  readonly #reader = new TermReader();

  /** Words within reach of an occurrence, each once; none of the fact's own. */
  around({ text, start, end }: Occurrence): ReadonlySet<number> {
    const reader = this.#reader;
    reader.clear();
    const fact = text.slice(start, end);
    reader.read(fact, fact.length);
    const own = new Set(reader.terms.subarray(0, reader.length));
    reader.clear();
    const before = text.slice(wordStart(text, Math.max(0, start - REACH)), start);
    reader.read(before, before.length);
    const after = text.slice(end, wordEnd(text, Math.min(text.length, end + REACH)));
    reader.read(after, after.length);
    const found = new Set(reader.terms.subarray(0, reader.length));
    for (const word of own) found.delete(word);
    return found;
  }
}

const WORD = /[\p{L}\p{N}_]/u;
const splits = (text: string, at: number): boolean => at > 0 && at < text.length && WORD.test(text[at - 1]!) && WORD.test(text[at]!);

/** The next place from `at` on that is within no word; at most REACH further. */
function wordStart(text: string, at: number): number {
  let i = at;
  while (i < at + REACH && splits(text, i)) i++;
  return i;
}

/** The last place up to `at` that is within no word. */
function wordEnd(text: string, at: number): number {
  let i = at;
  while (i > at - REACH && splits(text, i)) i--;
  return i;
}

/** Do enough of the former words stand around it? A fact that had fewer than two words needs those that it had. */
export function isBound(former: ReadonlySet<number>, now: ReadonlySet<number>): boolean {
  const enough = Math.min(WORDS, former.size);
  let shared = 0;
  for (const word of now) if (former.has(word) && ++shared >= enough) return true;
  return shared >= enough;
}

/**
 * Facts in compacted contexts, and the words around them. Both are remembered by text, because the same summaries, lists and cut messages
 * occur in the contexts of many rows and cuts.
 */
import { lowerBound } from '../lib/arrays.ts';
import { FACT_PLACES, type FactPlace, factsOfParts, factsOfText, type TextFacts } from '../signals/facts/index.ts';
import { TermReader } from '../signals/similarity/term-index.ts';
import type { Part } from '../transcript/types.ts';

// Whether a fact is still among its former words (docs/recall.md#what-it-is-held-against). A bare list of facts holds every one and binds
// none; a summary that explains a fact keeps some of the words around it. Words that belong to facts do not count, or neighbours in a list
// would bind each other.

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

/** No summary is this long (UTF-16 units). */
const LIST = 16_000;
/** Characters of remembered texts; beyond that all are dropped. */
const REMEMBERED = 8_000_000;

/** One for all cuts of a recording. */
export class Mentions {
  readonly #words = new ContextWords();
  readonly #around = new WeakMap<TextFacts, Map<number, Int32Array>>();
  /** By message and fact: without reasoning, and with it. */
  readonly #said = [0, 1].map(() => new WeakMap<readonly Part[], Map<string, Int32Array>>());
  /** By place and text. */
  readonly #known = new Map(FACT_PLACES.map((place) => [place, new Map<string, TextFacts>()]));
  readonly #lists = new Map<string, TextFacts>();
  #characters = 0;

  /**
   * Facts of every text of a message. `reasoning` = its reasoning counts. `originals` = parts of the recording, which remember their own.
   */
  of(parts: readonly Part[], reasoning: boolean, originals: readonly Part[]): readonly TextFacts[] {
    const [only] = parts;
    // An insertion of a compaction is one text; a long one is a list, whose lines recur at every cut.
    if (parts.length === 1 && only!.type === 'text' && only!.text.length > LIST) return [this.#byLines(only!.text)];
    return parts.flatMap((part) => {
      if (part.type === 'reasoning' && !reasoning) return [];
      const original = originals.indexOf(part);
      if (original < 0) return this.#ofPart(part);
      return factsOfParts(originals, 'recall').flatMap((one) => (one.part === original ? one.facts : []));
    });
  }

  /** Words around an occurrence (`ContextWords`), numbered alike for all cuts. */
  around(occurrence: Occurrence): Int32Array {
    const { facts, k } = occurrence;
    const ofText = this.#around.get(facts) ?? new Map<number, Int32Array>();
    const words = ofText.get(k) ?? this.#words.around(occurrence);
    this.#around.set(facts, ofText.set(k, words));
    return words;
  }

  /** The words around all mentions of a fact in a message of the recording. */
  wordsWith(parts: readonly Part[], key: string, reasoning: boolean): Int32Array {
    const ofMessage = this.#said[Number(reasoning)]!.get(parts) ?? new Map<string, Int32Array>();
    let words = ofMessage.get(key);
    if (!words) {
      const found = new Set<number>();
      for (const facts of this.of(parts, reasoning, parts)) {
        for (let k = 0; k < facts.starts.length; k++) {
          if (facts.keyOf(k) === key) for (const word of this.#words.around({ facts, k })) found.add(word);
        }
      }
      words = Int32Array.from(found);
      this.#said[Number(reasoning)]!.set(parts, ofMessage.set(key, words));
    }
    return words;
  }

  #ofPart(part: Part): readonly TextFacts[] {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return [this.#ofText(part.type, part.text)];
      case 'tool-call':
        return [this.#ofText('arguments', part.args)];
      case 'tool-result':
        return part.content.flatMap((c) => (c.type === 'text' ? this.#ofText('result', c.text) : []));
      default:
        return [];
    }
  }

  #ofText(place: FactPlace, text: string): TextFacts {
    const known = this.#known.get(place)!;
    let facts = known.get(text);
    if (!facts) {
      facts = factsOfText(text, place, 'recall');
      this.#makeRoom(text.length);
      known.set(text, facts);
    }
    return facts;
  }

  /** As the facts of the text, except for those that span lines. */
  #byLines(text: string): TextFacts {
    let list = this.#lists.get(text);
    if (!list) {
      list = joined(text, (line) => this.#ofText('text', line));
      this.#makeRoom(text.length);
      this.#lists.set(text, list);
    }
    return list;
  }

  #makeRoom(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= REMEMBERED) return;
    for (const known of [...this.#known.values(), this.#lists]) known.clear();
    this.#characters = characters;
  }
}

function joined(text: string, factsOf: (line: string) => TextFacts): TextFacts {
  const kinds: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: string[] = [];
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at);
    const end = stop < 0 ? text.length : stop;
    if (end > at) {
      const facts = factsOf(text.slice(at, end));
      for (let k = 0; k < facts.starts.length; k++) {
        const key = facts.keyOf(k);
        if (key === null) continue;
        kinds.push(facts.kindOf(k));
        starts.push(at + facts.starts[k]!);
        ends.push(at + facts.ends[k]!);
        keys.push(key);
      }
    }
    at = end + 1;
  }
  return { text, starts: Int32Array.from(starts), ends: Int32Array.from(ends), kindOf: (k) => kinds[k]!, keyOf: (k) => keys[k]! };
}

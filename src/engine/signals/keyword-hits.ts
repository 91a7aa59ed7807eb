/**
 * Words of the lists in each message. Only the text of messages is read: no reasoning, arguments or tool output, because a printed file
 * would match every list. Tool names are compared whole. Once per transcript and lists; linear.
 */
import type { Slice } from '../lib/steps.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { wholeOf } from './beginnings.ts';
import { type Keyword, type KeywordMatcher, createMatcher } from './keywords-matcher.ts';
import { KEYWORD_LIST_IDS, type KeywordListId, type Keywords, wordsOfList } from './keywords.ts';
import type { OfKeywords } from './remember.ts';
import { type Slow, slowly } from './similarity/slowly.ts';

export interface KeywordHits {
  /** By message: bit k is set where its text contains a word of list KEYWORD_LIST_IDS[k]. */
  readonly lists: Uint16Array;
  /** By message: distinct words of the list `important`. */
  readonly important: Uint16Array;
  /** The words of a list in message i, in list order; searched for on demand. */
  wordsIn(i: number, list: KeywordListId): readonly string[];
}

/** The bit of a list in `KeywordHits.lists`. */
export const bitOf = (list: KeywordListId): number => 1 << KEYWORD_LIST_IDS.indexOf(list);

/** The last few matchers by lists: a person who edits a list creates a new one with every keystroke. */
const MATCHERS = 4;
const matchers = new BoundedMap<string, KeywordMatcher>(MATCHERS);

/** The matcher per object of lists, because many callers pass the same one. */
const ofObject = new WeakMap<Keywords, KeywordMatcher>();

export function matcherOf(keywords: Keywords): KeywordMatcher {
  const known = ofObject.get(keywords);
  if (known) return known;
  const matcher = matchers.getOrMake(JSON.stringify(keywords), () => createMatcher(keywords));
  ofObject.set(keywords, matcher);
  return matcher;
}

/** A matcher on one transcript: the key for remembered hits. */
interface Search {
  readonly transcript: Transcript;
  readonly matcher: KeywordMatcher;
  readonly keywords: Keywords;
}

const searches = new WeakMap<Transcript, WeakMap<KeywordMatcher, Search>>();

const searchIn = ({ transcript, settings: { keywords } }: Pick<OfKeywords, 'transcript' | 'settings'>): Search =>
  searchOf({ transcript, matcher: matcherOf(keywords), keywords });

/** The same object for the same transcript and matcher. */
function searchOf({ transcript, matcher, keywords }: Search): Search {
  const byMatcher = searches.get(transcript) ?? new WeakMap<KeywordMatcher, Search>();
  searches.set(transcript, byMatcher);
  const search = byMatcher.get(matcher) ?? { transcript, matcher, keywords };
  byMatcher.set(matcher, search);
  return search;
}

/** The hits of a prepared transcript with the lists of its settings. */
export const keywordHits = (input: Pick<OfKeywords, 'transcript' | 'settings'>): KeywordHits => hits.of(searchIn(input));

/** The same in slices. */
export const warmHits = (input: Pick<OfKeywords, 'transcript' | 'settings'>): Generator<Slice, void> => hits.warm(searchIn(input));

/** Remembers values that depend on the messages and the word lists in use; survives every other setting. */
export function perKeywords<T>(compute: (input: OfKeywords) => T): (input: OfKeywords) => T {
  const cache = new WeakMap<KeywordHits, { readonly value: T }>();
  return (input) => {
    const own = keywordHits(input);
    let found = cache.get(own);
    if (!found) {
      found = { value: compute(input) };
      cache.set(own, found);
    }
    return found.value;
  };
}

/** `part` distinguishes texts: the end of a word is an offset in its own text. */
function scanMessage({ parts, role }: Message, matcher: KeywordMatcher, found: (word: number, end: number, part: number) => void): void {
  if (role === 'tool') return;
  parts.forEach((part, p) => {
    if (part.type === 'text') matcher.scan(part.text, (word, end) => found(word, end, p));
  });
}

/** Whether occurrences of a list's words lie within another word of it: `complete` in `!!!COMPLETE!!!` does not count. */
function within(): (end: number, part: number) => boolean {
  let [until, last] = [0, -1];
  return (end, part) => {
    if (part === last && end <= until) return true;
    [until, last] = [end, part];
    return false;
  };
}

/**
 * Hits of messages, which the contexts of one recording share: the bits of the lists, and from this bit on the number of words of the list
 * `important`.
 */
const SHIFT = 16;
const ofMatcher = new WeakMap<KeywordMatcher, WeakMap<Message, number>>();

function inMessages(matcher: KeywordMatcher): WeakMap<Message, number> {
  const known = ofMatcher.get(matcher) ?? new WeakMap<Message, number>();
  ofMatcher.set(matcher, known);
  return known;
}

/** Messages between two opportunities to pause: about a millisecond. */
const SLICE = 100;

const hits: Slow<Search, KeywordHits> = slowly(function* ({ transcript, matcher, keywords }: Search): Generator<Slice, KeywordHits> {
  const { messages } = transcript;
  const whole = wholeOf(transcript);
  if (whole) {
    // Hits are per message: those of a beginning are a prefix of the whole's.
    const all = yield* hits.steps(searchOf({ transcript: whole, matcher, keywords }));
    return { ...all, lists: all.lists.subarray(0, messages.length), important: all.important.subarray(0, messages.length) };
  }
  const { words } = matcher;
  const bits = Uint16Array.from(words, ({ lists }: Keyword) => lists.reduce((sum, list) => sum | bitOf(list), 0));
  const importantBit = bitOf('important');
  const lists = new Uint16Array(messages.length);
  const count = new Uint16Array(messages.length);
  const known = inMessages(matcher);
  const seenIn = new Int32Array(words.length).fill(-1);
  for (const [i, message] of messages.entries()) {
    let own = known.get(message);
    if (own === undefined) {
      const inside = within();
      let [here, important] = [0, 0];
      scanMessage(message, matcher, (word, end, part) => {
        const counts = (bits[word]! & importantBit) !== 0;
        if ((counts && inside(end, part)) || seenIn[word] === i) return;
        seenIn[word] = i;
        here |= bits[word]!;
        if (counts) important++;
      });
      own = here + important * (1 << SHIFT);
      known.set(message, own);
    }
    lists[i] = own % (1 << SHIFT);
    count[i] = Math.floor(own / (1 << SHIFT));
    if (i % SLICE === SLICE - 1) yield { done: i + 1, of: messages.length };
  }
  return {
    lists,
    important: count,
    wordsIn(i, list) {
      const here = new Set<string>();
      const inside = within();
      scanMessage(messages[i]!, matcher, (word, end, part) => {
        if (words[word]!.lists.includes(list) && !inside(end, part)) here.add(words[word]!.word);
      });
      return wordsOfList(keywords, list).filter((word) => here.has(word));
    },
  };
});

/** Tool names are compared in lower case and without the server or package before them. */
const bareName = (name: string): string => name.replace(/^.*(?:__|[./:])/, '').toLowerCase();

/** Whether a tool's name is in a list. */
export function toolsIn(keywords: Keywords, list: KeywordListId): (name: string) => boolean {
  const names = new Set(wordsOfList(keywords, list).map((name) => name.toLowerCase()));
  return (name) => names.has(name.toLowerCase()) || names.has(bareName(name));
}

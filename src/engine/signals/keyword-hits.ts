/**
 * Words of the lists in each message. Only the text of messages is read: no reasoning, arguments or tool output, because a printed file
 * would match every list. Tool names are compared whole. Once per transcript and lists; linear.
 */
import { perPair, remembered, rememberWith } from './remember.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { wholeOf } from './signal-prepare.ts';
import { KEYWORD_LIST_IDS, type KeywordListId, type Keywords, TEXT_LISTS, wordsOfList } from './keywords.ts';
import type { KeywordsInput } from './remember.ts';

/* Finds the words of all lists in one pass over a text: a trie in typed arrays, entered at every possible word start. */

interface Keyword {
  readonly word: string;
  readonly lists: readonly KeywordListId[];
}

interface KeywordMatcher {
  readonly keywords: Keywords;
  readonly words: readonly Keyword[];
  scan(text: string, found: (word: number, end: number) => void): void;
}

function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
  return (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) || (code >= 0x370 && code <= 0x6ff) || (code >= 0xac00 && code <= 0xd7a3);
}

const VOWEL_Y = /[aeiou]y$/;
/** A short syllable that doubles its last letter: `stopped`, `planning`, `debugging`. */
const DOUBLES = /[^aeiou][aeiou][bdgklmnprt]$/;

export function formsOf(word: string): readonly string[] {
  if (!/^[a-z][a-z ]*[a-z]$/.test(word) || word.length < 3) return [word];
  const forms = new Set([word]);
  const add = (stem: string, ...endings: readonly string[]): void => {
    for (const ending of endings) forms.add(stem + ending);
  };
  if (word.endsWith('e')) add(word.slice(0, -1), 'es', 'ed', 'ing');
  else if (word.endsWith('y') && !VOWEL_Y.test(word)) {
    add(word.slice(0, -1), 'ies', 'ied');
    add(word, 'ing');
  } else if (/(?:s|x|z|ch|sh)$/.test(word)) add(word, 'es', 'ed', 'ing');
  else {
    add(word, 's', 'ed', 'ing');
    if (DOUBLES.test(word)) add(word + word.at(-1)!, 'ed', 'ing');
  }
  return [...forms];
}

export function createMatcher(keywords: Keywords): KeywordMatcher {
  const listsOf = new Map<string, KeywordListId[]>();
  for (const id of TEXT_LISTS) {
    for (const word of wordsOfList(keywords, id)) {
      const lists = listsOf.get(word);
      if (lists) lists.push(id);
      else listsOf.set(word, [id]);
    }
  }
  const words = Array.from(listsOf, ([word, lists]): Keyword => ({ word, lists }));
  return { keywords, words, scan: scannerOf(words.map(({ word }) => word)) };
}

interface Node {
  readonly next: Map<number, Node>;
  readonly words: number[];
  readonly number: number;
}

function scannerOf(words: readonly string[]): KeywordMatcher['scan'] {
  // Letters of the words by code unit, both cases together; 0 = in no word.
  const letters = new Map<number, number>();
  const classOf = new Uint16Array(65_536);
  const letter = (code: number): number => {
    let number = letters.get(code);
    if (number === undefined) {
      number = letters.size + 1;
      letters.set(code, number);
      const c = String.fromCharCode(code);
      for (const form of [c, c.toUpperCase(), c.toLowerCase()]) if (form.length === 1) classOf[form.charCodeAt(0)] = number;
    }
    return number;
  };
  const nodes: Node[] = [];
  const newNode = (): Node => {
    const node: Node = { next: new Map(), words: [], number: nodes.length };
    nodes.push(node);
    return node;
  };
  const root = newNode();
  words.forEach((word, w) => {
    for (const form of formsOf(word)) {
      const small = form.toLowerCase();
      let node = root;
      for (let i = 0; i < small.length; i++) {
        const l = letter(small.charCodeAt(i));
        let next = node.next.get(l);
        if (!next) {
          next = newNode();
          node.next.set(l, next);
        }
        node = next;
      }
      if (!node.words.includes(w)) node.words.push(w);
    }
  });

  const width = letters.size + 1;
  const next = new Int32Array(nodes.length * width);
  for (const node of nodes) for (const [l, to] of node.next) next[node.number * width + l] = to.number;
  const ends = nodes.map((node) => (node.words.length > 0 ? node.words : null));

  return (text, found) => {
    const n = text.length;
    let before = false;
    for (let i = 0; i < n; i++) {
      const code = text.charCodeAt(i);
      const isWord = isWordCode(code);
      const enters = !(isWord && before);
      before = isWord;
      if (!enters) continue;
      let node = next[classOf[code]!]!;
      for (let at = i + 1; node !== 0; at++) {
        const ending = ends[node];
        const following = at < n ? text.charCodeAt(at) : 0;
        // A word that ends with a letter of such a script must end at a word boundary.
        if (ending && !(isWordCode(following) && isWordCode(text.charCodeAt(at - 1)))) for (const word of ending) found(word, at);
        if (at >= n) break;
        node = next[node * width + classOf[following]!]!;
      }
    }
  };
}

export interface KeywordHits {
  readonly lists: Uint16Array;
  readonly important: Uint16Array;
  wordsIn(i: number, list: KeywordListId): readonly string[];
}

export const bitOf = (list: KeywordListId): number => 1 << KEYWORD_LIST_IDS.indexOf(list);

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

export const keywordHits = ({ transcript, settings: { keywords } }: Pick<KeywordsInput, 'transcript' | 'settings'>): KeywordHits =>
  hitsIn(transcript, matcherOf(keywords));

export function perKeywords<T>(compute: (input: KeywordsInput) => T): (input: KeywordsInput) => T {
  return rememberWith((input) => keywordHits(input), compute);
}

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
const inMessages = remembered<KeywordMatcher, WeakMap<Message, number>>(() => new WeakMap());

const hitsIn: (transcript: Transcript, matcher: KeywordMatcher) => KeywordHits = perPair((transcript, matcher) => {
  const { messages } = transcript;
  const whole = wholeOf(transcript);
  if (whole) {
    // Hits are per message: those of a beginning are a prefix of the whole's.
    const all = hitsIn(whole, matcher);
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
      return wordsOfList(matcher.keywords, list).filter((word) => here.has(word));
    },
  };
});

const bareName = (name: string): string => name.replace(/^.*(?:__|[./:])/, '').toLowerCase();

export function toolsIn(keywords: Keywords, list: KeywordListId): (name: string) => boolean {
  const names = new Set(wordsOfList(keywords, list).map((name) => name.toLowerCase()));
  return (name) => names.has(name.toLowerCase()) || names.has(bareName(name));
}

/**
 * Finds the words of all lists in one pass over a text: a trie in typed arrays, entered at every possible word start. Linear in the text:
 * no word is longer than LONGEST_WORD.
 */
import { type KeywordListId, type Keywords, TEXT_LISTS, wordsOfList } from './keywords.ts';

/** One word with all lists that contain it. */
export interface Keyword {
  readonly word: string;
  readonly lists: readonly KeywordListId[];
}

export interface KeywordMatcher {
  readonly words: readonly Keyword[];
  /** Calls `found` with the index of a word and its end, for every occurrence, ordered by start. */
  scan(text: string, found: (word: number, end: number) => void): void;
}

/** Letters, digits and `_` of scripts with spaces between words; Chinese, Japanese and the like match anywhere. */
function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
  return (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) || (code >= 0x370 && code <= 0x6ff) || (code >= 0xac00 && code <= 0xd7a3);
}

const VOWEL_Y = /[aeiou]y$/;
/** A short syllable that doubles its last letter: `stopped`, `planning`, `debugging`. */
const DOUBLES = /[^aeiou][aeiou][bdgklmnprt]$/;

/** An English word with its regular endings: plural, third person, past, `-ing`. Names and marks stay as written. */
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

/** The matcher of a person's lists. Built in well under a millisecond; keep it. */
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
  return { words, scan: scannerOf(words.map(({ word }) => word)) };
}

/** Nodes of the trie under construction: next node by letter, and the words that end here. */
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

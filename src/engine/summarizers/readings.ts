/** Data read from one line of a message and remembered with it, shared by all contexts with that message. */
import type { Message } from '../transcript/types.ts';
import type { Candidate } from './offers.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
export const HAN = /\p{Script=Han}/u;

/** Distinct words of a text; for Chinese, which has no spaces, pairs of characters. */
export function wordsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (HAN.test(word)) for (let i = 0; i < word.length - 1; i++) found.add(word.slice(i, i + 2));
    else found.add(word);
  }
  return found;
}

/** The words of a text without its figures, in any order; empty for text without figures. */
export function withoutFigures(text: string): string {
  if (!/\d/.test(text)) return '';
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}_]*/gu) ?? [];
  return words.length < 3 ? '' : [...new Set(words)].sort().join(' ');
}

/** A file is identified by its last component, which absolute and relative paths share. */
export const factKey = (text: string): string =>
  /[/\\]/.test(text)
    ? (text
        .replace(/[/\\]+$/, '')
        .split(/[/\\]/)
        .at(-1) ?? text)
    : text;

/** Numbers texts in order of first appearance. */
export function numbering(): { readonly texts: string[]; number(text: string): number } {
  const texts: string[] = [];
  const known = new Map<string, number>();
  return {
    texts,
    number(text) {
      let at = known.get(text);
      if (at === undefined) {
        at = texts.push(text) - 1;
        known.set(text, at);
      }
      return at;
    },
  };
}

/** Numbers of words: contexts that begin with the same message share them, so that knowledge of a line holds in all of them. */
type Vocabulary = ReturnType<typeof numbering>;
const vocabularies = new WeakMap<Message, Vocabulary>();

export function vocabularyOf([first]: readonly Message[]): Vocabulary {
  const known = first && vocabularies.get(first);
  const words = known ?? numbering();
  if (first) vocabularies.set(first, words);
  return words;
}

/** Data of one line, independent of the transcript of its message. */
export interface Reading {
  /** Numbers of its words in the vocabulary for which they were read. */
  terms: Int32Array;
  vocabulary: Vocabulary;
  /** Keys of its facts, each once. */
  readonly facts: readonly string[];
  readonly figureless: string;
}
const readings = new WeakMap<Candidate, Reading>();

/** Remembered; another vocabulary reads the words again. */
export function readingOf(line: Candidate, vocabulary: Vocabulary): Reading {
  const { text, facts = [] } = line;
  const termsIn = (): Int32Array => Int32Array.from(wordsIn(text), vocabulary.number);
  let reading = readings.get(line);
  if (!reading) {
    reading = { terms: termsIn(), vocabulary, facts: [...new Set(facts.map(factKey))], figureless: withoutFigures(text) };
    readings.set(line, reading);
  } else if (reading.vocabulary !== vocabulary) {
    reading.terms = termsIn();
    reading.vocabulary = vocabulary;
  }
  return reading;
}

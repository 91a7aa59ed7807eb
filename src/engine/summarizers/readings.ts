/** Data read from one line of a message and remembered with it, shared by all contexts with that message. */
import type { Message } from '../transcript/types.ts';
import type { Candidate } from './offers.ts';

const WORD = /[\p{L}\p{N}_]+/gu;
export const HAN = /\p{Script=Han}/u;

export function wordsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (HAN.test(word)) for (let i = 0; i < word.length - 1; i++) found.add(word.slice(i, i + 2));
    else found.add(word);
  }
  return found;
}

export function withoutFigures(text: string): string {
  if (!/\d/.test(text)) return '';
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}_]*/gu) ?? [];
  return words.length < 3 ? '' : [...new Set(words)].sort().join(' ');
}

export const factKey = (text: string): string =>
  /[/\\]/.test(text)
    ? (text
        .replace(/[/\\]+$/, '')
        .split(/[/\\]/)
        .at(-1) ?? text)
    : text;

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

export interface Reading {
  terms: Int32Array;
  vocabulary: Vocabulary;
  readonly facts: readonly string[];
  readonly figureless: string;
}
const readings = new WeakMap<Candidate, Reading>();

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

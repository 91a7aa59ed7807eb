/** All facts of a text: the one extractor of every measure. */
import type { Fact } from '../contract.ts';
import { findErrorLines } from './errors.ts';
import { factsOfWords } from './words.ts';

/** Where a text stands in a message. */
export const FACT_PLACES = ['text', 'reasoning', 'arguments', 'result'] as const;
export type FactPlace = (typeof FACT_PLACES)[number];

/** Facts in order of their start, the longer first. The same fact may occur more than once. Linear; safe on any text. */
export function findFacts(text: string, place: FactPlace = 'text'): Fact[] {
  const facts: Fact[] = [];
  factsOfWords(text, facts);
  for (const { text: shown, start, end } of findErrorLines(text)) facts.push({ kind: 'error', text: shown, start, end });
  return place === 'reasoning' ? facts : facts.sort((x, y) => x.start - y.start || y.end - x.end);
}

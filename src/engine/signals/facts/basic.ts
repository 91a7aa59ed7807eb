/** Facts for the built-in summariser and the strategies: single words, and lines that report a failure. */
import type { Fact, FactKind } from '../contract.ts';
import { codesOf } from '../codes.ts';
import { findErrorLines } from './errors.ts';
import type { Named } from './names.ts';
import { factsOfWords } from './words.ts';

/** Distinguished by measures only. */
const COARSE: Readonly<Partial<Record<FactKind, FactKind>>> = { version: 'number', hash: 'identifier', ticket: 'identifier' };

/** Paths, URLs, identifiers (ids, hashes and tickets among them) and numbers, in order of their start. Linear. */
export function wordFacts(text: string): Fact[] {
  const words: Named[] = [];
  factsOfWords(text, codesOf(text), words, false);
  return words.map(({ name, start, end }) => ({ kind: COARSE[name.kind] ?? name.kind, text: name.text, start, end }));
}

/** The same with errors, the longer first where two begin together. The same text may occur more than once. Linear. */
export function basicFacts(text: string): Fact[] {
  const facts = wordFacts(text);
  const errors = findErrorLines(text);
  if (errors.length === 0) return facts;
  for (const { text: shown, start, end } of errors) facts.push({ kind: 'error', text: shown, start, end });
  return facts.sort((x, y) => x.start - y.start || y.end - x.end);
}

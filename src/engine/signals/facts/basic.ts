/** The facts that the built-in summariser and the strategies go by: what is one word, and lines that report a failure. */
import type { Fact, FactKind } from '../contract.ts';
import { findErrorLines } from './errors.ts';
import { factsOfWords } from './words.ts';

/** What is told apart for measures only. */
const COARSE: Readonly<Partial<Record<FactKind, FactKind>>> = { version: 'number', hash: 'identifier', ticket: 'identifier' };

/**
 * Paths, URLs, identifiers (ids, hashes and tickets among them), numbers and errors, in order of their start, the longer
 * first. The same text may occur more than once. Linear.
 */
export function basicFacts(text: string): Fact[] {
  const facts: Fact[] = [];
  factsOfWords(text, facts, false);
  for (let i = 0; i < facts.length; i++) {
    const kind = COARSE[facts[i]!.kind];
    if (kind) facts[i] = { ...facts[i]!, kind };
  }
  const errors = findErrorLines(text);
  if (errors.length === 0) return facts;
  for (const { text: shown, start, end } of errors) facts.push({ kind: 'error', text: shown, start, end });
  return facts.sort((x, y) => x.start - y.start || y.end - x.end);
}

/** All facts of a text: the one extractor of every measure (docs/facts.md#kinds). */
import type { Slice } from '../../lib/steps.ts';
import type { Fact } from '../contract.ts';
import { codesOf } from '../codes.ts';
import { findCommands } from './commands.ts';
import { findDecisions } from './decisions.ts';
import { findErrorLines } from './errors.ts';
import { findExitCodes } from './exit-codes.ts';
import { asFact, type Named, namedAt } from './names.ts';
import { findNumbers } from './numbers.ts';
import type { FactPlace } from './places.ts';
import { type Signs, signsOf } from './signs.ts';
import { factsOfWords } from './words.ts';

/** Characters read between two opportunities to pause, about a millisecond of work. */
const SLICE = 1 << 14;
const MAX_SLICE = 1 << 15;

/** Ends of words, where a slice may end. */
const BREAK = /[\s"'`<>()[\]{},;|，。；：！？、（）《》“”]/;

/**
 * End of the slice that begins at `from`, and start of the next: at a line's end, else after a blank or another mark. A slice without any
 * of these is data: it ends early, and the next one begins after it.
 */
function sliceAt(text: string, from: number): { readonly to: number; readonly next: number } {
  const { length } = text;
  if (length - from <= MAX_SLICE) return { to: length, next: length };
  const window = text.slice(from + SLICE, from + MAX_SLICE);
  const ends = [window.indexOf('\n'), window.search(/\s/), window.search(BREAK)];
  const found = ends.find((end) => end >= 0);
  if (found !== undefined) return { to: from + SLICE + found + 1, next: from + SLICE + found + 1 };
  let to = from + SLICE;
  while (to > from && !BREAK.test(text[to - 1]!)) to--;
  const rest = text.slice(from + MAX_SLICE).search(BREAK);
  return { to, next: rest < 0 ? length : from + MAX_SLICE + rest };
}

/** Argument keys belong to the tool. */
const isKey = (text: string, { name, start, end }: Named): boolean =>
  name.kind === 'identifier' && text[end] === '"' && text[start - 1] === '"' && /^"\s{0,4}:/.test(text.slice(end, end + 6));

/** Where to continue reading and how much is the tool's business. */
const PAGING = /^"?(?:offset|limit|head_?limit|lines?|(?:start_?|end_?)line|line_?(?:start|end|number))\W/i;
const SHORT_COLOUR = /^#(?:\d{3}|\d{6})$/;
/** `color: #888;` and `"#888"` are no tickets. */
function isColour(text: string, { name, start, end }: Named): boolean {
  if (name.kind !== 'ticket' || !SHORT_COLOUR.test(name.text)) return false;
  const after = text[end] ?? '';
  return (
    after === ';' ||
    (/["'`]/.test(after) && text[start - 1] === after) ||
    (/[:\s]\s?$/.test(text.slice(Math.max(0, start - 2), start)) && /^\s?[;}!]/.test(text.slice(end, end + 2)))
  );
}

/** `findNamed` in slices: yields after about a millisecond of work. */
export function* findNamedSlowly(text: string, place: FactPlace): Generator<Slice, readonly Named[]> {
  const facts: Named[] = [];
  const seen = { prompt: false, tag: false };
  for (let from = 0; from < text.length; ) {
    const { to, next } = sliceAt(text, from);
    const signs = findInSlice(text, from, to, place, facts);
    seen.prompt ||= signs.prompt;
    seen.tag ||= signs.tag;
    from = next;
    if (from < text.length) yield;
  }
  const commands: Named[] = [];
  findCommands(text, place, commands, seen);
  return commands.length === 0 ? facts : [...facts, ...commands].sort(inOrder);
}

/** All but commands in text[from, to), in order. */
function findInSlice(text: string, from: number, to: number, place: FactPlace, into: Named[]): Signs {
  const slice = from === 0 && to === text.length ? text : text.slice(from, to);
  const codes = codesOf(slice);
  const signs = signsOf(slice, codes);
  const facts: Named[] = [];
  findExitCodes(slice, from, facts, signs);
  const exits = facts.slice();
  const words: Named[] = [];
  factsOfWords(slice, codes, words, true, from);
  const named: Named[] = [];
  for (const fact of words) {
    if (fact.name.kind === 'number' || isColour(text, fact) || (place === 'arguments' && isKey(text, fact))) continue;
    named.push(fact);
    facts.push(fact);
  }
  const numbers: Named[] = [];
  findNumbers(slice, codes, exits.length === 0 ? named : [...named, ...exits].sort(inOrder), from, numbers);
  for (const fact of numbers) if (place !== 'arguments' || !PAGING.test(fact.name.text)) facts.push(fact);
  findDecisions(slice, from, facts, signs);
  for (const { start, end, bare } of findErrorLines(slice, true, signs)) if (!bare) facts.push(namedAt('error', slice, start, end, from));
  for (const fact of facts.sort(inOrder)) into.push(fact);
  return signs;
}

const inOrder = (x: Named, y: Named): number => x.start - y.start || y.end - x.end;

/** The facts of `findFacts`, interned by name. */
export function findNamed(text: string, place: FactPlace): readonly Named[] {
  const steps = findNamedSlowly(text, place);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Facts in order of their start, the longer first; they may overlap, and the same fact may occur more than once. `place`: the text's place
 * in its message. Linear; safe on any text.
 */
export const findFacts = (text: string, place: FactPlace = 'text'): Fact[] => findNamed(text, place).map(asFact);

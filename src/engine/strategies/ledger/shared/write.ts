/** Writes a ledger: the most valuable entries within a token limit, in sections, each in the order of the conversation. */
import type { Slice } from '../../../lib/steps.ts';
import { type OfCounts, perCounts } from '../../../signals/remember.ts';
import { perCountsAndKey } from '../../../signals/remember-by-key.ts';
import { AFTER_HEAD, BETWEEN } from './earlier.ts';
import { type LedgerEntries, ledgerEntriesOf, warmEntries } from './entries.ts';
import { LEDGER_SECTIONS } from './sections.ts';

/** Entries between two opportunities to pause. */
const SLICE = 100;

/**
 * Upper bound for the tokens of entries and heads in place. They meet at line ends and before blanks, where exact counts and counts of
 * characters add up; scaled estimates are rounded and may need a token more.
 */
class Sizes {
  /** By entry: its own tokens, and those of its head if it is the first under it. */
  readonly entry: Float64Array;
  readonly head: Float64Array;
  readonly #found: LedgerEntries;
  readonly #count: (text: string) => number;
  #done = 0;

  constructor({ counts }: OfCounts, found: LedgerEntries) {
    const more = counts.rule?.factor === 1 ? 0 : 1;
    this.#found = found;
    this.#count = (text) => counts.text(text) + more;
    this.entry = new Float64Array(found.entries.length);
    this.head = new Float64Array(found.entries.length);
  }

  /** Continues where it stopped. */
  *fill(): Generator<Slice, void> {
    const { entries } = this.#found;
    const heads = new Map<string, number>([['', 0]]);
    while (this.#done < entries.length) {
      const k = this.#done++;
      const { head, text } = entries[k]!;
      let tokens = heads.get(head);
      if (tokens === undefined) {
        tokens = this.#count(`- ${head}${AFTER_HEAD}`);
        heads.set(head, tokens);
      }
      this.head[k] = tokens;
      this.entry[k] = text === '' ? 1 : this.#count(`${head === '' ? '- ' : BETWEEN}${text}\n`);
      if (this.#done % SLICE === 0) yield { done: this.#done, of: entries.length };
    }
  }
}

const sizesBy = perCountsAndKey((input, words: number) => new Sizes(input, ledgerEntriesOf(input.transcript, words)));
function sizesOf(input: OfCounts, words: number): Sizes {
  const sizes = sizesBy(input, words);
  for (const _ of sizes.fill());
  return sizes;
}

/** Tokens of the title of each section. */
const titleTokens = perCounts(({ counts }) => new Map(LEDGER_SECTIONS.map((section) => [section, counts.text(`${section}:\n`) + 1])));

/** Everything that a plan reads. */
export function* warmLedger(input: OfCounts, words: number): Generator<Slice, void> {
  yield* warmEntries(input.transcript, words);
  yield* sizesBy(input, words).fill();
}

/** By message: tokens of all entries from earlier messages, heads and titles included. n + 1 entries. */
export const tokensBefore = perCountsAndKey((input, words: number): Float64Array => {
  const { entry, head } = sizesOf(input, words);
  const sums = new Float64Array(input.n + 1);
  for (const [k, { at }] of ledgerEntriesOf(input.transcript, words).entries.entries()) sums[at + 1]! += entry[k]! + head[k]!;
  const titles = [...titleTokens(input).values()].reduce((a, b) => a + b, 0);
  for (let i = 0; i < input.n; i++) sums[i + 1]! += sums[i]!;
  for (let i = 1; i <= input.n; i++) if (sums[i]! > 0) sums[i]! += titles;
  return sums;
});

export interface Ledger {
  readonly text: string;
  readonly entries: number;
  /** Its facts, listed on demand. */
  facts(): ReadonlySet<number>;
}

/** No entry is shorter (tokens). */
const SHORTEST = 4;

/**
 * The most valuable entries per character from messages for which `gone` holds, in at most `room` tokens. An entry is dropped if all its
 * facts are in kept messages or in the ledger already, and also if statements chosen later contain its facts; its room then goes to others.
 */
export function writeLedger(input: OfCounts, words: number, room: number, gone: (message: number) => boolean): Ledger {
  const found = ledgerEntriesOf(input.transcript, words);
  const { entries, headFacts, uses } = found;
  const sizes = sizesOf(input, words);
  /** By fact: entries and heads that contain it. */
  const told = new Uint32Array(found.index.count);
  const chosen = new Set<number>();
  const heads = new Set(['']);
  const titles = new Map(titleTokens(input));
  let left = room;
  const tell = (ids: readonly number[], by: 1 | -1): void => {
    for (const id of ids) told[id]! += by;
  };
  const choose = (): void => {
    for (let k = 0; k < entries.length && left >= SHORTEST; k++) {
      const own = sizes.entry[k]!;
      if (own > left || chosen.has(k)) continue;
      const { section, head, base, at, text, facts } = entries[k]!;
      if (!gone(at) || (text === '' && heads.has(head))) continue;
      const ids = text === '' ? (headFacts.get(head) ?? []) : facts;
      if (base === 0 && !ids.some((id) => told[id] === 0 && gone(uses.last[id]!))) continue;
      const tokens = own + (heads.has(head) ? 0 : sizes.head[k]!) + (titles.get(section) ?? 0);
      if (tokens > left) continue;
      left -= tokens;
      titles.delete(section);
      chosen.add(k);
      tell(facts, 1);
      if (heads.has(head)) continue;
      heads.add(head);
      tell(headFacts.get(head) ?? [], 1);
    }
  };
  choose();
  let freed = 0;
  for (const k of chosen) {
    const { base, head, text, facts } = entries[k]!;
    // A line that starts with a head may hold several entries.
    if (base > 0 || head !== '' || text === '' || facts.some((id) => told[id]! < 2)) continue;
    chosen.delete(k);
    tell(facts, -1);
    freed += sizes.entry[k]!;
  }
  left += freed;
  if (freed > 0) choose();
  const standing = Int32Array.from(chosen);
  return { text: textOf(found, [...chosen]), entries: chosen.size, facts: () => factsOf(found, standing) };
}

function factsOf({ entries, headFacts }: LedgerEntries, chosen: Int32Array): ReadonlySet<number> {
  const facts = new Set<number>();
  for (const k of chosen) {
    const { head, facts: own } = entries[k]!;
    for (const id of own) facts.add(id);
    for (const id of headFacts.get(head) ?? []) facts.add(id);
  }
  return facts;
}

/** Entries under one head share a line, at the place of the first. */
function textOf({ entries }: LedgerEntries, chosen: readonly number[]): string {
  const inOrder = chosen.map((k) => entries[k]!).sort((a, b) => a.at - b.at);
  const parts: string[] = [];
  for (const section of LEDGER_SECTIONS) {
    const lines: string[][] = [];
    const ofHead = new Map<string, string[]>();
    for (const { section: of, head, text } of inOrder) {
      if (of !== section) continue;
      const line = head === '' ? undefined : ofHead.get(head);
      if (line) {
        if (text !== '') line.push(text);
      } else {
        const first = [head === '' ? `- ${text}` : `- ${head}`, ...(head === '' || text === '' ? [] : [text])];
        lines.push(first);
        if (head !== '') ofHead.set(head, first);
      }
    }
    if (lines.length > 0)
      parts.push(`${section}:`, ...lines.map(([first, ...rest]) => (rest.length > 0 ? `${first}${AFTER_HEAD}${rest.join(BETWEEN)}` : first!)));
  }
  return parts.join('\n');
}

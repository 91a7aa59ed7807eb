/** A ledger in words: the entries that are worth most within some tokens, in sections, each in the order of the conversation. */
import { type OfCounts, perCounts } from '../../../signals/remember.ts';
import { AFTER_HEAD, BETWEEN } from './earlier.ts';
import { LEDGER_SECTIONS, type LedgerEntries, type LedgerEntry, ledgerEntries, ledgerEntriesOf } from './entries.ts';

/**
 * What entries and heads count at most where they stand. They meet at line ends and before blanks, where exact counts and counts of
 * characters add up; scaled estimates are rounded and may need a token more.
 */
class Sizes {
  readonly #input: OfCounts;
  readonly #more: number;
  readonly #entries = new Map<LedgerEntry, number>();
  readonly #heads = new Map<string, number>();

  constructor(input: OfCounts) {
    this.#input = input;
    this.#more = input.counts.rule?.factor === 1 ? 0 : 1;
  }

  entry(entry: LedgerEntry): number {
    let tokens = this.#entries.get(entry);
    if (tokens === undefined) {
      tokens = this.#input.counts.text(`${entry.head === '' ? '- ' : BETWEEN}${entry.text}\n`) + this.#more;
      this.#entries.set(entry, tokens);
    }
    return tokens;
  }

  head(head: string): number {
    if (head === '') return 0;
    let tokens = this.#heads.get(head);
    if (tokens === undefined) {
      tokens = this.#input.counts.text(`- ${head}${AFTER_HEAD}`) + this.#more;
      this.#heads.set(head, tokens);
    }
    return tokens;
  }
}

export const sizesOf = perCounts((input) => new Sizes(input));
/** Tokens that the titles of all sections come to. */
export const titleTokens = perCounts(({ counts }) => LEDGER_SECTIONS.reduce((sum, section) => sum + counts.text(`${section}:\n`) + 1, 0));

/** Entries between two chances to pause. */
const SLICE = 100;

/** Everything that a plan reads. */
export function* warmLedger(input: OfCounts): Generator<void, void> {
  yield* ledgerEntries.warm(input.transcript);
  const sizes = sizesOf(input);
  let done = 0;
  for (const entry of ledgerEntriesOf(input.transcript).entries) {
    sizes.entry(entry);
    sizes.head(entry.head);
    if (++done % SLICE === 0) yield;
  }
}

/** By message: tokens of all entries from messages before it, heads and titles included. n + 1 entries. */
export const tokensBefore = perCounts((input): Float64Array => {
  const sizes = sizesOf(input);
  const sums = new Float64Array(input.n + 1);
  for (const entry of ledgerEntriesOf(input.transcript).entries) sums[entry.at + 1]! += sizes.entry(entry) + sizes.head(entry.head);
  const titles = titleTokens(input);
  for (let i = 0; i < input.n; i++) sums[i + 1]! += sums[i]!;
  for (let i = 1; i <= input.n; i++) if (sums[i]! > 0) sums[i]! += titles;
  return sums;
});

export interface Ledger {
  readonly text: string;
  readonly entries: number;
  /** Facts that stand in it. */
  readonly facts: ReadonlySet<number>;
}

/**
 * The entries from messages for which `gone` holds that are worth most per character, at most `room` tokens. An entry whose
 * facts all stand in messages that stay, or in the ledger already, is left out.
 */
export function writeLedger(input: OfCounts, room: number, gone: (message: number) => boolean): Ledger {
  const found: LedgerEntries = ledgerEntriesOf(input.transcript);
  const { last } = found.uses;
  const sizes = sizesOf(input);
  const facts = new Set<number>();
  const chosen: LedgerEntry[] = [];
  const heads = new Set<string>();
  let left = room - titleTokens(input);
  for (const entry of found.entries) {
    if (left < 6) break;
    if (!gone(entry.at)) continue;
    if (entry.base === 0 && !entry.facts.some((id) => !facts.has(id) && gone(last[id]!))) continue;
    const tokens = sizes.entry(entry) + (heads.has(entry.head) ? 0 : sizes.head(entry.head));
    if (tokens > left) continue;
    left -= tokens;
    chosen.push(entry);
    for (const id of entry.facts) facts.add(id);
    if (heads.has(entry.head)) continue;
    heads.add(entry.head);
    for (const id of found.headFacts.get(entry.head) ?? []) facts.add(id);
  }
  return { text: textOf(chosen), entries: chosen.length, facts };
}

function textOf(chosen: readonly LedgerEntry[]): string {
  const parts: string[] = [];
  for (const section of LEDGER_SECTIONS) {
    const lines = new Map<string, string>();
    for (const [k, { head, text }] of chosen
      .filter((entry) => entry.section === section)
      .sort((a, b) => a.at - b.at)
      .entries()) {
      const key = head === '' ? ` ${k}` : head;
      const line = lines.get(key);
      lines.set(key, line === undefined ? `- ${head === '' ? '' : `${head}${AFTER_HEAD}`}${text}` : `${line}${BETWEEN}${text}`);
    }
    if (lines.size > 0) parts.push(`${section}:`, ...lines.values());
  }
  return parts.join('\n');
}

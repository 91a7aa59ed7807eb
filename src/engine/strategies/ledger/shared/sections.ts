/** What a ledger is made of. */

/** In the order in which they stand. */
export const LEDGER_SECTIONS = ['Asked', 'Decided', 'Errors', 'Files', 'Commands', 'Said'] as const;
export type LedgerSection = (typeof LEDGER_SECTIONS)[number];

export interface LedgerEntry {
  readonly section: LedgerSection;
  /** What its line begins with (a file, a command); entries with the same head share a line. Empty: a line of its own. */
  readonly head: string;
  readonly text: string;
  /** Facts in it, the head's not among them. */
  readonly facts: readonly number[];
  /** Message that it is taken from. */
  readonly at: number;
  /** What it is worth whatever else is said, and with all its facts. */
  readonly base: number;
  readonly worth: number;
}

/** The parts of a ledger. */

/** In output order. */
export const LEDGER_SECTIONS = ['Asked', 'Decided', 'Errors', 'Files', 'Commands', 'Said'] as const;
export type LedgerSection = (typeof LEDGER_SECTIONS)[number];

export interface LedgerEntry {
  readonly section: LedgerSection;
  /** The start of its line (a file, a command); entries with the same head share a line. Empty: a line of its own. */
  readonly head: string;
  readonly text: string;
  /** Its facts, without the head's. */
  readonly facts: readonly number[];
  /** Its source message. */
  readonly at: number;
  /** Its value whatever else is chosen, and with all its facts. */
  readonly base: number;
  readonly worth: number;
}

import type { Message } from '../../../transcript/types.ts';

export const LEDGER_SECTIONS = ['Asked', 'Decided', 'Errors', 'Files', 'Commands', 'Said'] as const;
export type LedgerSection = (typeof LEDGER_SECTIONS)[number];

export interface LedgerEntry {
  readonly section: LedgerSection;
  readonly head: string;
  readonly text: string;
  readonly facts: readonly number[];
  readonly at: number;
  readonly base: number;
  readonly worth: number;
}

// Parses an earlier ledger among the messages: its entries are carried over unchanged.

export const INTRODUCTION = 'Ledger of the earlier conversation (facts with the words around them; … = left out):';
export const BETWEEN = ' · ';
export const AFTER_HEAD = ' — ';

const HEADED: ReadonlySet<LedgerSection> = new Set(['Files', 'Commands']);

type EarlierEntry = Pick<LedgerEntry, 'section' | 'head' | 'text' | 'at'>;

export function earlierEntries(messages: readonly Message[], header: number): readonly EarlierEntry[] {
  const found: EarlierEntry[] = [];
  for (let at = header; at < messages.length; at++) {
    const [part] = messages[at]!.parts;
    if (messages[at]!.role !== 'user' || part?.type !== 'text' || !part.text.startsWith(INTRODUCTION)) continue;
    let section: LedgerSection = 'Said';
    for (const line of part.text.slice(INTRODUCTION.length).split('\n')) {
      if (line.startsWith('- ')) {
        const [before, ...rest] = HEADED.has(section) ? line.slice(2).split(AFTER_HEAD) : [line.slice(2)];
        const told = rest.length > 0 ? rest.join(AFTER_HEAD).split(BETWEEN) : [section === 'Files' ? '' : before!];
        for (const text of told) found.push({ section, head: rest.length > 0 || section === 'Files' ? before! : '', text, at });
      } else section = LEDGER_SECTIONS.find((name) => line === `${name}:`) ?? section;
    }
  }
  return found;
}

/** Parses an earlier ledger among the messages: its entries are carried over unchanged. */
import type { Message } from '../../../transcript/types.ts';
import { LEDGER_SECTIONS, type LedgerEntry, type LedgerSection } from './sections.ts';

/** The beginning of every ledger. */
export const INTRODUCTION = 'Ledger of the earlier conversation (facts with the words around them; … = left out):';
/** Separates the entries of one line. */
export const BETWEEN = ' · ';
/** Follows the head of a line. */
export const AFTER_HEAD = ' — ';

const HEADED: ReadonlySet<LedgerSection> = new Set(['Files', 'Commands']);

type Told = Pick<LedgerEntry, 'section' | 'head' | 'text' | 'at'>;

/** The entries of all earlier ledgers among the messages, from `header` on. */
export function earlierEntries(messages: readonly Message[], header: number): readonly Told[] {
  const found: Told[] = [];
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

/** An earlier ledger among the messages, read again: its entries go into the next one as they are. */
import type { Message } from '../../../transcript/types.ts';
import type { LedgerEntry, LedgerSection } from './entries.ts';

/** How every ledger begins. */
export const INTRODUCTION = 'Ledger of the earlier conversation (facts with the words around them; … = left out):';
/** Between the entries of one line. */
export const BETWEEN = ' · ';
/** Behind the head of a line. */
export const AFTER_HEAD = ' — ';

/** The entries of a message that holds one of our ledgers; undefined for any other message. */
export function earlierLedger(message: Message): readonly Pick<LedgerEntry, 'section' | 'head' | 'text'>[] | undefined {
  const [part] = message.parts;
  if (message.role !== 'user' || part?.type !== 'text' || !part.text.startsWith(INTRODUCTION)) return undefined;
  const found: Pick<LedgerEntry, 'section' | 'head' | 'text'>[] = [];
  let section: LedgerSection = 'Said';
  for (const line of part.text.slice(INTRODUCTION.length).split('\n')) {
    if (line.startsWith('- ')) {
      const cut = line.indexOf(AFTER_HEAD);
      const head = cut < 0 ? '' : line.slice(2, cut);
      for (const text of line.slice(cut < 0 ? 2 : cut + AFTER_HEAD.length).split(BETWEEN)) found.push({ section, head, text });
    } else if (line.endsWith(':')) section = line.slice(0, -1) as LedgerSection;
  }
  return found;
}

/** A recording whose next steps follow from its first messages, for the readers. */
import { type TalkMessage, talk } from '../../engine/testing/talks.ts';
import type { PreparedTranscript } from '../../engine/signals/contract.ts';

const TICKETS = 48;
/** Words of every result: about 300 tokens that say nothing. */
const FILLER = 'The build has gone through its usual steps and nothing else has been noted in the log of this run. '.repeat(12);

const fileOf = (ticket: number): string => `src/parts/part-${ticket}.ts`;

/** An agent that works off a list of tickets; where each stands is said once, at the beginning. */
export function askedTalk(): PreparedTranscript {
  const list = Array.from({ length: TICKETS }, (_, i) => `T${i + 1} is in ${fileOf(i + 1)}`).join('\n');
  const lines: TalkMessage[] = [
    { system: 'You work off a list of tickets.' },
    { user: `This is the list.\n${list}` },
    { says: 'I have read the list and will work through it from the top.' },
    { user: 'You must never touch the schema of the invoices. The limit of the upload queue is 48,113 bytes for every customer.' },
    { says: 'We decided to use Valkey 8.2.1 instead of memory for the sessions of the shop.' },
    { user: 'Go on with the list.' },
  ];
  for (let ticket = 1; ticket < TICKETS; ticket++) {
    lines.push({ call: `c${ticket}`, name: 'edit_file', args: JSON.stringify({ path: fileOf(ticket), ticket: `T${ticket}` }) });
    lines.push({ result: `c${ticket}`, shows: `${FILLER}NEXT: T${ticket + 1}.` });
  }
  lines.push({ says: 'All tickets are done.' });
  return talk(lines);
}

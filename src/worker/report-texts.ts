/** The messages of a report that somebody asked to have their texts. */
import { maskSecrets } from '../engine/signals/secrets.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import type { ReportTexts } from '../report/contract.ts';
import { every, pause } from './pause.ts';
import { messageText } from './text/message.ts';

/** Milliseconds of work between two pauses. */
const STRETCH = 20;
/** Characters of one message: a report is read, and the file has the rest. */
const MOST = 20_000;

/** @param masks whether what looks like a secret is replaced by its kind, e-mail addresses too */
export async function textsOf({ messages }: Transcript, masks: boolean): Promise<ReportTexts> {
  const due = every(STRETCH);
  let masked = 0;
  const list: { role: string; text: string }[] = [];
  for (const { role, parts } of messages) {
    if (due()) await pause();
    const whole = messageText(parts);
    const found = masks ? maskSecrets(whole, { emails: true }) : { text: whole, masked: 0 };
    masked += found.masked;
    list.push({ role, text: found.text.length > MOST ? `${found.text.slice(0, MOST)}…` : found.text });
  }
  return { masked: masks ? masked : null, messages: list };
}

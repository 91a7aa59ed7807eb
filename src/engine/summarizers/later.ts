/**
 * What follows a message in the context that is compacted. It decides whether something is still open; the range of the summary does not.
 * The recording beyond the context is never read.
 */
import type { Message } from '../transcript/types.ts';
import { itemTypeOf } from '../signals/item-type.ts';
import type { Digest } from './digest.ts';
import { MENDED_WITHIN, type Survey } from './survey.ts';

export interface LaterEvents {
  readonly acted: Int32Array;
  readonly answered: Int32Array;
  readonly spoken: Int32Array;
  readonly asked: Int32Array;
  readonly listed: Int32Array;
  readonly tested: Int32Array;
}

/** Whether the assistant says or calls something; an answer aborted before it began does not count. */
export const acts = ({ role }: Message, { final, calls, candidates }: Digest): boolean =>
  role === 'assistant' && (final || calls.length > 0 || candidates.length > 0);

const speaks = (message: Message): boolean =>
  message.role === 'user' &&
  message.synthetic !== true &&
  itemTypeOf(message) === 'USER_MESSAGE' &&
  message.parts.some((part) => part.type === 'image' || part.type === 'file' || (part.type === 'text' && part.text.trim() !== ''));

function nextOf(n: number, holds: (i: number) => boolean): Int32Array {
  const next = new Int32Array(n + 1);
  next[n] = n;
  for (let i = n - 1; i >= 0; i--) next[i] = holds(i) ? i : next[i + 1]!;
  return next;
}

const known = new WeakMap<Survey, LaterEvents>();

export function laterIn(survey: Survey, messages: readonly Message[]): LaterEvents {
  let later = known.get(survey);
  if (!later) {
    const { digests, taskLists } = survey;
    const n = digests.length;
    later = {
      acted: nextOf(n, (i) => acts(messages[i]!, digests[i]!)),
      answered: nextOf(n, (i) => messages[i]!.role === 'assistant' && digests[i]!.final),
      spoken: nextOf(n, (i) => speaks(messages[i]!)),
      asked: nextOf(n, (i) => digests[i]!.asks),
      listed: nextOf(n, (i) => taskLists.has(i)),
      tested: nextOf(n, (i) => digests[i]!.testRun !== ''),
    };
    known.set(survey, later);
  }
  return later;
}

/** Messages after a range that are considered. */
export const LOOKS_AHEAD = MENDED_WITHIN;

export interface LookAhead {
  readonly now: boolean;
  after(what: keyof LaterEvents, i: number): boolean;
  back(i: number): number;
}

export function aheadOf(survey: Survey, messages: readonly Message[], last: number): LookAhead {
  const later = laterIn(survey, messages);
  const n = messages.length;
  const end = Math.min(n - 1, last + LOOKS_AHEAD);
  return {
    now: n - 1 - last < LOOKS_AHEAD,
    after: (what, i) => later[what][i + 1]! <= end,
    back: (i) => end - i,
  };
}

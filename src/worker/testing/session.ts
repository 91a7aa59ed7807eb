/** Sessions in tests: a file that is open, comparisons with rising tickets, values of answers. */
import type { Result } from '../../engine/transcript/types.ts';
import type { Engine } from '../calls.ts';
import type { CompareReply, CompareRequest, Progress } from '../protocol.ts';
import { createSession } from '../session.ts';

/** The value of an answer; an error fails the test. */
export async function answerOf<T>(answer: Promise<Result<T, { readonly message: string }>>): Promise<T> {
  const reply = await answer;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

export const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** What the session has told so far. */
export interface Opened {
  readonly session: Engine;
  readonly progress: readonly Progress[];
  /** Rows that were finished before their comparison. */
  readonly shown: readonly CompareReply[];
  readonly compare: (request: CompareRequest) => Promise<CompareReply>;
  /** The next ticket. */
  readonly next: () => number;
}

/** A session with a file open. */
export async function openSession(text: string, session = createSession()): Promise<Opened> {
  const progress: Progress[] = [];
  const shown: CompareReply[] = [];
  await session.listen((_, p, soFar) => {
    progress.push(p);
    if (soFar) shown.push(soFar);
  });
  let ticket = 0;
  const next = (): number => ++ticket;
  await answerOf(session.load(bytesOf(text), 'talk.json', null, next()));
  return { session, progress, shown, compare: (request) => answerOf(session.compare(request, next())), next };
}

/** Sessions in tests: a file that is open, comparisons with rising tickets, values of answers. */
import { vi } from 'vitest';
import type { Result } from '../../engine/transcript/types.ts';
import type { Engine } from '../worker-calls.ts';
import { createSession } from '../worker-session.ts';
import type { CompareReply, CompareRequest, Progress } from '../protocol.ts';

/** The value of an answer; an error fails the test. */
export async function answerOf<T>(answer: Promise<Result<T, { readonly message: string }>>): Promise<T> {
  const reply = await answer;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

/** Runs work on a clock on which everything takes long, so that every pause is made and all progress told, however fast the machine. */
export function everyPause<T>(work: () => Promise<T>): Promise<T> {
  let clock = 0;
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 60));
  return work().finally(() => slow.mockRestore());
}

export const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** A long agent session as an OpenAI request: rounds of a question, a call, its long result and an answer, two requests each. */
export function roundsOf(rounds = 60, model = 'gpt-4o'): string {
  const messages: object[] = [{ role: 'system', content: 'You must never delete files.' }];
  for (let i = 0; i < rounds; i++) {
    messages.push(
      { role: 'user', content: `Please look into failure number ${i} in src/part${i}.ts, why does it happen?` },
      {
        role: 'assistant',
        content: `I will read src/part${i}.ts first.`,
        tool_calls: [{ id: `call_${i}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: `src/part${i}.ts` }) } }],
      },
      { role: 'tool', tool_call_id: `call_${i}`, content: `export const part${i} = () => ${i};\n`.repeat(12) },
      { role: 'assistant', content: `Fixed: part${i} returned ${i} where ${i + 1} was expected. The test passes now.` },
    );
  }
  return JSON.stringify({ model, messages });
}

/** What the session has told so far. */
export interface SessionHandle {
  readonly session: Engine;
  readonly progress: readonly Progress[];
  /** Rows that were finished before their comparison. */
  readonly shown: readonly CompareReply[];
  readonly compare: (request: CompareRequest) => Promise<CompareReply>;
  /** The next ticket. */
  readonly next: () => number;
}

/** A session with a file open. */
export async function openSession(text: string, session = createSession()): Promise<SessionHandle> {
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

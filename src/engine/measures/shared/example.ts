/**
 * Worked examples of the measures, small enough to check by hand: every file of measures exports those of its own, docs/measures.md shows them,
 * and a test runs them.
 */
import type { Role } from '../../transcript/types.ts';

export interface ExampleMessage {
  readonly role: Role;
  readonly text: string;
  readonly call?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
  readonly fate: 'K' | 'E' | 'S' | 'O' | 'D' | 'F';
  readonly becomes?: string;
}

export interface SessionExample {
  readonly messages: readonly ExampleMessage[];
  /** A message that the strategy puts in, before the message of this number (from 0). */
  readonly inserted?: { readonly before: number; readonly text: string };
  readonly expected: Readonly<Record<string, number | null>>;
  readonly because: string;
}

export interface NumberExample {
  readonly input: Readonly<Record<string, number>>;
  readonly expected: number;
  readonly because: string;
}

export interface RoundsExample {
  readonly messages: SessionExample['messages'];
  readonly strategy: string;
  readonly target: number;
  readonly expected: Readonly<Record<string, number | null>>;
  readonly because: string;
}

export type Example = SessionExample | NumberExample | RoundsExample;
export type Examples = Readonly<Record<string, Example>>;

export const small: Pick<SessionExample, 'messages' | 'inserted'> = {
  messages: [
    { role: 'system', text: 'You are careful.', fate: 'K' },
    { role: 'user', text: 'Please look at it.', fate: 'K' },
    { role: 'assistant', text: 'I have looked at all of it, and this is what I have to say about it in some detail.', fate: 'D' },
    { role: 'user', text: 'Please go on.', fate: 'K' },
  ],
  inserted: { before: 3, text: 'It was looked at.' },
};

export const waited: SessionExample['messages'] = [
  { role: 'assistant', text: '', call: { name: 'Wait', args: {} }, fate: 'K' },
  { role: 'tool', text: 'Done.', fate: 'K' },
];

export const pool: SessionExample['messages'] = [
  { role: 'user', text: 'The pool is made in src/pool.ts.', fate: 'K' },
  { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/pool.ts' } }, fate: 'D' },
  { role: 'tool', text: 'It calls openPool with defaultLimit.', fate: 'D' },
  { role: 'assistant', text: 'This is what INC-2291 is about.', fate: 'D' },
  ...waited,
  { role: 'user', text: 'Please go on.', fate: 'K' },
];

export const queue: Pick<SessionExample, 'messages' | 'inserted'> = {
  messages: [
    { role: 'user', text: 'The session is cached by sessionStore because lookups were slow.', fate: 'D' },
    { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/limits.ts' } }, fate: 'D' },
    { role: 'tool', text: 'The longest request may take retryLimit attempts.', fate: 'D' },
    { role: 'assistant', text: 'The queue gives up too early, says ticket INC-2291.', fate: 'D' },
    ...waited,
    { role: 'user', text: 'Please go on.', fate: 'K' },
    { role: 'assistant', text: 'Now sessionStore changes, which belongs to INC-2291.', fate: 'F' },
    { role: 'assistant', text: '', call: { name: 'Read', args: { file_path: 'src/limits.ts' } }, fate: 'F' },
    { role: 'tool', text: 'The longest request may take retryLimit attempts.', fate: 'F' },
    { role: 'assistant', text: 'So it is retryLimit.', fate: 'F' },
  ],
  inserted: { before: 0, text: 'Lookups were slow, so they are cached in sessionStore. Also: INC-2291.' },
};

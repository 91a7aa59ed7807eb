/** Sessions with real texts, counted at four characters a token, for examples in which content is cut, offloaded or carried over. */
import type { Message, Part, Transcript } from '../transcript/types.ts';
import type { PreparedTranscript, SignalSettings } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { charCounts } from './counts.ts';

const text = (value: string): Part => ({ type: 'text', text: value });

/** Content of a message; ids follow from the position. */
export type SessionMessage = Omit<Message, 'id'>;

export const says = (role: 'system' | 'user' | 'assistant', words: string): SessionMessage => ({ role, parts: [text(words)] });
/** A call with its answer; `thought` = reasoning before it. */
export const block = (id: string, name: string, args: string, result: string, thought?: string): readonly SessionMessage[] => [
  {
    role: 'assistant',
    parts: [...(thought === undefined ? [] : [{ type: 'reasoning', text: thought } as const]), { type: 'tool-call', id, name, args }],
  },
  { role: 'tool', parts: [{ type: 'tool-result', callId: id, name, content: [{ type: 'text', text: result }] }] },
];

export function sessionOf(lines: readonly (SessionMessage | readonly SessionMessage[])[], extra?: Transcript['extra']): Transcript {
  const messages = lines.flat().map((line, i): Message => ({ id: `m${i}`, ...(line as SessionMessage) }));
  const base = { id: 's', format: 'playground', tools: [], compactions: [], branches: [], subagents: [] };
  return { ...base, messages, ...(extra ? { extra } : {}) };
}

export function preparedSession(transcript: Transcript, settings: Partial<SignalSettings> = {}): PreparedTranscript {
  return prepare(transcript, charCounts(transcript), { ...DEFAULT_SIGNALS, ...settings });
}

/** A text of so many tokens, as lines of one word. */
export const tokensOf = (tokens: number, word = 'abc'): string => `${word}\n`.repeat(tokens).slice(0, tokens * 4);

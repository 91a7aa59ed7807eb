/** Conversations with words, for the worked examples of what a text says. */
import { charCounts } from './counts.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { Message, Part, RecordedCompaction, ToolDefinition, Transcript } from '../transcript/types.ts';

/** One message. `call` is an assistant message with one call of `read` unless `name` says otherwise; `result` answers it. */
export type TalkMessage =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly says: string; readonly thinks?: string }
  | { readonly thinks: string }
  | { readonly call: string; readonly args: string; readonly name?: string; readonly says?: string }
  | { readonly result: string; readonly shows: string };

function partsOf(line: TalkMessage): { readonly role: Message['role']; readonly parts: Part[] } {
  const text = (words: string): Part => ({ type: 'text', text: words });
  if ('system' in line) return { role: 'system', parts: [text(line.system)] };
  if ('user' in line) return { role: 'user', parts: [text(line.user)] };
  if ('result' in line) return { role: 'tool', parts: [{ type: 'tool-result', callId: line.result, content: [{ type: 'text', text: line.shows }] }] };
  const thought: Part[] = 'thinks' in line && line.thinks !== undefined ? [{ type: 'reasoning', text: line.thinks }] : [];
  const said = 'says' in line && line.says !== undefined ? [text(line.says)] : [];
  const call: Part[] = 'call' in line ? [{ type: 'tool-call', id: line.call, name: line.name ?? 'read', args: line.args }] : [];
  return { role: 'assistant', parts: [...thought, ...said, ...call] };
}

export interface Extras {
  readonly tools?: readonly ToolDefinition[];
  readonly compactions?: readonly RecordedCompaction[];
}

/** Ids of messages are `m0`, `m1`, …; four characters are a token. */
export function talk(lines: readonly TalkMessage[], { tools = [], compactions = [] }: Extras = {}): PreparedTranscript {
  const messages = lines.map((line, i): Message => ({ id: `m${i}`, ...partsOf(line) }));
  const transcript: Transcript = { id: 't', format: 'playground', tools, messages, compactions, branches: [], subagents: [] };
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
}

/**
 * `compaction-playground/openai`: lists of Chat Completions messages in, compacted lists out.
 *
 * ```ts
 * const compaction = messageCompaction({ strategy: 'hybrid', trigger: 0.8, target: 0.3, model: 'gpt-5' });
 * const messages = await compaction.messages(history); // before every request
 * ```
 */
import { mediaUrl } from '../engine/formats/format-parts.ts';
import { mustBe } from '../engine/lib/arguments.ts';
import type { Message, Part } from '../engine/transcript/types.ts';
import { type CompactionSettings, Compactor } from './shared/compactor.ts';
import { blocksOf, type Group, type Header, partsAlone, textIn, type Wire } from './shared/wires.ts';

export type { CompactionEvent, CompactionSettings, Summarize, SummaryPrompt } from './shared/compactor.ts';

/** A message of the API, whichever types a program has for it. */
export interface ChatMessage {
  readonly role: string;
}

interface MessageFields extends ChatMessage {
  readonly content?: unknown;
  readonly tool_calls?: readonly unknown[];
}

type Block = Readonly<Record<string, unknown>>;

function blockOf(part: Part): Block {
  if (part.type === 'image') return { type: 'image_url', image_url: { url: mediaUrl(part) ?? '' } };
  if (part.type === 'file') return { type: 'file', file: { ...(part.name && { filename: part.name }), file_data: mediaUrl(part) ?? '' } };
  return { type: 'text', text: part.type === 'text' ? part.text : '' };
}

const callOf = (part: Part): Block =>
  part.type === 'tool-call' ? { id: part.id, type: 'function', function: { name: part.name, arguments: part.args } } : {};

const SPOKEN = new Set<Part['type']>(['text', 'image', 'file']);

/** One text as a string, unless it was written as a list. */
function contentOf(parts: readonly Part[], original: MessageFields): unknown {
  const was = Array.isArray(original.content) ? (original.content as readonly Block[]) : [];
  if (was.length === 0 && parts.every(({ type }) => type === 'text')) return textIn(parts);
  return blocksOf(
    parts,
    was,
    (block) => partsAlone(chat, [{ role: original.role === 'tool' ? 'user' : original.role, content: [block] } as MessageFields]),
    blockOf,
  );
}

function edited({ wires }: Group<ChatMessage>, left: readonly Message[]): readonly ChatMessage[] {
  const original = wires[0] as MessageFields;
  return left.map(({ role, parts }): ChatMessage => {
    if (role === 'tool') {
      const result = parts.find((part) => part.type === 'tool-result');
      return { ...original, content: contentOf(result ? result.content : parts, original) } as ChatMessage;
    }
    const { tool_calls: was = [], ...rest } = original;
    const read = (call: unknown): readonly Part[] => partsAlone(chat, [{ role: 'assistant', content: null, tool_calls: [call] } as MessageFields]);
    const calls = blocksOf<unknown>(
      parts.filter(({ type }) => type === 'tool-call'),
      was,
      read,
      callOf,
    );
    const said = parts.filter(({ type }) => SPOKEN.has(type));
    const content = said.length === 0 && calls.length > 0 ? null : contentOf(said, original);
    return { ...rest, content, ...(calls.length > 0 && { tool_calls: calls }) } as ChatMessage;
  });
}

const chat: Wire<ChatMessage> = {
  format: 'openai-chat',
  plain: (message) => message,
  document: (messages, header) => ({ ...header, messages }),
  edited,
  inserted: ({ role, parts }) => ({ role: role === 'tool' ? 'user' : role, content: textIn(parts) }) as ChatMessage,
};

export interface MessageCompaction {
  /** The messages to send; those that were kept are the objects of the list. Rejects with a TypeError for a list of another kind. */
  messages<M extends ChatMessage>(list: readonly M[]): Promise<M[]>;
  /** The same for a request body, whose model and tools count as in the page. */
  request<B extends { readonly messages: readonly ChatMessage[] }>(body: B): Promise<B>;
}

/** One for all conversations of a program: each is known by its messages. Throws a RangeError for settings that are none. */
export function messageCompaction(settings: CompactionSettings): MessageCompaction {
  const compactor = new Compactor(chat, settings);
  const run = (list: readonly ChatMessage[], header?: Header): Promise<unknown> => compactor.messages(list, header);
  return {
    messages: async <M extends ChatMessage>(list: readonly M[]) => [...((await run(list)) as readonly M[])],
    request: async <B extends { readonly messages: readonly ChatMessage[] }>(body: B) => {
      mustBe('body', body, 'object');
      const { messages, ...header } = body;
      return { ...body, messages: await run(messages, header) } as B;
    },
  };
}

/**
 * `compaction-playground/anthropic`: lists of Messages API messages in, compacted lists out.
 *
 * ```ts
 * const compaction = messageCompaction({ strategy: 'hybrid', trigger: 0.8, target: 0.3, model: 'claude-sonnet-4-5' });
 * const body = await compaction.request({ model, system, tools, messages: history, max_tokens: 4096 }); // before every request
 * ```
 */
import { writeBlocks } from '../engine/formats/anthropic-messages/blocks.ts';
import { mustBe } from '../engine/lib/arguments.ts';
import type { Message } from '../engine/transcript/types.ts';
import { type CompactionSettings, Compactor } from './shared/compactor.ts';
import { blocksOf, type Group, type Header, partsAlone, textIn, type Wire } from './shared/wires.ts';

export type { CompactionEvent, CompactionSettings, Summarize, SummaryPrompt } from './shared/compactor.ts';

/** A message of the API, whichever types a program has for it. */
export interface AnthropicMessage {
  readonly role: string;
}

type Block = Readonly<Record<string, unknown>>;

const listOf = (content: unknown): readonly Block[] =>
  typeof content === 'string'
    ? content === ''
      ? []
      : [{ type: 'text', text: content }]
    : Array.isArray(content)
      ? (content as readonly Block[])
      : [];
const contentOf = (message: AnthropicMessage): unknown => (message as { readonly content?: unknown }).content;

const WRITING = { name: (name: string) => name, id: (id: string) => id, report: () => undefined } as const;

function edited({ wires }: Group<AnthropicMessage>, left: readonly Message[]): readonly AnthropicMessage[] {
  const original = wires[0]!;
  const parts = left.flatMap((message) => message.parts);
  const read = (block: Block) => partsAlone(messages, [{ role: original.role, content: [block] } as AnthropicMessage]);
  const content = blocksOf(parts, listOf(contentOf(original)), read, (part) => writeBlocks([part], WRITING)[0]!);
  const [only] = content;
  const text = content.length === 1 && typeof contentOf(original) === 'string' && only?.type === 'text' ? only.text : undefined;
  return [{ ...original, content: text ?? content } as AnthropicMessage];
}

function joined(groups: readonly Group<AnthropicMessage>[]): readonly Group<AnthropicMessage>[] {
  const out: Group<AnthropicMessage>[] = [];
  for (const group of groups) {
    const last = out.at(-1);
    const [first, more] = group.wires;
    const before = last?.wires.at(-1);
    if (last && before && first && more === undefined && before.role === first.role) {
      const content = [...listOf(contentOf(before)), ...listOf(contentOf(first))];
      out[out.length - 1] = {
        wires: [...last.wires.slice(0, -1), { ...before, content } as AnthropicMessage],
        messages: [...last.messages, ...group.messages],
      };
    } else out.push(group);
  }
  return out;
}

const messages: Wire<AnthropicMessage> = {
  format: 'anthropic-messages',
  plain: (message) => message,
  document: (list, header) => ({ ...header, messages: list }),
  edited,
  inserted: ({ role, parts }) => ({ role: role === 'assistant' ? 'assistant' : 'user', content: textIn(parts) }) as AnthropicMessage,
  joined,
};

export interface MessageCompaction {
  /** The messages to send; those that were kept are the objects of the list. Rejects with a TypeError for a list of another kind. */
  messages<M extends AnthropicMessage>(list: readonly M[]): Promise<M[]>;
  /** The same for a request body, whose system prompt, model and tools count as in the page; the system prompt stays as it is. */
  request<B extends { readonly messages: readonly AnthropicMessage[] }>(body: B): Promise<B>;
}

/** One for all conversations of a program: each is known by its messages. Throws a RangeError for settings that are none. */
export function messageCompaction(settings: CompactionSettings): MessageCompaction {
  const compactor = new Compactor(messages, settings);
  const run = (list: readonly AnthropicMessage[], header?: Header): Promise<unknown> => compactor.messages(list, header);
  return {
    messages: async <M extends AnthropicMessage>(list: readonly M[]) => [...((await run(list)) as readonly M[])],
    request: async <B extends { readonly messages: readonly AnthropicMessage[] }>(body: B) => {
      mustBe('body', body, 'object');
      const { messages: list, ...header } = body;
      return { ...body, messages: await run(list, header) } as B;
    },
  };
}

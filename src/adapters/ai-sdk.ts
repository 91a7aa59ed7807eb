/**
 * `compaction-playground/ai-sdk`: `prepareStep` for the AI SDK (ai 6).
 *
 * ```ts
 * const { text } = await generateText({ model, tools, messages, stopWhen: stepCountIs(50), prepareStep: compaction({ strategy: 'hybrid', trigger: 0.8 }) });
 * ```
 */
import type { ModelMessage } from 'ai';
import { mediaUrl } from '../engine/formats/format-parts.ts';
import { tryJson } from '../engine/formats/json.ts';
import type { Message, Part } from '../engine/transcript/types.ts';
import { type CompactionSettings, Compactor } from './shared/compactor.ts';
import { blocksOf, type Group, partsAlone, textIn, type Wire } from './shared/wires.ts';

export type { CompactionEvent, CompactionSettings, Summarize, SummaryPrompt } from './shared/compactor.ts';

type Block = Readonly<Record<string, unknown>>;

/** Only content that was edited comes here: signed and encrypted reasoning is never edited, so it stays a block of its message. */
function blockOf(part: Part): Block {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text };
    case 'image':
    case 'file':
      return { type: 'file', mediaType: part.mime ?? 'application/octet-stream', data: mediaUrl(part) ?? '' };
    case 'tool-call':
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: tryJson(part.args) ?? part.args };
    case 'tool-result':
      return {
        type: 'tool-result',
        toolCallId: part.callId,
        toolName: part.name ?? '',
        output: { type: part.isError ? 'error-text' : 'text', value: textIn(part.content) },
      };
  }
}

function edited({ wires }: Group<ModelMessage>, left: readonly Message[]): readonly ModelMessage[] {
  const original = wires[0]!;
  const was = Array.isArray(original.content) ? (original.content as readonly unknown[] as readonly Block[]) : [];
  const read = (block: Block) => partsAlone(wire, [{ role: original.role, content: [block] } as unknown as ModelMessage]);
  return left.map(({ parts }) => {
    const content = was.length === 0 ? textIn(parts) : blocksOf(parts, was, read, blockOf);
    return { ...original, content } as ModelMessage;
  });
}

const wire: Wire<ModelMessage> = {
  format: 'ai-sdk',
  plain: (message) => JSON.parse(JSON.stringify(message)) as unknown,
  document: (messages) => messages,
  edited,
  inserted: ({ role, parts }) => ({ role: role === 'assistant' || role === 'system' ? role : 'user', content: textIn(parts) }),
};

/** Fits `prepareStep` of `generateText`, `streamText` and the agents of the SDK, whichever tools they have. */
export type PrepareMessages = (options: { readonly messages: readonly ModelMessage[] }) => Promise<{ messages: ModelMessage[] }>;

/**
 * A `prepareStep` that gives every step a context within the limit. The SDK does not tell it the system prompt and the tools: `reserve` is for
 * them. One for all conversations of a program. Throws a RangeError for settings that are none.
 */
export function compaction(settings: CompactionSettings): PrepareMessages {
  const compactor = new Compactor(wire, settings);
  return async ({ messages }) => ({ messages: [...(await compactor.messages(messages))] });
}

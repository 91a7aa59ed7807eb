/**
 * `compaction-playground/langchain`: a middleware for agents of LangChain 1.
 *
 * ```ts
 * const agent = createAgent({ model, tools, middleware: [compactionMiddleware({ strategy: 'hybrid', trigger: 0.8 })] });
 * ```
 */
import { AIMessage, type BaseMessage, HumanMessage, mapStoredMessageToChatMessage, SystemMessage } from '@langchain/core/messages';
import { type AgentMiddleware, createMiddleware } from 'langchain';
import type { Message, Part } from '../engine/transcript/types.ts';
import { mediaUrl } from '../engine/formats/format-parts.ts';
import { tryJson } from '../engine/formats/json.ts';
import { type CompactionSettings, Compactor } from './shared/compactor.ts';
import { blocksOf, type Group, partsAlone, textIn, type Wire } from './shared/wires.ts';

export type { CompactionEvent, CompactionSettings, Summarize, SummaryPrompt } from './shared/compactor.ts';

type Block = Readonly<Record<string, unknown>>;

function blockOf(part: Part): Block {
  if (part.type === 'image' || part.type === 'file') return { type: 'image_url', image_url: { url: mediaUrl(part) ?? '' } };
  return part.type === 'reasoning' ? { type: 'reasoning', reasoning: part.text } : { type: 'text', text: part.type === 'text' ? part.text : '' };
}

/** The message with other content. A copy by its own stored form keeps its class, id and all fields that the engine does not know. */
function withContent(original: BaseMessage, parts: readonly Part[]): BaseMessage {
  const stored = original.toDict();
  const result = parts.find((part) => part.type === 'tool-result');
  const said = result ? result.content : parts.filter(({ type }) => type !== 'tool-call');
  const was = Array.isArray(original.content) ? (original.content as readonly Block[]) : [];
  const read = (block: Block) => partsAlone(wire, [new HumanMessage({ content: [block as never] })]);
  const content =
    was.length === 0
      ? textIn(said)
      : blocksOf(
          said,
          was.filter(({ type }) => type !== 'tool_use'),
          read,
          blockOf,
        );
  const data: Record<string, unknown> = { ...stored.data, content };
  if (AIMessage.isInstance(original)) {
    const calls = new Map((original.tool_calls ?? []).map((call) => [call.id, call]));
    data.tool_calls = parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ ...calls.get(part.id), id: part.id, name: part.name, args: argsOf(part.args), type: 'tool_call' }] : [],
    );
    const kwargs: Record<string, unknown> = { ...original.additional_kwargs };
    delete kwargs.tool_calls;
    data.additional_kwargs = kwargs;
  }
  return mapStoredMessageToChatMessage({ ...stored, data: data as unknown as typeof stored.data });
}

const argsOf = (args: string): unknown => {
  const value = tryJson(args);
  return typeof value === 'object' && value !== null ? value : { input: args };
};

const wire: Wire<BaseMessage> = {
  format: 'langchain',
  plain: (message) => JSON.parse(JSON.stringify(message.toDict())) as unknown,
  document: (messages) => messages,
  edited: ({ wires }: Group<BaseMessage>, left: readonly Message[]) => left.map(({ parts }) => withContent(wires[0]!, parts)),
  inserted: ({ role, parts, id }) => {
    const fields = { content: textIn(parts), id };
    return role === 'assistant' ? new AIMessage(fields) : role === 'system' ? new SystemMessage(fields) : new HumanMessage(fields);
  },
};

/**
 * A middleware that gives every call of the model a context within the limit. The state of the agent keeps all messages: what is shown to a person
 * and what a checkpoint stores does not change. The system prompt and the tools are not among the messages: `reserve` is for them. Throws a
 * RangeError for settings that are none.
 */
export function compactionMiddleware(settings: CompactionSettings): AgentMiddleware {
  const compactor = new Compactor(wire, settings);
  return createMiddleware({
    name: 'CompactionMiddleware',
    wrapModelCall: async (request, handler) => handler({ ...request, messages: [...(await compactor.messages(request.messages))] }),
  });
}

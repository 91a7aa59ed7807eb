/** What a round trip through a format must preserve. */
import type { FormatCapabilities } from '../formats/contract.ts';
import { argsObject, toolName } from '../formats/encoding.ts';
import { prepareMessages } from '../formats/prepare.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';

const quiet = (): void => undefined;

/**
 * A transcript as a format can represent it, for comparisons before and after. Ignored everywhere: message ids and parents (call ids are
 * numbered in order), origins, `extra`, transcript ids and models, sizes of media, names of results (their calls have them), white space of
 * arguments, the type of a tool's schema (an object's everywhere), characters of tool names that providers refuse, the split of results
 * over tool messages. Ignored where the format cannot represent it: everything missing from `carries`, messages without any content
 * included.
 */
export function normalize(transcript: Transcript, carries: FormatCapabilities): unknown {
  const { messages, compactions } = normalMessages(transcript, carries);
  return {
    title: carries.title ? transcript.title?.replace(/\s+/g, ' ') : undefined,
    tools: carries.toolDefinitions
      ? transcript.tools.map((tool) => ({
          ...tool,
          description: tool.description || undefined,
          schema: { ...(tool.schema ?? { properties: {} }), type: 'object' },
        }))
      : undefined,
    messages,
    compactions,
    branches: carries.branches
      ? transcript.branches.map((branch) => normalMessages({ ...transcript, messages: branch.messages, compactions: [] }, carries).messages)
      : undefined,
    subagents: carries.subagents ? transcript.subagents.map((subagent) => normalMessages(subagent, carries).messages) : undefined,
  };
}

function normalMessages(transcript: Transcript, carries: FormatCapabilities): { readonly messages: unknown; readonly compactions: unknown } {
  const prepared = prepareMessages(transcript, carries).flatMap(onePerResult);
  const ids = new Map<string, string>();
  const number = (id: string): string => {
    const known = ids.get(id) ?? `call-${ids.size + 1}`;
    ids.set(id, known);
    return known;
  };
  const messages = prepared.flatMap((message) => normalMessage(message, carries, number));
  const facts = (tokensBefore = 0, trigger?: string): unknown => ({ tokensBefore, trigger: carries.compactions === true ? trigger : undefined });
  const bare = transcript.compactions.filter(({ summaryId }) => summaryId === undefined);
  const compactions = [
    ...prepared.flatMap(({ compaction }) => (compaction ? [facts(compaction.tokensBefore, compaction.trigger)] : [])),
    ...(carries.compactions === true ? bare.map(({ tokensBefore, trigger }) => facts(tokensBefore, trigger)) : []),
  ];
  return { messages, compactions: carries.compactions ? compactions : undefined };
}

function onePerResult(message: Message): readonly Message[] {
  const results = message.parts.filter((part) => part.type === 'tool-result');
  if (results.length === 0 || (results.length === 1 && message.parts.length === 1)) return [message];
  const rest = message.parts.filter((part) => part.type !== 'tool-result');
  return [...results.map((part) => ({ ...message, parts: [part] })), ...(rest.length > 0 ? [{ ...message, parts: rest }] : [])];
}

function normalMessage(message: Message, carries: FormatCapabilities, number: (id: string) => string): readonly unknown[] {
  const summary = carries.compactions !== false && message.compaction !== undefined;
  const marked = carries.synthetic === true || (carries.synthetic === 'user' && message.role === 'user');
  const parts = message.parts.map((part) => normalPart(part, carries, number)).filter((part) => part !== undefined);
  if (parts.length === 0 && message.parts.length > 0) return [];
  return [
    {
      role: summary ? 'user' : message.role,
      parts,
      summary,
      ...(marked && { synthetic: summary || message.synthetic === true }),
      ...(carries.names && { name: message.role === 'tool' ? undefined : message.name?.replace(/[\s<|\\/>]+/g, '_') }),
      ...(carries.records && { ts: message.ts, model: message.model, usage: message.usage }),
    },
  ];
}

function normalPart(part: Part, carries: FormatCapabilities, number: (id: string) => string): unknown {
  switch (part.type) {
    case 'text': {
      if (carries.tools) return { text: part.text };
      // Plain text: line ends, the white space around a message and halves of surrogate pairs do not survive.
      const text = new TextDecoder()
        .decode(new TextEncoder().encode(part.text.replace(/\r\n/g, '\n')))
        .replace(/^\s*\n/, '')
        .trimEnd();
      return text.trim() === '' ? undefined : { text };
    }
    case 'reasoning':
      return carries.plainReasoning ? { reasoning: part.text } : { reasoning: part.text, signature: part.signature, encrypted: part.encrypted };
    case 'tool-call':
      return { call: number(part.id), name: carries.paired ? toolName(part.name, quiet) : part.name, args: argsObject(part.args, quiet) };
    case 'tool-result':
      return {
        result: number(part.callId),
        content: part.content.filter((inner) => inner.type !== 'text' || inner.text !== '').map((inner) => normalPart(inner, carries, number)),
        ...(carries.isError && { isError: part.isError === true }),
      };
    default:
      return {
        media: part.type,
        name: part.type === 'file' ? part.name : undefined,
        mime: carries.mimes === false ? undefined : part.mime,
        data: part.data,
        url: part.url,
      };
  }
}

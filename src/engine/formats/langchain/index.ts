import type { FormatCapabilities, Format, Report, Source } from '../contract.ts';
import { isObject, type JsonObject } from '../json.ts';
import { messageLists, type MessageList } from '../lists.ts';
import { spoken } from '../records.ts';
import { messageOf, readList } from './parse.ts';
import type { FilePart, ImagePart, Message, Part, Transcript } from '../../transcript/types.ts';
import { UniqueIds } from '../finish.ts';
import { argsObject, callIds, toolName } from '../format-names.ts';
import { speakerName } from '../openai-chat/serialize.ts';
import { prepareMessages } from '../prepare.ts';

const LANGCHAIN_CARRIES: FormatCapabilities = {
  tools: true,
  toolText: false,
  toolDefinitions: false,
  system: 'any',
  reasoning: true,
  family: ['langchain'],
  media: 'any',
  holds: (part) => part.data !== undefined || part.url !== undefined,
  records: false,
  isError: true,
  compactions: false,
  branches: false,
  subagents: false,
  title: false,
  names: true,
  synthetic: false,
  parts: 'any',
  paired: true,
  empty: false,
  blankText: true,
  finalSpace: true,
  neighbours: true,
};

function storedMessages(transcript: Transcript, report: Report): readonly JsonObject[] {
  const messages = prepareMessages(transcript, LANGCHAIN_CARRIES, report);
  const id = callIds(messages);
  const ids = new UniqueIds();
  return messages.map((message) => stored({ ...message, id: ids.take(message.id) }, id, report));
}

function stored(message: Message, callId: (id: string) => string, report: Report): JsonObject {
  const data = {
    content: contentOf(message.parts.filter((part) => part.type !== 'tool-result')),
    additional_kwargs: message.compaction ? { lc_source: 'summarization' } : {},
    response_metadata: message.role === 'assistant' && message.model ? { model_name: message.model } : {},
    id: message.id,
  };
  const name = message.name ? speakerName(message.name) : null;
  if (message.role === 'tool') {
    const result = message.parts.find((part) => part.type === 'tool-result');
    return {
      type: 'tool',
      data: {
        ...data,
        content: contentOf(result?.content ?? []),
        type: 'tool',
        name: result?.name ? toolName(result.name, () => undefined) : null,
        tool_call_id: callId(result?.callId ?? ''),
        status: result?.isError ? 'error' : 'success',
      },
    };
  }
  if (message.role !== 'assistant') {
    const type = message.role === 'system' ? 'system' : 'human';
    return { type, data: { ...data, type, name } };
  }
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const written = new Map(
    calls.map((call) => [call, { name: toolName(call.name, report), args: argsObject(call.args, report), id: callId(call.id) }]),
  );
  // Calls follow the content, unless something was said after them: then they have their place in it too, as Anthropic's answers have.
  const last = message.parts.findLastIndex((part) => part.type !== 'tool-call');
  const inside = message.parts.findIndex((part) => part.type === 'tool-call') < last;
  const shown = message.parts.flatMap((part): readonly JsonObject[] => {
    if (part.type !== 'tool-call') return [blockOf(part)];
    const call = written.get(part)!;
    return [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }];
  });
  return {
    type: 'ai',
    data: {
      ...data,
      content: inside && calls.length > 0 ? shown : contentOf(message.parts.filter((part) => part.type !== 'tool-call')),
      type: 'ai',
      name,
      tool_calls: calls.map((call) => ({ ...written.get(call)!, type: 'tool_call' })),
      invalid_tool_calls: [],
      usage_metadata: usageOf(message),
    },
  };
}

function usageOf({ usage }: Message): JsonObject | null {
  if (!usage) return null;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens: input,
    output_tokens: usage.output,
    total_tokens: input + usage.output,
    input_token_details: { cache_read: usage.cacheRead, cache_creation: usage.cacheWrite },
  };
}

function contentOf(parts: readonly Part[]): unknown {
  const [only] = parts;
  if (parts.length === 0) return '';
  return parts.length === 1 && only?.type === 'text' ? only.text : parts.map(blockOf);
}

function blockOf(part: Part): JsonObject {
  switch (part.type) {
    case 'reasoning':
      if (part.text === '' && part.encrypted !== undefined && part.signature === undefined)
        return { type: 'redacted_thinking', data: part.encrypted };
      if (part.signature !== undefined && part.encrypted === undefined) return { type: 'thinking', thinking: part.text, signature: part.signature };
      return {
        type: 'reasoning',
        reasoning: part.text,
        ...(part.encrypted !== undefined && {
          extras: { encrypted_content: part.encrypted, ...(part.signature !== undefined && { signature: part.signature }) },
        }),
      };
    case 'image':
    case 'file':
      return mediaBlock(part);
    default:
      return { type: 'text', text: part.type === 'text' ? part.text : '' };
  }
}

const mediaBlock = (part: ImagePart | FilePart): JsonObject => ({
  type: part.type,
  ...(part.data === undefined ? { source_type: 'url', url: part.url } : { source_type: 'base64', data: part.data }),
  ...(part.mime && { mime_type: part.mime }),
  ...(part.type === 'file' && part.name && { filename: part.name }),
});

const SAMPLE = 50;

const FIELDS = ['messages', 'values', 'channel_values', 'kwargs'];

const listsIn = (source: Source, report?: Report): readonly MessageList[] =>
  messageLists(source, (value) => messageOf(value) !== undefined, FIELDS, report);

function confidence(value: unknown): number {
  if (!isObject(value) || !messageOf(value)) return 0;
  if (value.lc === 1) return 0.97;
  return isObject(value.data) && 'content' in value.data ? 0.95 : isPlain(value) ? 0.93 : 0.6;
}

const isPlain = (value: JsonObject): boolean => isObject(value.additional_kwargs) || isObject(value.response_metadata) || value.type === 'human';

function detect(source: Source): number {
  const lists = listsIn({ ...source, records: source.records.slice(0, SAMPLE) });
  return lists.slice(0, 5).reduce((best, { messages }) => Math.max(best, ...messages.slice(0, SAMPLE).map(confidence)), 0);
}

export const langchain: Format = {
  id: 'langchain',
  evidence: 'recorded',
  extension: 'json',
  carries: LANGCHAIN_CARRIES,
  detect,
  parse: (source, report) =>
    spoken(
      listsIn(source, report).map((list, i) => readList(list, i, report)),
      'langchain',
    ),
  serialize: (transcript, report) => `${JSON.stringify(storedMessages(transcript, report), null, 2)}\n`,
};

import type { FilePart, ImagePart, Message, Origin, Part, RecordedCompaction, ToolCallPart, Transcript, Usage } from '../../transcript/types.ts';
import { readBlocks } from '../anthropic-messages/blocks.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { type Draft, finishTranscript, modelOf, UniqueIds, usageFrom } from '../finish.ts';
import { callOf, callsIn, filePart, fromAnthropicSource, imagePart, isPiece, resultOf, texts, thoughts } from '../format-parts.ts';
import { argsObject, callIds, toolName, UNREAD_MESSAGE } from '../encoding.ts';
import { addTo, filled, isObject, type JsonObject, jsonText, listOf, numberOf, objectOf, objectsOf, textOf } from '../json.ts';
import { type MessageList, messageLists, placeAt } from '../lists.ts';
import { placeOfTools, readTools, speakerName } from '../openai-chat/index.ts';
import { prepareMessages } from '../prepare.ts';
import { REQUEST_CARRIES } from '../contract.ts';

interface LangChainMessage {
  readonly kind: 'human' | 'ai' | 'system' | 'tool' | 'function' | 'chat' | 'remove';
  readonly fields: JsonObject;
  readonly chunk: boolean;
}

const KINDS: Readonly<Record<string, LangChainMessage['kind']>> = {
  human: 'human',
  ai: 'ai',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'function',
  chat: 'chat',
  generic: 'chat',
  remove: 'remove',
  HumanMessage: 'human',
  AIMessage: 'ai',
  SystemMessage: 'system',
  ToolMessage: 'tool',
  FunctionMessage: 'function',
  ChatMessage: 'chat',
  RemoveMessage: 'remove',
};

function kindOf(name: unknown): LangChainMessage['kind'] | undefined {
  const plain = textOf(name)?.replace(/(?:Message)?Chunk$/, (end) => (end.startsWith('Message') ? 'Message' : '')) ?? '';
  return Object.hasOwn(KINDS, plain) ? KINDS[plain] : undefined;
}

const isChunk = (name: unknown): boolean => typeof name === 'string' && name.endsWith('Chunk');

function messageOf(value: unknown): LangChainMessage | undefined {
  if (!isObject(value)) return undefined;
  if (value.lc === 1) {
    const name: unknown = listOf(value.id).at(-1);
    const kind = kindOf(name);
    return kind && isObject(value.kwargs) ? { kind, fields: value.kwargs, chunk: isChunk(name) } : undefined;
  }
  const kind = kindOf(value.type);
  if (!kind) return undefined;
  const chunk = isChunk(value.type);
  if (isObject(value.data)) return { kind, fields: value.data, chunk };
  // `role` belongs to other notations, but for messages that say their own.
  return 'content' in value && (value.role === undefined || kind === 'chat') ? { kind, fields: value, chunk } : undefined;
}

function callsOf(fields: JsonObject): readonly ToolCallPart[] {
  const calls = [...objectsOf(fields.tool_calls), ...objectsOf(fields.invalid_tool_calls)];
  if (calls.length > 0) return calls.map(({ id, name, args }) => callOf(id, name, args));
  const kwargs = objectOf(fields.additional_kwargs);
  const old = isObject(kwargs.function_call) ? [{ id: '', function: kwargs.function_call }] : objectsOf(kwargs.tool_calls);
  return callsIn(old.filter((call) => isObject(call.function)));
}

const goesOn = (chunk: JsonObject, first: JsonObject): boolean => filled(chunk.id) !== undefined && chunk.id === first.id;

function joinChunks(chunks: readonly JsonObject[]): JsonObject {
  if (chunks.length === 1) return chunks[0]!;
  const calls = joinedCalls(chunks.flatMap((chunk) => objectsOf(chunk.tool_call_chunks)));
  const all = (key: string): JsonObject => Object.assign({}, ...chunks.map((chunk) => chunk[key])) as JsonObject;
  const usage = chunks.map((chunk) => chunk.usage_metadata).filter(isObject);
  return {
    ...(Object.assign({}, ...chunks) as JsonObject),
    content: joinedContent(chunks.map(({ content }) => content)),
    // What a chunk has in `tool_calls` was read from a piece of the arguments.
    ...(calls.length > 0 && { tool_calls: calls, invalid_tool_calls: [] }),
    response_metadata: all('response_metadata'),
    additional_kwargs: all('additional_kwargs'),
    ...(usage.length > 0 && { usage_metadata: usage.reduce(added) }),
  };
}

function added(one: JsonObject, other: JsonObject): JsonObject {
  const sum: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = sum[key];
    if (typeof value === 'number') sum[key] = (typeof before === 'number' ? before : 0) + value;
    else if (isObject(value)) sum[key] = added(objectOf(before), value);
  }
  return sum;
}

function joinedCalls(pieces: readonly JsonObject[]): readonly JsonObject[] {
  const calls = new Map<unknown, { id: unknown; name: string; args: string }>();
  for (const [i, piece] of pieces.entries()) {
    const key = piece.index ?? piece.id ?? `piece ${i}`;
    const call = calls.get(key) ?? { id: undefined, name: '', args: '' };
    calls.set(key, {
      id: call.id ?? piece.id ?? undefined,
      name: call.name + (textOf(piece.name) ?? ''),
      args: call.args + (textOf(piece.args) ?? ''),
    });
  }
  return [...calls.values()].map((call) => ({ ...call, args: call.args === '' ? '{}' : call.args }));
}

const PIECES = ['text', 'thinking', 'reasoning', 'signature'];

function joinedContent(contents: readonly unknown[]): unknown {
  if (contents.every((content) => typeof content === 'string')) return contents.join('');
  const blocks: Record<string, unknown>[] = [];
  const byIndex = new Map<unknown, Record<string, unknown>>();
  for (const content of contents) {
    for (const piece of typeof content === 'string' ? [content] : listOf(content)) {
      const block = isObject(piece) ? { ...piece } : { type: 'text', text: textOf(piece) ?? '' };
      const { index } = block as JsonObject;
      const known = index === undefined ? undefined : byIndex.get(index);
      if (known)
        for (const key of PIECES)
          if (filled((block as JsonObject)[key])) known[key] = `${textOf(known[key]) ?? ''}${String((block as JsonObject)[key])}`;
      if (known) continue;
      blocks.push(block);
      if (index !== undefined) byIndex.set(index, block);
    }
  }
  return blocks;
}

const ROLES = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool', function: 'tool', chat: 'user', remove: 'user' } as const;
/** Blocks that repeat what `tool_calls` has, or hold pieces of it. */
const REPEATED = new Set(['input_json_delta', 'tool_call_chunk', 'function_call', 'custom_tool_call', 'invalid_tool_call']);

function readList({ messages: values, header, line, path }: MessageList, index: number, report: Report): Transcript {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  let streamed: JsonObject[] = [];
  for (const [i, value] of values.entries()) {
    const origin = placeAt(line, `${path}[${i}]`);
    let message = messageOf(value);
    if (!message?.chunk) streamed = [];
    if (!message || message.kind === 'remove') {
      report({ ...UNREAD_MESSAGE, ...origin });
      continue;
    }
    if (message.chunk) {
      const more = streamed.length > 0 && goesOn(message.fields, streamed[0]!);
      streamed = more ? [...streamed, message.fields] : [message.fields];
      if (more) messages.pop();
      message = { ...message, fields: joinChunks(streamed) };
    }
    const draft = readMessage(message, i, origin, report);
    const kwargs = objectOf(message.fields.additional_kwargs);
    if (kwargs.lc_source === 'summarization') {
      draft.compaction = { kind: 'summary' };
      draft.synthetic = true;
      compactions.push({ at: messages.length, summaryId: draft.id });
    }
    messages.push(draft);
  }
  const model = modelOf(messages);
  return finishTranscript(
    {
      id: filled(header.thread_id) ?? filled(header.id) ?? `conversation-${index + 1}`,
      format: 'langchain',
      model,
      tools: readTools(header, report, placeOfTools({ path, line })),
      messages,
      compactions,
    },
    report,
  );
}

function readMessage({ kind, fields }: LangChainMessage, i: number, origin: Origin, report: Report): Draft {
  const id = filled(fields.id) ?? `m${i + 1}`;
  const name = filled(fields.name);
  if (kind === 'tool' || kind === 'function') {
    const content = readContent(fields.content, report, origin).filter(isPiece);
    return { id, role: 'tool', parts: [resultOf(fields.tool_call_id, content, { name, isError: fields.status === 'error' })], origin };
  }
  const given = textOf(fields.role);
  const role = kind === 'chat' && (given === 'assistant' || given === 'system') ? given : ROLES[kind];
  if (role !== 'assistant') return { id, role, parts: readContent(fields.content, report, origin), origin, ...(name && { name }) };
  const metadata = objectOf(fields.response_metadata);
  const model = filled(metadata.model_name) ?? filled(metadata.model);
  const usage = usageOf(fields, metadata, report, origin);
  return { id, role, parts: answerParts(fields, report, origin), origin, ...(name && { name }), ...(model && { model }), ...(usage && { usage }) };
}

function answerParts(fields: JsonObject, report: Report, origin: Origin): Part[] {
  const calls = callsOf(fields);
  const keyOf = ({ id, name }: ToolCallPart): string => (id === '' ? `\n${name}` : id);
  const waiting = new Map<string, ToolCallPart[]>();
  for (const call of calls.toReversed()) {
    addTo(waiting, keyOf(call), call);
  }
  const placed = new Set<ToolCallPart>();
  const kwargs = objectOf(fields.additional_kwargs);
  const parts: Part[] = thoughts(kwargs.reasoning_content);
  for (const part of readContent(fields.content, report, origin)) {
    const call = part.type === 'tool-call' ? waiting.get(keyOf(part))?.pop() : undefined;
    if (call) placed.add(call);
    parts.push(call ?? part);
  }
  return [...parts, ...calls.filter((call) => !placed.has(call))];
}

function usageOf({ usage_metadata: given }: JsonObject, metadata: JsonObject, report: Report, origin: Origin): Usage | undefined {
  if (isObject(given)) {
    const details = objectOf(given.input_token_details);
    const { cache_read: cacheRead, cache_creation: cacheWrite } = details;
    const all = numberOf(given.input_tokens);
    const input = all === undefined ? given.input_tokens : Math.max(0, all - (numberOf(cacheRead) ?? 0) - (numberOf(cacheWrite) ?? 0));
    return usageFrom({ input, output: given.output_tokens, cacheRead, cacheWrite }, report, origin);
  }
  const old = isObject(metadata.token_usage) ? metadata.token_usage : isObject(metadata.tokenUsage) ? metadata.tokenUsage : undefined;
  if (!old) return undefined;
  const input = old.prompt_tokens ?? old.promptTokens;
  return usageFrom({ input, output: old.completion_tokens ?? old.completionTokens, cacheRead: 0, cacheWrite: 0 }, report, origin);
}

function readContent(content: unknown, report: Report, origin: Origin): readonly Part[] {
  if (typeof content === 'string') return texts(content);
  return listOf(content).flatMap((block) => (isObject(block) ? readBlock(block, report, origin) : texts(block)));
}

function readBlock(block: JsonObject, report: Report, origin: Origin): readonly Part[] {
  const type = textOf(block.type) ?? '';
  if (type === 'text' || type === 'text-plain') return texts(block.text);
  if (type === 'refusal') return texts(block.refusal);
  if (type === 'thinking' || type === 'reasoning' || type === 'redacted_thinking' || type === 'reasoning_content') return readReasoning(block);
  if (type === 'tool_use' || type === 'tool_call') return [callOf(block.id, block.name, block.input ?? block.args)];
  if (type === 'image_url') {
    const url = isObject(block.image_url) ? filled(block.image_url.url) : filled(block.image_url);
    return url ? [imagePart(url)] : [];
  }
  if (type === 'image' || type === 'file' || type === 'audio' || type === 'video' || type === 'document' || type === 'media')
    return readMedia(block, type);
  if (REPEATED.has(type)) return [];
  // Tools may answer with data; what runs at the provider is written in its own blocks.
  return type === '' ? [{ type: 'text', text: jsonText(block) }] : readBlocks([block], report, origin).parts;
}

function readReasoning(block: JsonObject): readonly Part[] {
  const extras = objectOf(block.extras);
  const inner = objectOf(block.reasoning_content);
  const summary = listOf(block.summary).flatMap((item) => (isObject(item) ? (filled(item.text) ?? []) : []));
  const text = textOf(block.thinking) ?? textOf(block.reasoning) ?? textOf(inner.text) ?? (summary.join('\n') || textOf(block.text)) ?? '';
  const signature = filled(block.signature) ?? filled(extras.signature) ?? filled(inner.signature);
  const encrypted = filled(block.data) ?? filled(block.encrypted_content) ?? filled(extras.encrypted_content);
  return thoughts(text, { signature, encrypted });
}

function readMedia(block: JsonObject, type: string): readonly Part[] {
  const mime = filled(block.mime_type);
  const name = filled(block.filename) ?? filled(block.name) ?? filled(objectOf(block.extras).filename);
  const image = type === 'image' || (type === 'media' && mime?.startsWith('image/'));
  const source = fromAnthropicSource(block.source);
  if (source) return [image ? { type: 'image', ...source } : { type: 'file', ...(name && { name }), ...source }];
  const inner = objectOf(block.file);
  const data =
    filled(block.base64) ?? filled(block.data) ?? filled(inner.file_data) ?? filled(block.url) ?? filled(block.file_id) ?? filled(inner.file_id);
  if (data === undefined) return texts(block.text);
  return [image ? imagePart(data, mime) : filePart(data, mime, name ?? filled(inner.filename))];
}

const LANGCHAIN_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  toolDefinitions: false,
  family: ['langchain'],
  media: 'any',
  holds: (part) => part.data !== undefined || part.url !== undefined,
  names: true,
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
      usage_metadata: writtenUsage(message),
    },
  };
}

function writtenUsage({ usage }: Message): JsonObject | null {
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
  parse: (source, report) => listsIn(source, report).map((list, i) => readList(list, i, report)),
  serialize: (transcript, report) => `${JSON.stringify(storedMessages(transcript, report), null, 2)}\n`,
};

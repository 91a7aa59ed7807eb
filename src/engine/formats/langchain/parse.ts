import type { FilePart, ImagePart, Origin, Part, RecordedCompaction, TextPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Report } from '../contract.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { filled, isObject, jsonText, listOf, numberOf, textOf, type JsonObject } from '../json.ts';
import type { MessageList } from '../lists.ts';
import { readBlocks } from '../anthropic-messages/blocks.ts';
import { filePart, fromAnthropicSource, imagePart } from '../media.ts';
import { placeOfTools, readTools } from '../openai-chat/parse.ts';
import { usageFrom } from '../usage.ts';
import { goesOn, joinChunks } from './chunks.ts';
import { callsOf, messageOf, type LangChainMessage } from './message.ts';

const ROLES = { human: 'user', ai: 'assistant', system: 'system', tool: 'tool', function: 'tool', chat: 'user', remove: 'user' } as const;
/** Blocks that repeat what `tool_calls` has, or hold pieces of it. */
const REPEATED = new Set(['input_json_delta', 'tool_call_chunk', 'function_call', 'custom_tool_call', 'invalid_tool_call']);

export function readList({ messages: values, header, line, path }: MessageList, index: number, report: Report): Transcript {
  const messages: Draft[] = [];
  const compactions: RecordedCompaction[] = [];
  let streamed: JsonObject[] = [];
  for (const [i, value] of values.entries()) {
    const origin = { ...(line !== undefined && { line }), path: `${path}[${i}]` };
    let message = messageOf(value);
    if (!message?.chunk) streamed = [];
    if (!message || message.kind === 'remove') {
      report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
      continue;
    }
    if (message.chunk) {
      const more = streamed.length > 0 && goesOn(message.fields, streamed[0]!);
      streamed = more ? [...streamed, message.fields] : [message.fields];
      if (more) messages.pop();
      message = { ...message, fields: joinChunks(streamed) };
    }
    const draft = readMessage(message, i, origin, report);
    const kwargs = isObject(message.fields.additional_kwargs) ? message.fields.additional_kwargs : {};
    // The mark of LangChain's own summarisation.
    if (kwargs.lc_source === 'summarization') {
      draft.compaction = { kind: 'summary' };
      draft.synthetic = true;
      compactions.push({ at: messages.length, summaryId: draft.id });
    }
    messages.push(draft);
  }
  const model = messages.findLast((message) => message.model !== undefined)?.model;
  return finishTranscript(
    {
      id: filled(header.thread_id) ?? filled(header.id) ?? `conversation-${index + 1}`,
      format: 'langchain',
      ...(model && { model }),
      tools: readTools(header, report, placeOfTools({ path, ...(line !== undefined && { line }) })),
      messages,
      compactions,
      branches: [],
      subagents: [],
    },
    report,
  );
}

function readMessage({ kind, fields }: LangChainMessage, i: number, origin: Origin, report: Report): Draft {
  const id = filled(fields.id) ?? `m${i + 1}`;
  const name = filled(fields.name);
  if (kind === 'tool' || kind === 'function') {
    const content = readContent(fields.content, report, origin).filter((part): part is TextPart | ImagePart | FilePart =>
      MEDIA_OR_TEXT.has(part.type),
    );
    const failed = fields.status === 'error';
    const callId = textOf(fields.tool_call_id) ?? '';
    return { id, role: 'tool', parts: [{ type: 'tool-result', callId, ...(name && { name }), content, ...(failed && { isError: true }) }], origin };
  }
  const given = textOf(fields.role);
  const role = kind === 'chat' && (given === 'assistant' || given === 'system') ? given : ROLES[kind];
  if (role !== 'assistant') return { id, role, parts: readContent(fields.content, report, origin), origin, ...(name && { name }) };
  const metadata = isObject(fields.response_metadata) ? fields.response_metadata : {};
  const model = filled(metadata.model_name) ?? filled(metadata.model);
  const usage = usageOf(fields, metadata, report, origin);
  return { id, role, parts: answerParts(fields, report, origin), origin, ...(name && { name }), ...(model && { model }), ...(usage && { usage }) };
}

const MEDIA_OR_TEXT = new Set(['text', 'image', 'file']);

/** Calls stand twice with some providers: among the content and in `tool_calls`. Each counts once, at its place in the content. */
function answerParts(fields: JsonObject, report: Report, origin: Origin): Part[] {
  const calls = callsOf(fields);
  const keyOf = ({ id, name }: { readonly id: string; readonly name: string }): string => (id === '' ? `\n${name}` : id);
  const waiting = new Map<string, (typeof calls)[number][]>();
  for (const call of calls.toReversed()) {
    const same = waiting.get(keyOf(call));
    if (same) same.push(call);
    else waiting.set(keyOf(call), [call]);
  }
  const placed = new Set<(typeof calls)[number]>();
  const kwargs = isObject(fields.additional_kwargs) ? fields.additional_kwargs : {};
  const reasoning = filled(kwargs.reasoning_content);
  const parts: Part[] = reasoning ? [{ type: 'reasoning', text: reasoning }] : [];
  for (const part of readContent(fields.content, report, origin)) {
    const call = part.type === 'tool-call' ? waiting.get(keyOf(part))?.pop() : undefined;
    if (call) placed.add(call);
    // The arguments in the content are pieces where the answer was streamed.
    parts.push(call ? callPart(call) : part);
  }
  return [...parts, ...calls.filter((call) => !placed.has(call)).map(callPart)];
}

const callPart = ({ id, name, args }: { readonly id: string; readonly name: string; readonly args: unknown }): Part => ({
  type: 'tool-call',
  id,
  name,
  args: typeof args === 'string' ? args : jsonText(args ?? {}),
});

/** `input_tokens` counts cached tokens too. */
function usageOf({ usage_metadata: given }: JsonObject, metadata: JsonObject, report: Report, origin: Origin): Usage | undefined {
  if (isObject(given)) {
    const details = isObject(given.input_token_details) ? given.input_token_details : {};
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
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap((block): readonly Part[] => {
    if (typeof block === 'string') return block === '' ? [] : [{ type: 'text', text: block }];
    return isObject(block) ? readBlock(block, report, origin) : [];
  });
}

function readBlock(block: JsonObject, report: Report, origin: Origin): readonly Part[] {
  const type = textOf(block.type) ?? '';
  switch (type) {
    case 'text':
    case 'text-plain':
      return filled(block.text) ? [{ type: 'text', text: filled(block.text)! }] : [];
    case 'refusal':
      return filled(block.refusal) ? [{ type: 'text', text: filled(block.refusal)! }] : [];
    case 'thinking':
    case 'reasoning':
    case 'redacted_thinking':
    case 'reasoning_content':
      return readReasoning(block);
    case 'tool_use':
    case 'tool_call':
      return [callPart({ id: textOf(block.id) ?? '', name: textOf(block.name) ?? '', args: block.input ?? block.args })];
    case 'image_url': {
      const url = isObject(block.image_url) ? filled(block.image_url.url) : filled(block.image_url);
      return url ? [imagePart(url)] : [];
    }
    case 'image':
    case 'file':
    case 'audio':
    case 'video':
    case 'document':
    case 'media':
      return readMedia(block, type);
    default:
      if (REPEATED.has(type)) return [];
      // Tools may answer with data; what runs at the provider is written in its own blocks.
      return type === '' ? [{ type: 'text', text: jsonText(block) }] : readBlocks([block], report, origin).parts;
  }
}

function readReasoning(block: JsonObject): readonly Part[] {
  const extras = isObject(block.extras) ? block.extras : {};
  const inner = isObject(block.reasoning_content) ? block.reasoning_content : {};
  const summary = listOf(block.summary).flatMap((item) => (isObject(item) ? (filled(item.text) ?? []) : []));
  const text = textOf(block.thinking) ?? textOf(block.reasoning) ?? textOf(inner.text) ?? (summary.join('\n') || textOf(block.text)) ?? '';
  const signature = filled(block.signature) ?? filled(extras.signature) ?? filled(inner.signature);
  const encrypted = filled(block.data) ?? filled(block.encrypted_content) ?? filled(extras.encrypted_content);
  if (text === '' && !signature && !encrypted) return [];
  return [{ type: 'reasoning', text, ...(signature && { signature }), ...(encrypted && { encrypted }) }];
}

/** Standard blocks of both versions (`base64`, or `source_type` and `data`), and Anthropic's with a `source`. */
function readMedia(block: JsonObject, type: string): readonly Part[] {
  const mime = filled(block.mime_type);
  const name = filled(block.filename) ?? filled(block.name) ?? (isObject(block.extras) ? filled(block.extras.filename) : undefined);
  const image = type === 'image' || (type === 'media' && mime?.startsWith('image/'));
  const source = fromAnthropicSource(block.source);
  if (source) return [image ? { type: 'image', ...source } : { type: 'file', ...(name && { name }), ...source }];
  const inner = isObject(block.file) ? block.file : {};
  const data =
    filled(block.base64) ?? filled(block.data) ?? filled(inner.file_data) ?? filled(block.url) ?? filled(block.file_id) ?? filled(inner.file_id);
  if (data === undefined) return filled(block.text) ? [{ type: 'text', text: filled(block.text)! }] : [];
  return [image ? imagePart(data, mime) : filePart(data, mime, name ?? filled(inner.filename))];
}

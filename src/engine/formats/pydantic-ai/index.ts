/**
 * Messages of Pydantic AI: what `all_messages_json()` writes, in lists, objects and rows. A request or a response is a list of parts, each of a
 * `part_kind`. Shapes: pydantic/pydantic-ai `pydantic_ai_slim/pydantic_ai/messages.py` @4fda3898.
 */
import type { FilePart, ImagePart, Message, Origin, Part, TextPart, ToolResultPart, Transcript, Usage } from '../../transcript/types.ts';
import type { Format, FormatCapabilities, Report, Source } from '../contract.ts';
import { compact, filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, type Raw, textOf, tryJson } from '../json.ts';
import { eachIn, type MessageList, messageLists } from '../lists.ts';
import { callOf, type ContentPiece, imagePart, mediaPart, readParts, resultOf, texts, thoughts, valueText } from '../format-parts.ts';
import { Talk } from '../chat-messages.ts';
import { argsObject, callIds, toolName } from '../encoding.ts';
import { prepareMessages } from '../prepare.ts';
import { usageWithin } from '../finish.ts';
import { REQUEST_CARRIES } from '../contract.ts';

/** What `ModelMessagesTypeAdapter.validate_json` takes. A part `compaction` is one that a provider wrote, so summaries are prompts. */
const PYDANTIC_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  toolDefinitions: false,
  family: ['pydantic-ai'],
  media: 'not-assistant',
  holds: (part) => part.data !== undefined || part.url !== undefined,
  records: 'totals',
  fileNames: false,
  empty: true,
};

type ContentPart = TextPart | ImagePart | FilePart;

function mediaOf(part: ImagePart | FilePart): JsonObject {
  const { mime, data, url } = part;
  if (data !== undefined) return { kind: 'binary', data, media_type: mime ?? (part.type === 'image' ? 'image/png' : 'application/octet-stream') };
  const kind = part.type === 'image' ? 'image' : mime?.startsWith('audio/') ? 'audio' : mime?.startsWith('video/') ? 'video' : 'document';
  return compact({ kind: `${kind}-url`, url, media_type: mime });
}

function contentOf(parts: readonly ContentPart[]): unknown {
  const [only] = parts;
  if (parts.length === 0) return '';
  if (parts.length === 1 && only!.type === 'text') return only!.text;
  return parts.map((part) => (part.type === 'text' ? { kind: 'text-content', content: part.text } : mediaOf(part)));
}

const isHeld = (part: Part): part is ContentPart => part.type === 'text' || part.type === 'image' || part.type === 'file';

const usageOf = ({ input, output, cacheRead, cacheWrite }: Usage): JsonObject => ({
  input_tokens: input + cacheRead + cacheWrite,
  cache_read_tokens: cacheRead,
  cache_write_tokens: cacheWrite,
  output_tokens: output,
});

class Writer {
  readonly #report: Report;
  readonly #id: (id: string) => string;
  readonly #names = new Map<string, string>();

  constructor(messages: readonly Message[], report: Report) {
    this.#report = report;
    this.#id = callIds(messages);
    for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call') this.#names.set(part.id, part.name);
  }

  write({ role, parts, ts, model, usage }: Message): JsonObject {
    if (role === 'assistant')
      return {
        parts: parts.flatMap((part) => this.#said(part)),
        ...compact({ timestamp: ts, model_name: model, usage: usage && usageOf(usage) }),
        kind: 'response',
      };
    const time = compact({ timestamp: ts });
    const held = parts.filter(isHeld);
    const own =
      role === 'tool'
        ? parts.flatMap((part) => (part.type === 'tool-result' ? [{ ...this.#result(part), ...time }] : []))
        : role === 'system'
          ? (held.length > 0 ? held : [undefined]).map((part) => ({
              content: part?.type === 'text' ? part.text : '',
              ...time,
              part_kind: 'system-prompt',
            }))
          : [{ content: contentOf(held), ...time, part_kind: 'user-prompt' }];
    return { parts: own, kind: 'request' };
  }

  #said(part: Part): JsonObject[] {
    if (part.type === 'text') return [{ content: part.text, part_kind: 'text' }];
    if (part.type === 'reasoning') {
      const { text, signature, encrypted } = part;
      const details = encrypted === undefined ? undefined : { encrypted_content: encrypted };
      return [{ content: text, ...compact({ signature, provider_details: details }), part_kind: 'thinking' }];
    }
    if (part.type !== 'tool-call') return [];
    const { id, name, args } = part;
    return [{ tool_name: toolName(name, this.#report), args: argsObject(args, this.#report), tool_call_id: this.#id(id), part_kind: 'tool-call' }];
  }

  #result({ callId, name, content, isError }: ToolResultPart): JsonObject {
    const named = toolName(name ?? this.#names.get(callId) ?? '', () => undefined);
    return {
      tool_name: named,
      content: contentOf(content),
      tool_call_id: this.#id(callId),
      ...(isError && { outcome: 'failed' }),
      part_kind: 'tool-return',
    };
  }
}

function modelMessages(transcript: Transcript, report: Report): readonly JsonObject[] {
  const messages = prepareMessages(transcript, PYDANTIC_CARRIES, report);
  const writer = new Writer(messages, report);
  return messages.map((message) => writer.write(message));
}

interface ModelMessage {
  kind: 'request' | 'response';
  parts: readonly object[];
  timestamp?: string;
  instructions?: string | null;
  model_name?: string;
  usage?: RequestUsage;
}
/** One of these per `part_kind`; fields of all of them. */
interface MessagePart {
  part_kind: string;
  content: unknown;
  timestamp: string;
  tool_name: string;
  tool_call_id: string;
  args: string | object;
  signature: string;
  provider_details: { encrypted_content?: string };
  outcome: 'success' | 'failed' | 'denied';
}
interface RequestUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
}
interface Content {
  kind: 'image-url' | 'audio-url' | 'video-url' | 'document-url' | 'binary' | 'uploaded-file' | 'text-content' | 'cache-point';
  url: string;
  data: string;
  media_type: string;
  content: string;
  file_id: string;
}

const isModelMessage = (value: JsonObject): boolean =>
  (value.kind === 'request' || value.kind === 'response') &&
  Array.isArray(value.parts) &&
  (value.parts.length === 0 || objectsOf(value.parts).some((part) => typeof part.part_kind === 'string'));

const FIELDS = ['messages', 'history', 'message_history', 'all_messages', 'new_messages', 'data'];

const unpacked = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  const text = Object.values(value).find((own): own is string => typeof own === 'string' && /^\s*\[\s*\{/.test(own) && own.includes('part_kind'));
  return text === undefined ? value : { ...value, messages: tryJson(text) };
};

const listsIn = (source: Source): readonly MessageList[] =>
  messageLists({ ...source, records: source.records.map((record) => ({ ...record, value: unpacked(record.value) })) }, isModelMessage, FIELDS);

class Reader extends Talk {
  readonly #told = new Set<string>();

  read({ messages, line, path, header }: MessageList, index: number): Transcript {
    const readMessage = (message: JsonObject, origin: Origin, i: number): void =>
      message.kind === 'request' ? this.#request(message, i, origin) : this.#response(message, i, origin);
    eachIn(messages, { line, path }, this.report, readMessage, isModelMessage);
    return this.finish({ id: filled(header.conversation_id) ?? filled(header.id) ?? `conversation-${index + 1}`, format: 'pydantic-ai' });
  }

  #instructions(text: unknown, origin: Origin): void {
    const own = filled(text);
    if (own === undefined || this.#told.has(own)) return;
    this.#told.add(own);
    const [first] = this.messages;
    if (first?.role === 'system') first.parts = [...first.parts, ...texts(own)];
    else {
      if (this.compactions.length === 0) this.messages.unshift({ id: 'instructions', role: 'system', parts: texts(own), origin });
      else this.say('system', texts(own), { id: 'instructions', origin });
    }
  }

  #request(message: Raw<ModelMessage>, index: number, origin: Origin): void {
    for (const [n, part] of objectsOf(message.parts).entries()) {
      const { part_kind, content, timestamp, tool_name, tool_call_id, outcome }: Raw<MessagePart> = part;
      const more = compact({ id: `m${index + 1}/${n + 1}`, ts: isoTime(timestamp ?? message.timestamp), origin });
      const kind = textOf(part_kind) ?? '';
      const before = n > 0 ? this.messages.at(-1) : undefined;
      if (kind === 'system-prompt' && before?.role === 'system') before.parts = [...before.parts, ...texts(content)];
      else if (kind === 'system-prompt' || kind === 'instruction') this.say('system', texts(content), more);
      else if (kind === 'user-prompt') this.say('user', this.#content(content, origin), more);
      else if (kind === 'tool-return' || kind === 'builtin-tool-return' || kind === 'native-tool-return')
        this.say('tool', [this.#result(content, tool_call_id, tool_name, outcome !== undefined && outcome !== 'success', origin)], more);
      else if (kind === 'retry-prompt' && filled(tool_name)) this.say('tool', [this.#result(content, tool_call_id, tool_name, true, origin)], more);
      else if (kind === 'retry-prompt') this.say('user', texts(valueText(content)), { ...more, synthetic: true });
      else this.#unknown(kind, origin);
    }
    this.#instructions(message.instructions, origin);
  }

  #response(message: Raw<ModelMessage>, index: number, origin: Origin): void {
    let parts: Part[] = [];
    let n = 0;
    const more = compact({ ts: isoTime(message.timestamp), origin, model: filled(message.model_name) });
    const flush = (last: boolean): void => {
      const usage = last ? this.#usage(message.usage, origin) : undefined;
      if (parts.length > 0 || (last && n === 0)) this.say('assistant', parts, compact({ ...more, id: `m${index + 1}/${++n}`, usage }));
      parts = [];
    };
    for (const part of objectsOf(message.parts)) {
      const { part_kind, content, tool_name, tool_call_id, args, signature, provider_details: details }: Raw<MessagePart> = part;
      const kind = textOf(part_kind) ?? '';
      if (kind === 'text') parts.push(...texts(content));
      else if (kind === 'thinking') parts.push(...thoughts(content, { signature, encrypted: objectOf(details).encrypted_content }));
      else if (/^(?:builtin-|native-)?tool-call$/.test(kind)) parts.push(callOf(tool_call_id, tool_name, args));
      else if (/^(?:builtin-|native-)?tool-return$/.test(kind)) {
        flush(false);
        this.say('tool', [this.#result(content, tool_call_id, tool_name, false, origin)], { id: `m${index + 1}/${++n}`, origin });
      } else if (kind === 'file') parts.push(...this.#content(isObject(content) ? { kind: 'binary', ...content } : content, origin));
      else if (kind === 'compaction') {
        flush(false);
        this.compacted(content, { id: `m${index + 1}/compaction`, origin });
      } else this.#unknown(kind, origin);
    }
    flush(true);
  }

  #unknown(kind: string, origin: Origin): void {
    this.report({ code: 'unknown-part', message: `Content parts of the type "${kind.slice(0, 40)}" were left out.`, ...origin });
  }

  #content(content: unknown, origin: Origin): Part[] {
    return readParts(content, readContent, this.report, origin, ({ kind }) => kind);
  }

  #result(content: unknown, id: unknown, name: unknown, isError: boolean, origin: Origin): Part {
    const list = listOf(content);
    const holds = list.some((part) => isObject(part) && readContent(part, textOf(part.kind) ?? '') !== undefined);
    const own = holds
      ? list.flatMap((part): ContentPiece[] =>
          isObject(part) && typeof part.kind === 'string' ? (this.#content(part, origin) as ContentPiece[]) : texts(valueText(part)),
        )
      : content;
    return resultOf(id, own, { name, isError });
  }

  #usage(usage: unknown, origin: Origin): Usage | undefined {
    if (!isObject(usage)) return undefined;
    const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }: Raw<RequestUsage> = usage;
    const counts = { input: input_tokens, output: output_tokens, cacheRead: cache_read_tokens, cacheWrite: cache_write_tokens };
    return usageWithin(counts, this.report, origin);
  }
}

function readContent({ url, data, media_type, content, file_id }: Raw<Content>, kind: string): readonly Part[] | undefined {
  const mime = filled(media_type);
  const place = filled(data) ?? filled(url) ?? filled(file_id);
  if (kind === 'text-content') return texts(content);
  if (kind === 'cache-point') return [];
  if (
    kind === 'image-url' ||
    kind === 'audio-url' ||
    kind === 'video-url' ||
    kind === 'document-url' ||
    kind === 'binary' ||
    kind === 'uploaded-file'
  ) {
    if (place === undefined) return [];
    return [kind === 'image-url' ? imagePart(place, mime) : mediaPart(place, mime)];
  }
  return undefined;
}

export const pydanticAi: Format = {
  id: 'pydantic-ai',
  evidence: 'source',
  extension: 'json',
  carries: PYDANTIC_CARRIES,
  serialize: (transcript, report) => `${JSON.stringify(modelMessages(transcript, report), null, 2)}\n`,
  detect: (source) => (listsIn({ ...source, records: source.records.slice(0, 20) }).length > 0 ? 0.97 : 0),
  parse: (source, report) => listsIn(source).map((list, i) => new Reader(report).read(list, i)),
};

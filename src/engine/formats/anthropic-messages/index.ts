import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, type JsonObject, listOf, objectOf, objectsOf, textOf, tryJson } from '../json.ts';
import type { Message, RecordedCompaction, Transcript } from '../../transcript/types.ts';
import { finishTranscript, modelOf } from '../finish.ts';
import { placeOfTools, readTools } from '../openai-chat/index.ts';
import { assembleStream } from '../sse.ts';
import { ANTHROPIC_CARRIES, anthropicBody, readBlocks, readSummaryUsage, readUsage } from './blocks.ts';
import { unknownRole, UNREAD_MESSAGE, UNREAD_RECORD } from '../encoding.ts';
import { placeAt } from '../lists.ts';
import { splitResults } from '../format-parts.ts';

interface RawRequest {
  readonly messages: readonly unknown[];
  readonly header: JsonObject;
  readonly response?: JsonObject;
  readonly id?: string;
  readonly line?: number;
  readonly path: string;
}

const REQUEST_FIELDS = ['max_tokens', 'temperature', 'top_p', 'top_k', 'tool_choice', 'thinking', 'stop_sequences', 'metadata'];

const isMessage = (value: unknown): value is JsonObject =>
  isObject(value) && (value.role === 'user' || value.role === 'assistant' || (value.role === 'system' && 'content' in value));
type Response = JsonObject & { readonly type: 'message' };
const isResponse = (value: unknown): value is Response =>
  isObject(value) && value.type === 'message' && value.role === 'assistant' && Array.isArray(value.content);

function locateRequests(
  source: Source,
  unread: (place: { readonly line?: number; readonly path?: string }) => void = () => undefined,
  limit = Number.POSITIVE_INFINITY,
): RawRequest[] {
  const { records } = source;
  if (source.container !== 'json' && records.length > 0 && records.slice(0, 50).every(({ value }) => isMessage(value) && !isResponse(value))) {
    return [
      { messages: records.map((record) => record.value), header: {}, ...(records[0]!.line !== undefined && { line: records[0]!.line }), path: '$' },
    ];
  }
  const found: RawRequest[] = [];
  for (const { value, line, path } of records) {
    if (found.length >= limit) break;
    const before = found.length;
    unwrap(value, path ?? '$', line, found, limit, 0);
    if (found.length === before) unread({ ...(line !== undefined && { line }), ...(path !== undefined && { path }) });
  }
  return found;
}

function unwrap(given: unknown, path: string, line: number | undefined, found: RawRequest[], limit: number, depth: number): void {
  if (depth > 4 || found.length >= limit) return;
  const value = typeof given === 'string' && /^\s*[[{]/.test(given) ? tryJson(given) : given;
  const place = placeAt(line, path);
  if (Array.isArray(value)) {
    if (value.length > 0 && isMessage(value[0]) && !isResponse(value[0])) found.push({ messages: value, header: {}, ...place });
    else for (const [i, item] of value.entries()) unwrap(item, `${path}[${i}]`, line, found, limit, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const id = filled(value.custom_id);
  if (Array.isArray(value.messages)) {
    found.push({ messages: value.messages, header: value, ...place, path: `${path}.messages`, ...(id && { id }) });
  } else if (isResponse(value)) {
    found.push({ messages: [], header: value, response: value, ...place });
  } else {
    const key = ['request', 'body', 'params'].find((name) => value[name] !== undefined);
    if (key === undefined) return;
    const before = found.length;
    unwrap(value[key], `${path}.${key}`, line, found, limit, depth + 1);
    const last = found.at(-1);
    const response = responseOf(value.response);
    if (found.length > before && last) found[found.length - 1] = { ...last, ...(response && { response }), ...(id && { id }) };
  }
}

function responseOf(value: unknown): JsonObject | undefined {
  let at: unknown = value;
  for (let depth = 0; depth < 3; depth++) {
    if (typeof at === 'string') at = tryJson(at) ?? streamed(at);
    if (isResponse(at)) return at;
    if (!isObject(at)) return undefined;
    at = at.body ?? at.body_raw ?? at.message;
  }
  return undefined;
}

function streamed(text: string): unknown {
  const [record] = /^\s*(?:event|data):/.test(text) ? (assembleStream(text)?.records ?? []) : [];
  return isObject(record?.value) ? objectsOf(record.value.messages).at(-1) : undefined;
}

function parseAnthropic(source: Source, report: Report): Transcript[] {
  const requests = locateRequests(source, (place) => report({ ...UNREAD_RECORD, ...place }));
  return requests.map((request, i) => readRequest(request, i, report));
}

function readRequest(raw: RawRequest, index: number, report: Report): Transcript {
  const messages: Message[] = [];
  const compactions: RecordedCompaction[] = [];
  const { parts: system, cacheHint } = readBlocks(raw.header.system ?? raw.header.system_prompt, report, { path: raw.path });
  if (system.length > 0)
    messages.push({
      id: 'system',
      role: 'system',
      parts: system,
      ...(cacheHint && { cacheHint }),
      origin: { ...(raw.line !== undefined && { line: raw.line }), path: `${raw.path.replace(/\.messages$/, '')}.system` },
    });
  raw.messages.forEach((value, i) => {
    const origin = { ...(raw.line !== undefined && { line: raw.line }), path: `${raw.path}[${i}]` };
    if (isObject(value)) readMessage(value, `m${i + 1}`, origin, messages, compactions, report);
    else report({ ...UNREAD_MESSAGE, ...origin });
  });
  if (raw.response) readMessage(raw.response, `m${raw.messages.length + 1}`, { path: `${raw.path}.response` }, messages, compactions, report);
  const model = filled(raw.header.model) ?? modelOf(messages);
  const extra = Object.fromEntries(
    REQUEST_FIELDS.filter((key) => raw.header[key] !== undefined && raw.header[key] !== null && !isResponse(raw.header)).map((key) => [
      key,
      raw.header[key],
    ]),
  );
  return finishTranscript(
    {
      id: raw.id ?? filled(raw.header.sessionId) ?? `conversation-${index + 1}`,
      format: 'anthropic-messages',
      model,
      tools: readTools(raw.header, report, placeOfTools(raw)),
      messages,
      compactions,
      extra,
    },
    report,
  );
}

function readMessage(
  value: JsonObject,
  id: string,
  origin: NonNullable<Message['origin']>,
  messages: Message[],
  compactions: RecordedCompaction[],
  report: Report,
): void {
  const given = textOf(value.role) ?? '';
  const role = given === 'assistant' ? 'assistant' : given === 'system' ? 'system' : 'user';
  if (given !== role) report({ ...unknownRole(given), ...origin });
  const { parts, compaction, cacheHint } = readBlocks(value.content, report, origin);
  if (compaction !== undefined) {
    const summary: Message = {
      id: `${id}/compaction`,
      role: 'user',
      parts: [{ type: 'text', text: compaction }],
      synthetic: true,
      compaction: { kind: 'summary' },
      origin,
    };
    const usage = readSummaryUsage(value.usage, report, origin);
    compactions.push({ at: messages.length, summaryId: summary.id, ...(usage && { usage }) });
    messages.push(summary);
  }
  if (parts.length === 0 && compaction !== undefined) return;
  const ts = isoTime(value.ts ?? value.timestamp);
  const shared = { ...(ts && { ts }), ...(cacheHint && { cacheHint }), origin };
  if (role === 'assistant') {
    const info = objectOf(value.modelInfo);
    const model = filled(value.model) ?? filled(info.modelId) ?? filled(info.id);
    const usage = readUsage(value.usage, report, origin);
    messages.push({ id, role, parts, ...(model && { model }), ...(usage && { usage }), ...shared });
    return;
  }
  if (parts.length === 0) messages.push({ id, role, parts, ...shared });
  splitResults(parts).forEach((run, i) => {
    messages.push({ id: i === 0 ? id : `${id}/${i + 1}`, role: run.results ? 'tool' : role, parts: run.parts, ...shared });
  });
}

const SAMPLE = 50;
const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);
const BLOCKS = new Set(['redacted_thinking', 'document', 'server_tool_use', 'web_search_tool_result', 'compaction']);

const isBlock = (block: JsonObject): boolean =>
  BLOCKS.has(textOf(block.type) ?? '') ||
  (block.type === 'image' && isObject(block.source)) ||
  (block.type === 'thinking' && 'signature' in block) ||
  (block.type === 'tool_use' && typeof block.id === 'string') ||
  (block.type === 'tool_result' && typeof block.tool_use_id === 'string');

/** Blocks of another notation: without a type, or with calls and results that Anthropic's API has not. */
const isForeign = (block: JsonObject): boolean =>
  typeof block.type !== 'string' || ((block.type === 'tool_use' || block.type === 'tool_result') && !isBlock(block));

/** Thinking that nobody signed is Cohere's or Mistral's. */
const isUnsigned = ({ content }: JsonObject): boolean => listOf(content).some((block) => isObject(block) && block.type === 'thinking');

function confidenceOf({ messages, header, response }: RawRequest): number {
  if (response) return 0.9;
  let text = 0;
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isObject(message) || !ROLES.has(message.role)) return 0.1;
    if (Array.isArray(message.parts) || Array.isArray(message.tool_calls) || isObject(message.tool_calls)) return 0.1;
    const blocks = listOf(message.content).filter(isObject);
    if (blocks.some(isForeign)) return 0.1;
    if (blocks.some(isBlock)) text = 0.92;
    else if ('content' in message && message.role !== 'system') text = Math.max(text, 0.3);
  }
  if (text === 0 || text > 0.9) return text;
  if (messages.some((message) => isObject(message) && (message.role === 'system' || isUnsigned(message)))) return 0.1;
  if (filled(header.model)?.includes('claude') && 'max_tokens' in header) return 0.85;
  return header.system !== undefined || filled(header.model)?.includes('claude') ? 0.75 : text;
}

const detect = (source: Source): number => locateRequests(source, undefined, 5).reduce((best, request) => Math.max(best, confidenceOf(request)), 0);

export const anthropicMessages: Format = {
  id: 'anthropic-messages',
  evidence: 'recorded',
  extension: 'json',
  carries: ANTHROPIC_CARRIES,
  detect,
  parse: parseAnthropic,
  serialize: (transcript, report) => `${JSON.stringify(anthropicBody(transcript, report), null, 2)}\n`,
};

import { flatJson } from '../../transcript/transcript-json.ts';
import type { Message, Origin, Part, Role, ToolDefinition, Transcript } from '../../transcript/types.ts';
import { expectsFormat } from '../../transcript/english.ts';
import { readTagged } from '../chat-messages.ts';
import type { Format, FormatCapabilities, ImportError, Report, Source } from '../contract.ts';
import { chatUsage, type Draft, finishTranscript } from '../finish.ts';
import {
  filePart,
  imagePart,
  mediaUrl,
  readAnyPart,
  resultContent,
  textIn,
  typeOfPart,
  unknownPart,
  callOf,
  isPiece,
  resultOf,
  texts,
  thoughts,
} from '../format-parts.ts';
import { argsText, callIds, deepValues, importError, objectSchema, toolName, unknownRole, UNREAD_MESSAGE, UNREAD_RECORD } from '../encoding.ts';
import type { JsonObject } from '../json.ts';
import { compact, filled, isObject, isoTime, jsonText, listOf, namesIn, objectOf, objectsOf, otherFields, textOf, windowOf } from '../json.ts';
import { oldestFirst, placeAt } from '../lists.ts';
import { prepareMessages } from '../prepare.ts';
import { REQUEST_CARRIES } from '../contract.ts';

export interface RawConversation {
  readonly messages: readonly unknown[];
  readonly header: JsonObject;
  readonly response?: JsonObject;
  readonly rejected?: readonly unknown[];
  readonly id?: string;
  readonly title?: string;
  readonly line?: number;
  readonly path: string;
}

const isMessage = (value: unknown): boolean => isObject(value) && typeof value.role === 'string';

export function locate(
  source: Source,
  unread: (line: number | undefined, path: string | undefined) => void = () => undefined,
  limit = Number.POSITIVE_INFINITY,
): RawConversation[] {
  const found: RawConversation[] = [];
  const { records } = source;
  if (source.container !== 'json' && records.length > 0 && records.slice(0, 50).every((record) => isMessage(record.value))) {
    return [
      { messages: records.map((record) => record.value), header: {}, ...(records[0]!.line !== undefined && { line: records[0]!.line }), path: '$' },
    ];
  }
  for (const record of records) {
    if (found.length >= limit) break;
    const before = found.length;
    unwrap(record.value, record.path ?? '$', record.line, found, limit, 0);
    if (found.length === before) unread(record.line, record.path);
  }
  return found;
}

/** Bounded depth: wrappers are a few levels deep at most, hostile nesting is not followed. */
function unwrap(value: unknown, path: string, line: number | undefined, found: RawConversation[], limit: number, depth: number): void {
  if (depth > 4 || found.length >= limit) return;
  const place = placeAt(line, path);
  if (Array.isArray(value)) {
    if (value.length > 0 && isMessage(value[0])) found.push({ messages: value, header: {}, ...place });
    else for (const [i, item] of value.entries()) unwrap(item, `${path}[${i}]`, line, found, limit, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const listed = oldestFirst(value);
  if (listed) {
    unwrap(listed, `${path}.data`, line, found, limit, depth + 1);
    return;
  }
  const names = { ...(label(value) !== undefined && { id: label(value)! }), ...(filled(value.title) && { title: filled(value.title)! }) };
  const response = isObject(value.response) ? (isObject(value.response.body) ? value.response.body : value.response) : undefined;
  const answer = response && Array.isArray(response.choices) ? { response } : Array.isArray(value.choices) ? { response: value } : {};

  if (Array.isArray(value.messages)) found.push({ messages: value.messages, header: value, ...answer, ...names, ...place, path: `${path}.messages` });
  else if (Array.isArray(value.traj)) found.push({ messages: value.traj, header: value, ...names, ...place, path: `${path}.traj` });
  else if (isObject(value.input) && Array.isArray(value.input.messages)) {
    const rejected = listOf(value.non_preferred_output);
    found.push({
      messages: [...value.input.messages, ...listOf(value.preferred_output)],
      header: value.input,
      ...(rejected.length > 0 && { rejected }),
      ...names,
      ...place,
      path: `${path}.input.messages`,
    });
  } else if (isObject(value.body) || isObject(value.request)) {
    const inner = isObject(value.body) ? value.body : (value.request as JsonObject);
    const before = found.length;
    unwrap(inner, `${path}.${isObject(value.body) ? 'body' : 'request'}`, line, found, limit, depth + 1);
    const last = found.at(-1);
    if (found.length > before && last) found[found.length - 1] = { ...last, ...answer, ...names };
  } else if ('response' in answer) found.push({ messages: [], header: value, ...answer, ...names, ...place });
  else if (typeof value.messages_display === 'string')
    found.push({ messages: fromDisplay(value.messages_display), header: value, ...names, ...place, path: `${path}.messages_display` });
}

function label(value: JsonObject): string | undefined {
  if (filled(value.custom_id)) return filled(value.custom_id);
  if (typeof value.task_id === 'number' || typeof value.task_id === 'string')
    return `task-${value.task_id}${typeof value.trial === 'number' ? `-trial-${value.trial}` : ''}`;
  return undefined;
}

/**
 * τ-bench's few-shot files: one text with `user: `, `assistant: ` and `tool: ` at line starts. Calls are not recorded there (`assistant:
 * None` takes their place), so tool lines stay text.
 */
function fromDisplay(display: string): readonly JsonObject[] {
  const messages: { role: string; content: string }[] = [];
  for (const line of display.split('\n')) {
    const [, role, text = ''] = /^(system|user|assistant|tool): ?(.*)$/.exec(line) ?? [];
    const last = messages.at(-1);
    if (role) messages.push({ role, content: text });
    else if (last) last.content += `\n${line}`;
  }
  return messages.map(({ role, content }) => ({ role, content: content.trim() === 'None' ? null : content.trim() }));
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
};

const MESSAGE_FIELDS = namesIn(`
  role content tool_calls tool_call_id name function_call reasoning_content reasoning refusal channels tool_results reasoning_details thinking
  tool_plan images audio tool_name error
`);

const REQUEST_KEYS = [
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'tool_choice',
  'parallel_tool_calls',
  'response_format',
  'reasoning_effort',
  'seed',
  'stop',
  'metadata',
] as const;
/** And what training sets have beside them. */
const REQUEST_FIELDS = [...REQUEST_KEYS, 'task_id', 'reward', 'trial', 'label'];

export function parseChat(source: Source, format: string, report: Report): Transcript[] | ImportError {
  const raw = locate(source, (line, path) => report({ ...UNREAD_RECORD, ...compact({ line, path }) }));
  const conversations = raw.map((conversation, i) => readConversation(conversation, i, format, report)).filter((t) => t.messages.length > 0);
  if (conversations.length > 0) return conversations;
  return importError('no-messages', { key: 'import-no-message' }, expectsFormat('openai-chat'), { path: '$' });
}

export function readConversation(raw: RawConversation, index: number, format: string, report: Report): Transcript {
  const reader = new MessageReader(raw, report);
  const messages = [...readAround(raw), ...reader.readAll(raw.messages, 'm')];
  const answer = raw.response && reader.response(raw.response, raw.messages.length);
  if (answer) messages.push(answer);
  readTagged(messages);
  const { header } = raw;
  const model = filled(header.model) ?? (raw.response && filled(raw.response.model));
  const window = windowOf(header.context_window);
  const extra = Object.fromEntries(
    REQUEST_FIELDS.filter((key) => header[key] !== undefined && header[key] !== null).map((key) => [key, header[key]]),
  );
  const last = messages.at(-1);
  const branches = raw.rejected
    ? [{ id: 'rejected', ...(last && { forkedFrom: last.id }), messages: reader.readAll(raw.rejected, 'rejected-') }]
    : [];
  return finishTranscript(
    {
      id: raw.id ?? `conversation-${index + 1}`,
      title: raw.title,
      format,
      model,
      window,
      tools: readTools(header, report, placeOfTools(raw)),
      messages,
      branches,
      extra,
    },
    report,
  );
}

function readAround({ header, messages, line, path }: RawConversation): readonly Draft[] {
  const origin = placeAt(line, path);
  const [first] = messages;
  const system =
    isObject(first) && (first.role === 'system' || first.role === 'developer') ? undefined : textIn(header.system_prompt ?? header.system);
  const documents = Array.isArray(header.documents) ? resultContent(header.documents) : [];
  return [
    ...(system ? [{ id: 'system', role: 'system', parts: [{ type: 'text', text: system }], origin } as const] : []),
    ...(documents.length > 0 ? [{ id: 'documents', role: 'user', synthetic: true, parts: documents, origin } as const] : []),
  ];
}

function toolsIn(text: string, report: Report, place: Origin): unknown {
  if (text.trim() === '') return undefined;
  const read = flatJson(text);
  if (!read) report({ code: 'unread-tools', message: 'Tool definitions that are not JSON were left out.', ...place });
  else if (read.replaced > 0) report({ ...deepValues(read.replaced), ...place });
  return read?.value;
}

export const placeOfTools = ({ line, path }: Origin): Origin => ({
  ...(line !== undefined && { line }),
  path: `${(path ?? '$').replace(/\.(?:messages|messages_display|traj)$/, '')}.tools`,
});

export function readTools(header: JsonObject, report: Report, place: Origin): ToolDefinition[] {
  const given = typeof header.tools === 'string' ? toolsIn(header.tools, report, place) : (header.tools ?? header.functions);
  return objectsOf(given).flatMap((tool) => {
    const inner = isObject(tool.function) ? tool.function : tool;
    const name = filled(inner.name) ?? filled(inner.type);
    if (!name) return [];
    const schema = inner.parameters ?? inner.input_schema;
    return [{ name, ...(filled(inner.description) && { description: filled(inner.description)! }), ...(schema !== undefined && { schema }) }];
  });
}

class MessageReader {
  private readonly raw: RawConversation;
  private readonly report: Report;
  private calls = 0;
  private place: Origin = {};

  constructor(raw: RawConversation, report: Report) {
    this.raw = raw;
    this.report = report;
  }

  readAll(values: readonly unknown[], prefix: string): Draft[] {
    const messages: Draft[] = [];
    for (let i = 0; i < values.length; i++) {
      const message = this.read(values[i], `${prefix}${i + 1}`, i);
      if (message) messages.push(message);
    }
    return messages;
  }

  read(value: unknown, id: string, index: number): Draft | undefined {
    const origin: { line?: number; path: string } = { path: `${this.raw.path}[${index}]` };
    if (this.raw.line !== undefined) origin.line = this.raw.line;
    this.place = origin;
    if (!isObject(value)) {
      this.report({ ...UNREAD_MESSAGE, ...origin });
      return undefined;
    }
    const given = textOf(value.role) ?? '';
    const known = Object.hasOwn(ROLES, given.toLowerCase()) ? ROLES[given.toLowerCase()] : undefined;
    if (!known && !isObject(value.tool_results) && !('content' in value) && !('tool_calls' in value)) {
      this.report({ ...UNREAD_MESSAGE, ...origin });
      return undefined;
    }
    if (!known) this.report({ ...unknownRole(given), ...origin });
    const role = isObject(value.tool_results) ? 'tool' : (known ?? 'user');
    const parts: Part[] = [];
    if (role === 'tool') this.toolParts(value, given, parts);
    else {
      this.reasoning(value, parts);
      this.content(value.content, parts);
      parts.push(...texts(objectOf(value.audio).transcript));
      for (const image of listOf(value.images)) parts.push(...(filled(image) ? [imagePart(filled(image)!, 'image/png')] : this.part(image)));
      parts.push(...texts(value.refusal));
      this.callParts(value, parts);
    }
    const message: Draft = { id, role, parts, origin };
    if (role !== 'tool' && filled(value.name)) message.name = filled(value.name);
    const ts = isoTime(value.timestamp ?? value.created_at);
    if (ts !== undefined) message.ts = ts;
    if (role === 'assistant' && filled(value.model)) message.model = filled(value.model);
    const extra = otherFields(value, MESSAGE_FIELDS);
    if (given === 'developer') message.extra = { ...extra, role: given };
    else if (extra) message.extra = extra;
    return message;
  }

  response(response: JsonObject, index: number): Draft | undefined {
    const choices = objectsOf(response.choices);
    if (choices.length > 1)
      this.report({ code: 'other-choices', message: 'Further choices of a response were left out.', count: choices.length - 1 });
    const given = choices[0]?.message ?? (filled(choices[0]?.text) ? { content: choices[0]!.text } : undefined);
    const message = isObject(given) ? this.read({ role: 'assistant', ...given }, `m${index + 1}`, index) : undefined;
    if (!message) return undefined;
    message.model = filled(response.model);
    message.usage = chatUsage(response.usage, this.report, this.place);
    return compact(message);
  }

  private reasoning(value: JsonObject, parts: Part[]): void {
    const channel = isObject(value.channels)
      ? objectsOf(value.channels.reasoning)
          .map((part) => textOf(part.text) ?? '')
          .join('\n')
      : '';
    const stated = filled(value.reasoning_content) ?? filled(value.reasoning) ?? filled(value.thinking) ?? filled(value.tool_plan);
    const text = stated ?? filled(channel) ?? filled(textIn(value.reasoning_details));
    parts.push(...thoughts(text));
  }

  private content(content: unknown, parts: Part[]): void {
    if (typeof content === 'string') parts.push(...texts(content));
    else if (Array.isArray(content)) {
      for (const part of content as readonly unknown[]) {
        if (typeof part === 'string') this.content(part, parts);
        else parts.push(...this.part(part));
      }
    } else if (isObject(content)) parts.push(...this.part(content));
  }

  private part(part: unknown): Part[] {
    if (!isObject(part)) return [];
    const type = textOf(part.type) ?? '';
    if (type === 'image_url' || type === 'input_image') {
      const url = isObject(part.image_url) ? filled(part.image_url.url) : filled(part.image_url);
      if (url) return [imagePart(url)];
    }
    if (type === 'input_audio' && isObject(part.input_audio) && filled(part.input_audio.data)) {
      return [filePart(filled(part.input_audio.data)!, `audio/${filled(part.input_audio.format) ?? 'wav'}`)];
    }
    if (type === 'file' || type === 'input_file') {
      const file = isObject(part.file) ? part.file : part;
      const source = filled(file.file_data) ?? filled(file.file_id) ?? filled(file.file_url);
      if (source) return [filePart(source, undefined, filled(file.filename))];
    }
    const text = textOf(part.text) ?? textOf(part.refusal) ?? textOf(part.value);
    if (text === undefined) {
      const read = readAnyPart(part);
      if (read) {
        this.calls += read.filter((one) => one.type === 'tool-call').length;
        return [...read];
      }
      this.report({ ...unknownPart(typeOfPart(part)), ...this.place });
      return [];
    }
    if (type === 'reasoning' || type === 'thinking') return [{ type: 'reasoning', text }];
    if (type === 'tool_call') this.foreignCall();
    return texts(text);
  }

  private foreignCall(): void {
    this.report({ code: 'foreign-call', message: "Calls in a notation that is not OpenAI's were kept as text.", ...this.place });
  }

  private callParts(value: JsonObject, parts: Part[]): void {
    if (Array.isArray(value.tool_calls)) {
      for (const call of value.tool_calls as readonly unknown[]) {
        if (!isObject(call)) continue;
        const named = typeof call.function === 'string' ? { ...call, name: call.function } : call;
        parts.push(this.call(textOf(call.id) ?? '', isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : named));
      }
    } else if (isObject(value.tool_calls)) {
      for (const call of Object.values(value.tool_calls)) {
        const params = objectOf(objectOf(call).params);
        this.foreignCall();
        parts.push({ type: 'text', text: `${filled(params.name) ?? 'tool'} ${jsonText(params.arguments)}` });
      }
    }
    if (isObject(value.function_call)) parts.push(this.call('', value.function_call));
  }

  private call(id: string, inner: JsonObject): Part {
    this.calls++;
    return callOf(id, inner.name, inner.arguments ?? inner.input ?? inner.args);
  }

  private toolParts(value: JsonObject, role: string, parts: Part[]): void {
    if (isObject(value.tool_results)) {
      for (const result of Object.values(value.tool_results)) if (isObject(result)) this.content(result.content, parts);
      return;
    }
    const content: Part[] = [];
    this.content(value.content, content);
    const callId = filled(value.tool_call_id) ?? '';
    if (callId === '' && this.calls === 0) {
      for (const part of content) parts.push(part);
      return;
    }
    const kept = content.filter(isPiece);
    // Results without an id pair in order; only the older function role names the call it answers.
    const name = filled(value.tool_name) ?? (callId !== '' || role === 'function' ? filled(value.name) : undefined);
    const error = filled(value.error);
    if (error !== undefined && kept.length === 0) kept.push({ type: 'text', text: error });
    parts.push(resultOf(callId, kept, { name, isError: error !== undefined }));
  }
}

export const CHAT_CARRIES: FormatCapabilities = {
  ...REQUEST_CARRIES,
  reasoning: 'own',
  plainReasoning: true,
  family: ['openai-chat', 'openai-finetune'],
  media: 'user',
  references: /^file-/,
  isError: false,
  names: true,
  parts: 'grouped',
};

const OWN_KEYS: ReadonlySet<string> = new Set(REQUEST_KEYS);
/** Keys of a message that are its own: `weight` is fine-tuning's. */
const MESSAGE_KEYS: ReadonlySet<string> = new Set(['role', 'weight']);

/** The fields that the provider knows; what a program added to them is not written. */
function ownFields(fields: Transcript['extra'], known: ReadonlySet<string>, report: Report): Transcript['extra'] {
  const foreign = Object.keys(fields ?? {}).filter((key) => !known.has(key)).length;
  if (foreign === 0) return fields;
  report({ code: 'foreign-field', message: 'Fields that the provider does not know were left out.', count: foreign });
  return Object.fromEntries(Object.entries(fields!).filter(([key]) => known.has(key)));
}

export function chatBody(transcript: Transcript, report: Report): Readonly<Record<string, unknown>> {
  return chatBodyOf(transcript, CHAT_CARRIES, report);
}

export function chatBodyOf(transcript: Transcript, carries: FormatCapabilities, report: Report): Readonly<Record<string, unknown>> {
  const messages = prepareMessages(transcript, carries, report);
  const own = carries.family.includes(transcript.format);
  const id = callIds(messages);
  return {
    ...(transcript.model && { model: transcript.model }),
    ...(own && ownFields(transcript.extra, OWN_KEYS, report)),
    messages: messages.map((message) => chatMessage(message, own, id, report)),
    ...(transcript.tools.length > 0 && { tools: chatTools(transcript.tools, report) }),
  };
}

const chatTools = (tools: readonly ToolDefinition[], report: Report): readonly unknown[] =>
  tools.map((tool) => ({
    type: 'function',
    function: {
      name: toolName(tool.name, report),
      ...(tool.description && { description: tool.description }),
      parameters: objectSchema(tool.schema, report),
    },
  }));

function chatMessage(message: Message, own: boolean, id: (id: string) => string, report: Report): Readonly<Record<string, unknown>> {
  const extra = own ? ownFields(message.extra, MESSAGE_KEYS, report) : undefined;
  if (message.role === 'tool') {
    const result = message.parts.find((part) => part.type === 'tool-result');
    return { ...extra, role: 'tool', tool_call_id: id(result?.callId ?? ''), content: chatContent(result?.content ?? [], false) };
  }
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const reasoning = message.parts.find((part) => part.type === 'reasoning');
  const rest = message.parts.filter((part) => part.type !== 'tool-call' && part.type !== 'reasoning');
  return {
    ...extra,
    role: message.role === 'system' && extra?.role === 'developer' ? 'developer' : message.role,
    ...(message.name && { name: speakerName(message.name) }),
    content: rest.length === 0 && calls.length > 0 ? null : chatContent(rest, message.role === 'user'),
    ...(reasoning && { reasoning_content: reasoning.text }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: id(call.id),
        type: 'function',
        function: { name: toolName(call.name, report), arguments: argsText(call.args, report) },
      })),
    }),
  };
}

function chatContent(parts: readonly Part[], media: boolean): unknown {
  if (parts.length === 0) return '';
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'text') return first.text;
  return parts.flatMap((part): unknown[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (!media) return [];
    const url = part.type === 'image' || part.type === 'file' ? mediaUrl(part) : undefined;
    if (url === undefined) return [];
    if (part.type === 'image') return [{ type: 'image_url', image_url: { url } }];
    if (part.type !== 'file') return [];
    const audio = /^audio\/(wav|mp3)$/.exec(part.mime ?? '');
    if (audio && part.data !== undefined) return [{ type: 'input_audio', input_audio: { data: part.data, format: audio[1] } }];
    if (part.data === undefined) return url.startsWith('file-') ? [{ type: 'file', file: { file_id: url } }] : [{ type: 'text', text: url }];
    return [{ type: 'file', file: { ...(part.name && { filename: part.name }), file_data: url } }];
  });
}

/** The API allows neither white space nor `<|\\/>` in a speaker's name. */
export const speakerName = (name: string): string => name.replace(/[\s<|\\/>]+/g, '_').slice(0, 64);

const SAMPLE = 50;
const ANTHROPIC_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'image', 'document', 'server_tool_use', 'compaction']);
const OPENAI_PARTS = new Set(['image_url', 'input_audio', 'refusal']);

/**
 * Confidence that messages are in Chat Completions notation: roles and contents are weak evidence, calls and parts are conclusive; other
 * notations' parts speak against it, a little where its own calls are beside them.
 */
export function chatConfidence(messages: readonly unknown[]): number {
  let confidence = 0;
  let foreign = false;
  for (const message of messages.slice(0, SAMPLE)) {
    if (!isObject(message) || typeof message.role !== 'string') continue;
    if (Array.isArray(message.parts)) return 0.1;
    const parts = listOf(message.content).filter(isObject);
    foreign ||= parts.some(({ type }) => typeof type !== 'string' || ANTHROPIC_BLOCKS.has(type));
    if (isOwn(message) || parts.some(({ type }) => typeof type === 'string' && OPENAI_PARTS.has(type))) confidence = 0.9;
    if ('content' in message) confidence = Math.max(confidence, message.role === 'system' || message.role === 'tool' ? 0.7 : 0.5);
  }
  if (!foreign) return confidence;
  return confidence === 0.9 ? 0.6 : Math.min(confidence, 0.2);
}

const isOwn = ({ tool_calls: calls, function_call: call, tool_call_id: id, role }: JsonObject): boolean =>
  (Array.isArray(calls) && calls.some(isObject)) || isObject(call) || typeof id === 'string' || role === 'developer';

function detect(source: Source): number {
  let best = 0;
  for (const conversation of locate(source, undefined, 5)) {
    if (conversation.response) return 0.85;
    best = Math.max(best, chatConfidence(conversation.messages));
  }
  return best;
}

export const openaiChat: Format = {
  id: 'openai-chat',
  evidence: 'recorded',
  extension: 'json',
  carries: CHAT_CARRIES,
  detect,
  parse: (source, report) => parseChat(source, 'openai-chat', report),
  serialize: (transcript, report) => `${JSON.stringify(chatBody(transcript, report), null, 2)}\n`,
};

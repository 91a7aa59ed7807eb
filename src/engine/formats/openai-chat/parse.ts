import { flatJson } from '../../transcript/transcript-json.ts';
import type { Origin, Part, Result, Role, ToolDefinition, Transcript, Usage } from '../../transcript/types.ts';
import type { ImportError, Report, Source } from '../contract.ts';
import { deepValues, refused } from '../format-report.ts';
import { finishTranscript, type Draft } from '../finish.ts';
import { compact, filled, isObject, isoTime, jsonText, listOf, objectsOf, otherFields, textOf, windowOf, type JsonObject } from '../json.ts';
import { filePart, imagePart } from '../format-parts.ts';
import { usageFrom } from '../usage.ts';
import { locate, type RawConversation } from './locate.ts';
import { readAnyPart, resultContent, textIn, typeOfPart, unknownPart } from '../any-part.ts';
import { readTagged } from '../tagged.ts';

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

const MESSAGE_FIELDS = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'name',
  'function_call',
  'reasoning_content',
  'reasoning',
  'refusal',
  'channels',
  'tool_results',
  'reasoning_details',
  'thinking',
  'tool_plan',
  'images',
  'audio',
  'tool_name',
  'error',
]);

const REQUEST_FIELDS = [
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
  'task_id',
  'reward',
  'trial',
  'label',
];

export function parseChat(source: Source, format: string, report: Report): Result<Transcript[], ImportError> {
  const raw = locate(source, (line, path) =>
    report({
      code: 'unread-record',
      message: 'Records hold no messages and were skipped.',
      ...(line !== undefined && { line }),
      ...(path !== undefined && { path }),
    }),
  );
  const conversations = raw.map((conversation, i) => readConversation(conversation, i, format, report)).filter((t) => t.messages.length > 0);
  if (conversations.length === 0) return refused('no-messages', { key: 'import-no-message' }, { key: 'expects-chat-messages' }, { path: '$' });
  return { ok: true, value: conversations };
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
      ...(raw.title && { title: raw.title }),
      format,
      ...(model && { model }),
      ...(window !== undefined && { window }),
      tools: readTools(header, report, placeOfTools(raw)),
      messages,
      compactions: [],
      branches,
      subagents: [],
      ...(Object.keys(extra).length > 0 && { extra }),
    },
    report,
  );
}

function readAround({ header, messages, line, path }: RawConversation): readonly Draft[] {
  const origin = { ...(line !== undefined && { line }), path };
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
      this.report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
      return undefined;
    }
    const given = textOf(value.role) ?? '';
    const known = Object.hasOwn(ROLES, given.toLowerCase()) ? ROLES[given.toLowerCase()] : undefined;
    if (!known && !isObject(value.tool_results) && !('content' in value) && !('tool_calls' in value)) {
      this.report({ code: 'unread-message', message: 'Entries that are not messages were skipped.', ...origin });
      return undefined;
    }
    if (!known)
      this.report({ code: 'unknown-role', message: `Messages with the role "${given.slice(0, 40)}" were read as user messages.`, ...origin });
    const role = isObject(value.tool_results) ? 'tool' : (known ?? 'user');
    const parts: Part[] = [];
    if (role === 'tool') this.toolParts(value, given, parts);
    else {
      this.reasoning(value, parts);
      this.content(value.content, parts);
      if (isObject(value.audio) && filled(value.audio.transcript)) parts.push({ type: 'text', text: filled(value.audio.transcript)! });
      for (const image of listOf(value.images)) parts.push(...(filled(image) ? [imagePart(filled(image)!, 'image/png')] : this.part(image)));
      if (filled(value.refusal)) parts.push({ type: 'text', text: filled(value.refusal)! });
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
    message.usage = readUsage(response.usage, this.report, this.place);
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
    if (text) parts.push({ type: 'reasoning', text });
  }

  private content(content: unknown, parts: Part[]): void {
    if (typeof content === 'string') {
      if (content !== '') parts.push({ type: 'text', text: content });
    } else if (Array.isArray(content)) {
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
    return text === '' ? [] : [{ type: 'text', text }];
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
        const params = isObject(call) && isObject(call.params) ? call.params : {};
        this.foreignCall();
        parts.push({ type: 'text', text: `${filled(params.name) ?? 'tool'} ${jsonText(params.arguments)}` });
      }
    }
    if (isObject(value.function_call)) parts.push(this.call('', value.function_call));
  }

  private call(id: string, inner: JsonObject): Part {
    this.calls++;
    const args = inner.arguments ?? inner.input ?? inner.args;
    return { type: 'tool-call', id, name: textOf(inner.name) ?? '', args: typeof args === 'string' ? args : jsonText(args ?? {}) };
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
    const kept = content.filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'file');
    // Results without an id pair in order; only the older function role names the call it answers.
    const name = filled(value.tool_name) ?? (callId !== '' || role === 'function' ? filled(value.name) : undefined);
    const error = filled(value.error);
    if (error !== undefined && kept.length === 0) kept.push({ type: 'text', text: error });
    parts.push({ type: 'tool-result', callId, ...(name && { name }), content: kept, ...(error !== undefined && { isError: true }) });
  }
}

function readUsage(usage: unknown, report: Report, place: Origin): Usage | undefined {
  if (!isObject(usage) || usage.prompt_tokens === undefined) return undefined;
  const details = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const counts = {
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    cacheRead: details.cached_tokens,
    cacheWrite: details.cache_write_tokens,
  };
  const read = usageFrom(counts, report, place);
  return read && { ...read, input: Math.max(0, read.input - read.cacheRead - read.cacheWrite) };
}

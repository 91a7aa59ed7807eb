/** Model calls of a trace → conversations. Every call repeats its whole history, so a conversation is a call that no later one goes on from. */
import type { Origin, Transcript, Usage } from '../../transcript/types.ts';
import { anthropicMessages } from '../anthropic-messages/index.ts';
import type { Format, ImportError, Report, Source } from '../contract.ts';
import type { Draft } from '../finish.ts';
import { compact, filled, isObject, type JsonObject, jsonText, listOf, objectOf, objectsOf, textOf, tryJson } from '../json.ts';
import { langchain } from '../langchain/index.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { openaiResponses } from '../openai-responses/index.ts';
import { importError, UNREAD_RECORD } from '../encoding.ts';
import { readAs } from '../lists.ts';

export interface Side {
  readonly messages: readonly unknown[];
  readonly header: JsonObject;
}

const NOTHING: Side = { messages: [], header: {} };

export function opened(value: unknown): unknown {
  let open = value;
  for (let layer = 0; layer < 2 && typeof open === 'string' && /^\s*[[{"]/.test(open); layer++) {
    const read = tryJson(open);
    if (read === undefined) break;
    open = read;
  }
  return open;
}

const first = (list: readonly unknown[]): readonly unknown[] => (list.length > 0 && Array.isArray(list[0]) ? (list[0] as readonly unknown[]) : list);

const said = (role: string, content: unknown): JsonObject => ({ role, content });

export function inputOf(value: unknown): Side {
  const input = opened(value);
  if (Array.isArray(input)) return sideOf(first(input), {});
  if (typeof input === 'string') return input === '' ? NOTHING : sideOf([said('user', input)], {});
  if (!isObject(input)) return NOTHING;
  for (const name of ['messages', 'input', 'contents', 'prompt', 'chat_history']) {
    const inner = opened(input[name]);
    if (Array.isArray(inner)) return sideOf(first(inner), input);
    if (typeof inner === 'string' && inner !== '') return sideOf([said('user', inner)], input);
  }
  return isMessage(input) ? sideOf([input], {}) : NOTHING;
}

export function outputOf(value: unknown): Side {
  const output = opened(value);
  if (typeof output === 'string') return output === '' ? NOTHING : sideOf([said('assistant', output)], {});
  if (Array.isArray(output)) return sideOf(first(output).map(answer), {});
  if (!isObject(output)) return NOTHING;
  if (Array.isArray(output.choices)) return sideOf([choice(output.choices[0])], output);
  if (Array.isArray(output.generations)) return sideOf(first(output.generations).slice(0, 1).map(generation), output);
  if (Array.isArray(output.candidates))
    return sideOf(
      objectsOf(output.candidates)
        .slice(0, 1)
        .map(({ content }) => content),
      output,
    );
  if (output.object === 'response' || (Array.isArray(output.output) && !isMessage(output))) return sideOf(listOf(output.output), output);
  if (Array.isArray(output.messages)) return sideOf(first(output.messages), {});
  if (isMessage(output)) return sideOf([output], {});
  for (const name of ['message', 'output', 'text', 'completion', 'response']) if (output[name]) return outputOf(output[name]);
  return output.content === undefined && output.tool_calls === undefined ? NOTHING : sideOf([{ ...output, role: 'assistant' }], {});
}

const answer = (value: unknown): unknown => (typeof value === 'string' ? said('assistant', value) : value);
const choice = (value: unknown): unknown => (isObject(value) ? (value.message ?? said('assistant', value.text)) : value);
const generation = (value: unknown): unknown => (isObject(value) ? (value.message ?? said('assistant', value.text)) : value);

const isMessage = (value: JsonObject): boolean =>
  typeof value.role === 'string' || value.lc === 1 || (typeof value.type === 'string' && 'content' in value);

function sideOf(messages: readonly unknown[], header: JsonObject): Side {
  const tools: unknown[] = [];
  const read: unknown[] = [];
  for (const value of messages) {
    const message = opened(value);
    // Langfuse's LangChain handler appends the tools that a call was given as messages of the role `tool`.
    if (isObject(message) && message.role === 'tool' && isObject(message.content) && message.content.type === 'function') tools.push(message.content);
    else read.push(...(isObject(message) ? asChat(message) : [message]));
  }
  return { messages: withRoles(read), header: tools.length > 0 ? { ...header, tools } : header };
}

function withRoles(messages: readonly unknown[]): readonly unknown[] {
  const called = new Set<unknown>();
  return messages.map((message) => {
    if (!isObject(message)) return message;
    for (const call of objectsOf(message.tool_calls)) called.add(isObject(call.function) ? call.function.name : call.name);
    return called.has(message.role) ? { ...message, role: 'function', name: message.role } : message;
  });
}

function asChat(message: JsonObject): readonly unknown[] {
  const event = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(textOf(message['event.name']) ?? '');
  if (message['event.name'] === 'gen_ai.choice') return isObject(message.message) ? asChat({ role: 'assistant', ...message.message }) : [];
  if (event) {
    const { 'event.name': _, ...rest } = message;
    return asChat({
      ...rest,
      role: filled(message.role) ?? event[1]!,
      ...(event[1] === 'tool' && message.id !== undefined && { tool_call_id: message.id }),
    });
  }
  if (Array.isArray(message.parts) && objectsOf(message.parts).some(isSpanPart)) return fromParts(message);
  if (typeof message.role !== 'string') return [message];
  const kwargs = objectOf(message.additional_kwargs);
  if (message.tool_calls === undefined && Array.isArray(kwargs.tool_calls)) return [{ ...message, tool_calls: kwargs.tool_calls }];
  if (message.role === 'tool' && (isObject(message.content) || isData(message.content))) return [{ ...message, content: jsonText(message.content) }];
  return [message];
}

/** A list that is the data of a result, not parts of a message. */
const isData = (content: unknown): boolean =>
  Array.isArray(content) && content.length > 0 && !content.some((part) => isObject(part) && typeof part.type === 'string');

const isSpanPart = (part: JsonObject): boolean =>
  (part.type === 'text' && part.text === undefined) ||
  ['tool_call', 'tool_call_response', 'blob', 'uri'].includes(String(part.type)) ||
  (part.type === 'reasoning' && 'content' in part);

const asText = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonText(value));

function fromParts(message: JsonObject): readonly JsonObject[] {
  const content: JsonObject[] = [];
  const calls: JsonObject[] = [];
  const reasoning: string[] = [];
  const results: JsonObject[] = [];
  for (const part of objectsOf(message.parts)) {
    if (part.type === 'tool_call')
      calls.push({ id: part.id ?? '', type: 'function', function: { name: part.name ?? '', arguments: asText(opened(part.arguments)) || '{}' } });
    else if (part.type === 'tool_call_response') {
      const value = part.response ?? part.result ?? part.content;
      results.push(compact({ role: 'tool', tool_call_id: filled(part.id), name: filled(part.name), content: asText(value) }));
    } else if (part.type === 'reasoning' || part.type === 'thinking') reasoning.push(asText(part.content));
    else if (part.type === 'blob' || part.type === 'uri') content.push(mediaPart(part));
    else content.push({ type: 'text', text: asText(part.content ?? part.text) });
  }
  const own: JsonObject[] = [];
  if (content.length > 0 || calls.length > 0 || reasoning.length > 0) {
    const texts = content.every((part) => part.type === 'text');
    own.push({
      role: message.role,
      content: texts ? content.map((part) => part.text).join('\n') : content,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n') }),
    });
  }
  return [...results, ...own];
}

function mediaPart(part: JsonObject): JsonObject {
  const mime = filled(part.mime_type) ?? 'application/octet-stream';
  const source = filled(part.uri) ?? `data:${mime};base64,${textOf(part.content) ?? textOf(part.data) ?? ''}`;
  return mime.startsWith('image/') || part.modality === 'image'
    ? { type: 'image_url', image_url: { url: source } }
    : { type: 'file', file: { file_data: source } };
}

const ITEM = /^(?:function_call|function_call_output|custom_tool_call|custom_tool_call_output|reasoning|web_search_call|compaction)$/;
const isItem = (value: unknown): boolean => isObject(value) && value.role === undefined && ITEM.test(textOf(value.type) ?? '');

function bodyOf(messages: readonly unknown[], header: JsonObject): JsonObject {
  const { tools, instructions, system, systemInstruction, model } = header;
  const list = messages.filter((message) => message !== undefined && message !== null);
  if (list.some(isItem)) return compact({ model: model ?? '', instructions, tools, input: list });
  if (list.some((message) => isObject(message) && Array.isArray(message.parts) && message.id === undefined && message.content === undefined))
    return compact({ contents: list, systemInstruction, tools, model });
  return compact({ model, system, tools, messages: typeof instructions === 'string' ? [said('system', instructions), ...list] : list });
}

const isAnswer = (value: unknown): boolean =>
  isObject(value) &&
  (['assistant', 'model', 'ai', 'AIMessageChunk'].includes(String(value.role ?? value.type)) ||
    String(listOf(value.id).at(-1) ?? '').startsWith('AIMessage'));

function answersIn(messages: readonly unknown[]): number {
  let answers = 0;
  let inside = false;
  for (const message of messages) {
    const item = isItem(message) && isObject(message) && !String(message.type).endsWith('_output');
    const one = item || isAnswer(message);
    if (one && !(inside && messages.some(isItem))) answers++;
    inside = one;
  }
  return answers;
}

export interface ModelCall {
  readonly group: string;
  readonly title?: string;
  /** ISO 8601. */
  readonly ts?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly input: Side;
  readonly output: Side;
  readonly header: JsonObject;
  readonly origin: Origin;
}

const NOTATIONS: readonly Format[] = [langchain, anthropicMessages, openaiResponses, openaiChat];

interface Node {
  readonly next: Map<string, Node>;
  ends?: CallLink;
}

interface CallLink {
  readonly call: ModelCall;
  readonly previous: CallLink | undefined;
  last: boolean;
}

export function conversationsOfCalls(calls: readonly ModelCall[], format: string, report: Report): Transcript[] | ImportError {
  const found: Transcript[] = [];
  const given = new Map<string, number>();
  for (const leaf of leaves(calls)) {
    const transcript = readCall(leaf, format, report);
    if (!transcript || transcript.messages.length === 0) continue;
    const number = (given.get(leaf.call.group) ?? 0) + 1;
    given.set(leaf.call.group, number);
    found.push({
      ...transcript,
      id: number === 1 ? leaf.call.group : `${leaf.call.group}-${number}`,
      ...(leaf.call.title && { title: leaf.call.title }),
    });
  }
  if (found.length > 0) return found;
  return importError('no-messages', { key: 'import-no-message' }, { key: 'expects-model-calls' }, { path: '$' });
}

const fingerprint = (message: unknown): string =>
  JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' || key === 'finish_reason' || value === null ? undefined : value)) ?? '';

function leaves(calls: readonly ModelCall[]): readonly CallLink[] {
  const order = new Map(calls.map((call, i) => [call, i]));
  const shortFirst = [...calls].sort((a, b) => a.input.messages.length - b.input.messages.length || (a.ts ?? '').localeCompare(b.ts ?? ''));
  const roots = new Map<string, Node>();
  const linked: CallLink[] = [];
  const seen = new Set<string>();
  for (const call of shortFirst) {
    const prints = call.input.messages.map(fingerprint);
    const whole = `${call.group}\n${prints.join('\n')}\n→${call.output.messages.map(fingerprint).join('\n')}`;
    if (prints.length === 0 || seen.has(whole)) continue;
    seen.add(whole);
    let node = roots.get(call.group) ?? { next: new Map<string, Node>() };
    roots.set(call.group, node);
    let previous: CallLink | undefined;
    for (const [i, print] of prints.entries()) {
      // A call with the same input is a second attempt, not what came before.
      if (node.ends && i > 0) previous = node.ends;
      const next: Node = node.next.get(print) ?? { next: new Map() };
      node.next.set(print, next);
      node = next;
    }
    if (previous) previous.last = false;
    const link: CallLink = { call, previous, last: true };
    node.ends = link;
    linked.push(link);
  }
  return linked
    .filter(({ last }) => last)
    .map((link) => ({ link, first: rootOf(link) }))
    .sort((a, b) => (a.first.ts ?? '').localeCompare(b.first.ts ?? '') || order.get(a.first)! - order.get(b.first)!)
    .map(({ link }) => link);
}

function rootOf(link: CallLink): ModelCall {
  let at = link;
  while (at.previous) at = at.previous;
  return at.call;
}

function readCall(leaf: CallLink, format: string, report: Report): Transcript | undefined {
  const { call } = leaf;
  const header = { ...call.input.header, ...call.output.header, ...call.header, ...(call.model && { model: call.model }) };
  const all = [...call.input.messages, ...call.output.messages];
  const place = (warning: Parameters<Report>[0]): void => report({ ...call.origin, ...warning });
  const read = readBody(bodyOf(all, header), place);
  if (!read) {
    place({ ...UNREAD_RECORD });
    return undefined;
  }
  const answers = read.messages.filter(({ role }) => role === 'assistant') as Draft[];
  if (answers.length === answersIn(all)) {
    for (let at: CallLink | undefined = leaf; at; at = at.previous) {
      const message = answers[answersIn(at.call.input.messages)];
      if (!message) continue;
      const { ts, model, usage } = at.call;
      Object.assign(message, { ...(ts && { ts }), ...(model && { model }), ...(usage && { usage }) });
    }
  }
  for (const message of read.messages as readonly Draft[]) message.origin = call.origin;
  return { ...read, format, ...(call.model && { model: call.model }) };
}

function readBody(body: JsonObject, report: Report): Transcript | undefined {
  const source: Source = { name: '', container: 'json', text: '', head: '', records: [{ value: body, path: '$' }], warnings: [] };
  const ranked = NOTATIONS.map((format) => ({ format, confidence: format.detect(source) })).sort((a, b) => b.confidence - a.confidence);
  for (const { format, confidence } of ranked) {
    if (confidence < 0.3) break;
    const parsed = readAs(format, source, report);
    if (parsed.ok) return parsed.value[0];
  }
  return undefined;
}

export const objectAt = (value: unknown, ...path: readonly string[]): JsonObject => {
  let at: unknown = value;
  for (const key of path) at = isObject(at) ? at[key] : undefined;
  return objectOf(at);
};

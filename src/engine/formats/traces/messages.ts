/** What traces hold of a model call: its messages, in whatever notation the traced library has, stringified once or twice. */
import { compact, filled, isObject, jsonText, listOf, objectsOf, textOf, tryJson, type JsonObject } from '../json.ts';

/** The messages of one side of a call, and the fields around them (`tools`, `system`, `instructions`). */
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
  const kwargs = isObject(message.additional_kwargs) ? message.additional_kwargs : {};
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

export function bodyOf(messages: readonly unknown[], header: JsonObject): JsonObject {
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

export function answersIn(messages: readonly unknown[]): number {
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

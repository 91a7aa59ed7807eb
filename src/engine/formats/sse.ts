import { isResponseEvent, responsesOf } from './openai-responses/responses-items.ts';
import type { Warning } from '../transcript/types.ts';
import type { SourceRecord } from './contract.ts';
import { filled, isObject, type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf, tryJson } from './json.ts';

/**
 * Reassembles a captured event stream (`data: {…}` lines): Chat Completions chunks become messages, Anthropic events a response message, events of
 * OpenAI Responses the responses; chunks of Gemini stay a list, which its format puts together. Undefined for any other text.
 */
export function assembleStream(text: string): { readonly records: readonly SourceRecord[]; readonly warnings: readonly Warning[] } | undefined {
  const events: JsonObject[] = [];
  const unread: number[] = [];
  const lines = text.split('\n');
  lines.forEach((raw, i) => {
    const data = /^\s*data:\s?(.*?)\r?$/.exec(raw)?.[1];
    if (data === undefined || data.trim() === '' || data.trim() === '[DONE]') return;
    const value = tryJson(data);
    if (isObject(value)) events.push(value);
    else unread.push(i + 1);
  });
  const responses = events.some(isResponseEvent) ? responsesOf(events.filter(isResponseEvent)) : [];
  const gemini = events.filter((event) => Array.isArray(event.candidates));
  const messages = events.some((event) => event.type === 'message_start') ? anthropicMessages(events) : chatMessages(events);
  if (messages.length === 0 && responses.length === 0 && gemini.length === 0) return undefined;
  const warnings: Warning[] = [
    { code: 'stream-assembled', message: 'A captured event stream was put together into messages.', line: 1, count: events.length },
  ];
  if (unread.length > 0)
    warnings.push({ code: 'damaged-line', message: 'Events that are not JSON were skipped.', line: unread[0]!, count: unread.length });
  if (gemini.length > 0) return { records: [{ value: gemini, path: '$' }], warnings };
  if (responses.length > 0) return { records: responses.map((value) => ({ value, path: '$' })), warnings };
  const model = events.map((event) => filled(event.model) ?? filled(objectOf(event.message).model)).find((value) => value !== undefined);
  return { records: [{ value: { ...(model && { model }), messages }, path: '$' }], warnings };
}

interface Call {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}
interface ChatMessage {
  role: string;
  content: string;
  reasoning_content?: string;
  tool_calls?: readonly Call[];
  tool_call_id?: string;
  name?: string;
}

function chatMessages(events: readonly JsonObject[]): readonly ChatMessage[] {
  const messages: ChatMessage[] = [];
  const calls = new Map<ChatMessage, Map<number, Call>>();
  let response: string | undefined;
  for (const event of events) {
    for (const choice of objectsOf(event.choices)) {
      if (!isObject(choice.delta) || (numberOf(choice.index) ?? 0) > 0) continue;
      const delta = choice.delta;
      const role = filled(delta.role);
      const id = filled(event.id);
      let current = messages.at(-1);
      if (!current || (role && role !== current.role) || role === 'tool' || (id && response && id !== response)) {
        current = { role: role ?? 'assistant', content: '' };
        messages.push(current);
      }
      response = id ?? response;
      current.content += textOf(delta.content) ?? '';
      const reasoning = textOf(delta.reasoning_content) ?? textOf(delta.reasoning);
      if (reasoning) current.reasoning_content = (current.reasoning_content ?? '') + reasoning;
      if (filled(delta.tool_call_id)) current.tool_call_id = filled(delta.tool_call_id);
      if (filled(delta.name)) current.name = filled(delta.name);
      const own = calls.get(current) ?? new Map<number, Call>();
      calls.set(current, own);
      addCalls(own, delta.tool_calls);
    }
  }
  for (const [message, own] of calls) if (own.size > 0) message.tool_calls = [...own.values()];
  return messages;
}

function addCalls(calls: Map<number, Call>, value: unknown): void {
  objectsOf(value).forEach((part, i) => {
    const index = numberOf(part.index) ?? i;
    const call = calls.get(index) ?? { id: '', type: 'function', function: { name: '', arguments: '' } };
    calls.set(index, call);
    call.id ||= textOf(part.id) ?? '';
    const given = objectOf(part.function);
    call.function.name ||= textOf(given.name) ?? '';
    const args = given.arguments;
    call.function.arguments += typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args);
  });
}

function anthropicMessages(events: readonly JsonObject[]): readonly JsonObject[] {
  const messages: { role: string; content: Record<string, unknown>[] }[] = [];
  const partial = new Map<Record<string, unknown>, string>();
  for (const event of events) {
    const current = messages.at(-1);
    if (event.type === 'message_start' && isObject(event.message)) {
      messages.push({
        ...event.message,
        role: filled(event.message.role) ?? 'assistant',
        content: listOf(event.message.content)
          .filter(isObject)
          .map((block) => ({ ...block })),
      });
    } else if (event.type === 'content_block_start' && current && isObject(event.content_block)) {
      current.content.push({ ...event.content_block });
    } else if (event.type === 'content_block_delta' && current && isObject(event.delta)) {
      const block = current.content.at(-1);
      if (block) addDelta(block, event.delta, partial);
    } else if (event.type === 'message_delta' && current && isObject(event.usage)) {
      const before = (current as Record<string, unknown>).usage;
      Object.assign(current, { usage: { ...(isObject(before) && before), ...event.usage } });
    }
  }
  for (const [block, json] of partial) block.input = json.trim() === '' ? {} : (tryJson(json) ?? json);
  return messages;
}

function addDelta(block: Record<string, unknown>, delta: JsonObject, partial: Map<Record<string, unknown>, string>): void {
  for (const field of ['text', 'thinking', 'signature']) {
    const more = textOf(delta[field]);
    if (more !== undefined) block[field] = (textOf(block[field]) ?? '') + more;
  }
  const json = textOf(delta.partial_json);
  if (json !== undefined) partial.set(block, (partial.get(block) ?? '') + json);
}

/** Messages of one span, in each of the conventions that instrumentations write. */
import { filled, isObject, numberOf, objectsOf, tryJson, type JsonObject } from '../json.ts';
import { inputOf, opened, outputOf, type Side } from '../traces/messages.ts';
import type { Span } from './spans.ts';

export interface SpanMessages {
  readonly input: Side;
  readonly output: Side;
  readonly header: JsonObject;
}

/** Attributes `prefix.N.rest`, by N. */
function indexed(attributes: JsonObject, prefix: string): readonly JsonObject[] {
  const found: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith(`${prefix}.`)) continue;
    const [, index, rest] = /^(\d{1,5})\.(.+)$/.exec(name.slice(prefix.length + 1)) ?? [];
    if (rest === undefined) continue;
    found[Number(index)] ??= {};
    found[Number(index)]![rest] = value;
  }
  return found.filter((entry) => entry !== undefined);
}

/** `gen_ai.prompt.N.…` and `gen_ai.completion.N.…` of OpenLLMetry and its relatives. */
function openllmetry(attributes: JsonObject): SpanMessages {
  const message = (entry: JsonObject): JsonObject => {
    const calls = indexed(entry, 'tool_calls').map((call) => ({
      id: call.id ?? '',
      type: 'function',
      function: { name: call.name ?? '', arguments: call.arguments ?? '{}' },
    }));
    return {
      role: entry.role ?? 'assistant',
      content: content(entry.content),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(filled(entry.tool_call_id) && { tool_call_id: entry.tool_call_id }),
    };
  };
  const tools = indexed(attributes, 'llm.request.functions').map(({ name, description, parameters }) => tool(name, description, opened(parameters)));
  return {
    input: inputOf(indexed(attributes, 'gen_ai.prompt').map(message)),
    output: outputOf(indexed(attributes, 'gen_ai.completion').map(message)),
    header: tools.length > 0 ? { tools } : {},
  };
}

const tool = (name: unknown, description: unknown, parameters: unknown): JsonObject => ({
  type: 'function',
  function: { name, ...(filled(description) && { description }), ...(isObject(parameters) && { parameters }) },
});

/** A list of parts that was written as JSON text; any other text stays. */
function content(value: unknown): unknown {
  const parts = typeof value === 'string' && value.startsWith('[{') ? tryJson(value) : undefined;
  return Array.isArray(parts) && objectsOf(parts).every((part) => typeof part.type === 'string') ? parts : (value ?? '');
}

/** `llm.input_messages.N.message.…` of OpenInference (Arize Phoenix). */
function openinference(attributes: JsonObject): SpanMessages {
  const message = (entry: JsonObject): JsonObject => {
    const calls = indexed(entry, 'message.tool_calls').map((call) => ({
      id: call['tool_call.id'] ?? '',
      type: 'function',
      function: { name: call['tool_call.function.name'] ?? '', arguments: call['tool_call.function.arguments'] ?? '{}' },
    }));
    const parts = indexed(entry, 'message.contents').map((part) =>
      part['message_content.type'] === 'image'
        ? { type: 'image_url', image_url: { url: part['message_content.image.image.url'] ?? '' } }
        : { type: 'text', text: part['message_content.text'] ?? '' },
    );
    return {
      role: entry['message.role'] ?? 'assistant',
      content: entry['message.content'] ?? parts,
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(filled(entry['message.tool_call_id']) && { tool_call_id: entry['message.tool_call_id'] }),
      ...(filled(entry['message.name']) && { name: entry['message.name'] }),
    };
  };
  const tools = indexed(attributes, 'llm.tools').flatMap((entry) => {
    const schema = opened(entry['tool.json_schema']);
    return isObject(schema) ? [schema] : [];
  });
  return {
    input: inputOf(indexed(attributes, 'llm.input_messages').map(message)),
    output: outputOf(indexed(attributes, 'llm.output_messages').map(message)),
    header: tools.length > 0 ? { tools } : {},
  };
}

/** `ai.prompt.messages` and `ai.response.…` of the AI SDK. */
function aiSdk(attributes: JsonObject): SpanMessages {
  const prompt = opened(attributes['ai.prompt']);
  const input = attributes['ai.prompt.messages'] === undefined ? inputOf(prompt) : inputOf(attributes['ai.prompt.messages']);
  const calls = objectsOf(opened(attributes['ai.response.toolCalls'])).map((call) => ({
    type: 'tool-call',
    toolCallId: call.toolCallId ?? '',
    toolName: call.toolName ?? '',
    input: opened(call.input ?? call.args),
  }));
  const text = filled(attributes['ai.response.text']) ?? filled(attributes['ai.response.object']);
  const parts = [...(text ? [{ type: 'text', text }] : []), ...calls];
  const system = isObject(prompt) ? filled(prompt.system) : undefined;
  const tools = [attributes['ai.prompt.tools']].flat().map(opened).filter(isObject);
  return {
    input:
      system && attributes['ai.prompt.messages'] === undefined
        ? { ...input, messages: [{ role: 'system', content: system }, ...input.messages] }
        : input,
    output: outputOf(parts.length > 0 ? [{ role: 'assistant', content: parts }] : []),
    header:
      tools.length > 0
        ? { tools: tools.map(({ name, description, inputSchema, parameters }) => tool(name, description, inputSchema ?? parameters)) }
        : {},
  };
}

/** The GenAI conventions: messages as attributes, earlier ones as events. */
function genai({ attributes, events }: Span): SpanMessages {
  const instructions = opened(attributes['gen_ai.system_instructions']);
  const system =
    Array.isArray(instructions) && instructions.length > 0
      ? [{ role: 'system', parts: instructions }]
      : filled(instructions)
        ? [{ role: 'system', content: instructions }]
        : [];
  const definitions = opened(attributes['gen_ai.tool.definitions']);
  const header = Array.isArray(definitions) ? { tools: definitions } : {};
  const given = attributes['gen_ai.input.messages'] ?? attributes['pydantic_ai.all_messages'] ?? attributes.all_messages_events;
  if (given !== undefined) {
    const input = inputOf(given);
    const first = input.messages[0];
    const already = isObject(first) && first.role === 'system';
    return {
      input: { ...input, messages: already ? input.messages : [...inputOf(system).messages, ...input.messages] },
      output: outputOf(attributes['gen_ai.output.messages']),
      header,
    };
  }
  const named = opened(attributes.events);
  const list = Array.isArray(named) ? named : events.map(({ name, attributes: body }) => eventOf(name, body)).filter((event) => event !== undefined);
  const isChoice = (event: unknown): boolean => isObject(event) && event['event.name'] === 'gen_ai.choice';
  return { input: inputOf(list.filter((event) => !isChoice(event))), output: outputOf(list.filter(isChoice)), header };
}

/** An event as the message that it stands for; undefined for any other event. */
function eventOf(name: string, attributes: JsonObject): JsonObject | undefined {
  if (name === 'gen_ai.content.prompt' || name === 'gen_ai.content.completion') {
    const value = opened(attributes[name === 'gen_ai.content.prompt' ? 'gen_ai.prompt' : 'gen_ai.completion']);
    const message = Array.isArray(value) ? value[0] : value;
    return isObject(message) ? (name.endsWith('prompt') ? message : { 'event.name': 'gen_ai.choice', message }) : undefined;
  }
  if (!/^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice)$/.test(name)) return undefined;
  const { content, tool_calls: calls, message, ...rest } = attributes;
  const read = opened(message);
  return {
    ...rest,
    'event.name': name,
    ...(content !== undefined && { content }),
    ...(calls !== undefined && { tool_calls: opened(calls) }),
    ...(isObject(read) && { message: read }),
  };
}

/** Messages of a span; undefined where it is no call of a model. */
export function messagesOf(span: Span): SpanMessages | undefined {
  const { attributes } = span;
  const names = Object.keys(attributes);
  const has = (prefix: string): boolean => names.some((name) => name.startsWith(prefix));
  if (has('gen_ai.prompt.')) return openllmetry(attributes);
  if (has('llm.input_messages.')) return openinference(attributes);
  if (has('ai.prompt')) return aiSdk(attributes);
  if (has('gen_ai.') || has('all_messages_events') || has('pydantic_ai.')) return genai(span);
  return undefined;
}

/** Recorded tokens. The conventions count cached input within the input. */
export function countsOf(attributes: JsonObject): {
  readonly input: unknown;
  readonly output: unknown;
  readonly cacheRead: unknown;
  readonly cacheWrite: unknown;
} {
  const pick = (...names: readonly string[]): unknown => {
    for (const name of names) {
      const value = attributes[name];
      if (value !== undefined && value !== null) return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    }
    return undefined;
  };
  const input = pick(
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
  );
  const cacheRead =
    pick(
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.details.cache_read_tokens',
      'llm.token_count.prompt_details.cache_read',
      'ai.usage.cachedInputTokens',
    ) ?? 0;
  const cacheWrite =
    pick(
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'gen_ai.usage.details.cache_write_tokens',
      'llm.token_count.prompt_details.cache_write',
    ) ?? 0;
  const cached = (numberOf(cacheRead) ?? 0) + (numberOf(cacheWrite) ?? 0);
  return {
    // Some instrumentations of Anthropic count it apart: there the input is smaller than what was cached.
    input: numberOf(input) === undefined || numberOf(input)! < cached ? input : numberOf(input)! - cached,
    output: pick(
      'gen_ai.usage.output_tokens',
      'gen_ai.usage.completion_tokens',
      'llm.token_count.completion',
      'ai.usage.outputTokens',
      'ai.usage.completionTokens',
    ),
    cacheRead,
    cacheWrite,
  };
}

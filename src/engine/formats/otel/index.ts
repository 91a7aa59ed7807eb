import type { Format, Report, Source } from '../contract.ts';
import { filled, isObject, isoTime, type JsonObject, numberOf, objectOf, objectsOf, tryJson } from '../json.ts';
import { conversationsOfCalls, inputOf, type ModelCall, objectAt, opened, outputOf, type Side } from '../traces/trace-calls.ts';
import { usageFrom } from '../finish.ts';
import type { Origin } from '../../transcript/types.ts';
import { lineOrPath } from '../lists.ts';

// Spans in the shapes that exporters write: OTLP JSON, the console's objects, and lists or lines of them.

interface SpanEvent {
  readonly name: string;
  readonly attributes: JsonObject;
}

interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly ts: string | undefined;
  readonly attributes: JsonObject;
  readonly events: readonly SpanEvent[];
  readonly origin: Origin;
}

function plain(value: unknown): unknown {
  if (!isObject(value)) return value;
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('boolValue' in value) return value.boolValue;
  if ('arrayValue' in value) return objectsOf(objectAt(value, 'arrayValue').values).map(plain);
  if ('kvlistValue' in value) return attributesOf(objectAt(value, 'kvlistValue').values);
  return value;
}

function attributesOf(value: unknown): JsonObject {
  if (Array.isArray(value)) return Object.fromEntries(objectsOf(value).map((entry) => [String(entry.key), plain(entry.value)]));
  return isObject(value) ? flat(value) : {};
}

function flat(attributes: JsonObject): JsonObject {
  if (!isObject(attributes.llm) && !isObject(attributes.gen_ai) && !isObject(attributes.openinference)) return attributes;
  const found: [string, unknown][] = [];
  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth < 12 && isObject(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, name === '' ? key : `${name}.${key}`, depth + 1);
    else if (depth < 12 && Array.isArray(value) && value.some(isObject))
      for (const [i, inner] of value.entries()) visit(inner, `${name}.${i}`, depth + 1);
    else found.push([name, value]);
  };
  visit(attributes, '', 0);
  return Object.fromEntries(found);
}

function timeOf(value: unknown): string | undefined {
  const nanoseconds = typeof value === 'string' && /^\d{16,}$/.test(value) ? Number(value) : (numberOf(value) ?? 0);
  return nanoseconds > 1e15 ? isoTime(Math.floor(nanoseconds / 1e6)) : isoTime(value);
}

function spanOf(value: JsonObject, origin: Origin): Span {
  const context = objectAt(value, 'context');
  return {
    trace: filled(value.traceId) ?? filled(value.trace_id) ?? filled(context.trace_id) ?? filled(context.traceId) ?? 'trace',
    id: filled(value.spanId) ?? filled(value.span_id) ?? filled(context.span_id) ?? '',
    parent: filled(value.parentSpanId) ?? filled(value.parent_span_id) ?? filled(value.parent_id) ?? filled(value.parentId),
    name: filled(value.name) ?? '',
    ts: timeOf(value.startTimeUnixNano ?? value.start_time ?? value.startTime),
    attributes: attributesOf(value.attributes),
    events: objectsOf(value.events).map((event) => ({
      name: filled(event.name) ?? '',
      attributes: { ...attributesOf(event.attributes), ...objectOf(event.body) },
    })),
    origin,
  };
}

const isSpan = (value: JsonObject): boolean =>
  value.attributes !== undefined && (filled(value.name) !== undefined || isObject(value.context) || filled(value.spanId) !== undefined);

function spansOf(source: Source): readonly Span[] {
  const found: Span[] = [];
  const read = (value: unknown, origin: Origin, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(value)) for (const item of value) read(item, origin, depth + 1);
    else if (!isObject(value)) return;
    else if (isSpan(value)) found.push(spanOf(value, origin));
    else
      for (const name of ['resourceSpans', 'scopeSpans', 'instrumentationLibrarySpans', 'spans', 'traces', 'data', 'batches'])
        read(value[name], origin, depth + 1);
  };
  for (const { value, line, path } of source.records) read(value, lineOrPath(line, path), 0);
  return found;
}

// Messages of one span, in each of the conventions that instrumentations write.

interface SpanMessages {
  readonly input: Side;
  readonly output: Side;
  readonly header: JsonObject;
}

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

function content(value: unknown): unknown {
  const parts = typeof value === 'string' && value.startsWith('[{') ? tryJson(value) : undefined;
  return Array.isArray(parts) && objectsOf(parts).every((part) => typeof part.type === 'string') ? parts : (value ?? '');
}

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
  const system = filled(objectOf(prompt).system);
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
function messagesOf(span: Span): SpanMessages | undefined {
  const { attributes } = span;
  const names = Object.keys(attributes);
  const has = (prefix: string): boolean => names.some((name) => name.startsWith(prefix));
  if (has('gen_ai.prompt.')) return openllmetry(attributes);
  if (has('llm.input_messages.')) return openinference(attributes);
  if (has('ai.prompt')) return aiSdk(attributes);
  if (has('gen_ai.') || has('all_messages_events') || has('pydantic_ai.')) return genai(span);
  return undefined;
}

function countsOf(attributes: JsonObject): {
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

const CALL = /^(?:gen_ai|llm|ai\.(?:prompt|response|model)|pydantic_ai|openinference|traceloop)\b/;

function detect(source: Source): number {
  const sample = spansOf({ ...source, records: source.records.slice(0, 20) });
  return sample.some(
    ({ attributes, events }) => Object.keys(attributes).some((name) => CALL.test(name)) || events.some(({ name }) => name.startsWith('gen_ai.')),
  )
    ? 0.96
    : 0;
}

function callOf(span: Span, report: Report): readonly ModelCall[] {
  const found = messagesOf(span);
  if (!found || found.input.messages.length === 0) return [];
  const { attributes, ts, origin } = span;
  const model = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.response.model', 'ai.model.id'].flatMap(
    (name) => filled(attributes[name]) ?? [],
  )[0];
  const usage = usageFrom(countsOf(attributes), report, origin);
  const group = filled(attributes['gen_ai.conversation.id']) ?? filled(attributes['session.id']) ?? span.trace;
  return [{ group, ...(span.name && { title: span.name }), ...(ts && { ts }), ...(model && { model }), ...(usage && { usage }), ...found, origin }];
}

/**
 * Calls of models among the spans. An agent's span repeats what its model calls hold, so a span with messages that is above another
 * of them is left out.
 */
function callsOf(source: Source, report: Report): readonly ModelCall[] {
  const spans = spansOf(source);
  const parents = new Map(spans.map(({ id, parent }) => [id, parent]));
  const calls = spans.map((span) => ({ span, calls: callOf(span, report) })).filter(({ calls: found }) => found.length > 0);
  const above = new Set<string>();
  for (const { span } of calls) {
    const seen = new Set<string>();
    for (let at = span.parent; at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at);
      above.add(at);
    }
  }
  return calls.filter(({ span }) => !above.has(span.id)).flatMap(({ calls: found }) => found);
}

export const otel: Format = {
  id: 'otel',
  evidence: 'recorded',
  extension: 'json',
  detect,
  parse: (source, report) => conversationsOfCalls(callsOf(source, report), 'otel', report),
};

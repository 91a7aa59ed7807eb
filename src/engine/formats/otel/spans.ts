/** Spans in the shapes that exporters write: OTLP JSON, the console's objects, and lists or lines of them. */
import type { Origin } from '../../transcript/types.ts';
import type { Source } from '../contract.ts';
import { filled, isObject, isoTime, numberOf, objectsOf, type JsonObject } from '../json.ts';
import { objectAt } from '../traces/calls.ts';

export interface SpanEvent {
  readonly name: string;
  readonly attributes: JsonObject;
}

export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly ts: string | undefined;
  readonly attributes: JsonObject;
  readonly events: readonly SpanEvent[];
  readonly origin: Origin;
}

/** `{key, value: {stringValue}}` of OTLP as a plain value. */
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

/** Phoenix nests attributes where others have dotted names: both become dotted. Lists of plain values and texts stay whole. */
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

/** Nanoseconds since 1970, as text or number; ISO text stays. */
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
      attributes: { ...attributesOf(event.attributes), ...(isObject(event.body) ? event.body : {}) },
    })),
    origin,
  };
}

const isSpan = (value: JsonObject): boolean =>
  value.attributes !== undefined && (filled(value.name) !== undefined || isObject(value.context) || filled(value.spanId) !== undefined);

export function spansOf(source: Source): readonly Span[] {
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
  for (const { value, line, path } of source.records) read(value, line === undefined ? { path: path ?? '$' } : { line }, 0);
  return found;
}

/** Where a source holds Responses: requests, responses, pairs of them, bare lists of items, and events of a stream. */
import type { Source } from '../contract.ts';
import { filled, isObject, objectsOf, type JsonObject } from '../json.ts';
import { oldestFirst } from '../lists.ts';
import { COMPACTION_ITEMS } from './read.ts';
import { ITEM_TYPES } from './items.ts';
import { isResponseEvent, responsesOf } from './stream.ts';

export interface RawExchange {
  readonly request?: JsonObject;
  readonly response?: JsonObject;
  readonly id?: string;
  readonly line?: number;
  readonly path: string;
  readonly responsePath?: string;
  readonly bare?: true;
}

/** Fields that a Responses request has and others do not. */
const REQUEST_MARKS = ['instructions', 'max_output_tokens', 'previous_response_id', 'reasoning', 'store', 'include', 'text'];

const isItem = (value: unknown): value is JsonObject =>
  isObject(value) &&
  typeof value.type === 'string' &&
  (ITEM_TYPES.has(value.type) || COMPACTION_ITEMS.has(value.type) || value.type === 'item_reference');

/** Roles alone are weak evidence, and Anthropic's blocks have the type `message` too: content has to be in parts of this notation. */
const CONTENT = /^(?:input|output)_(?:text|image|file|audio)$/;
const isTypedItem = (value: unknown): boolean => {
  if (!isItem(value)) return false;
  if (value.type === 'reasoning') return Array.isArray(value.summary) || typeof value.encrypted_content === 'string';
  if (value.type !== 'message' && value.type !== 'agent_message') return value.type !== 'mcp_call' || filled(value.server_label) !== undefined;
  return typeof value.role === 'string' && objectsOf(value.content).some(({ type }) => typeof type === 'string' && CONTENT.test(type));
};

export const isItemList = (values: readonly unknown[]): boolean => values.slice(0, 50).some(isTypedItem);

export const isResponse = (value: unknown): value is JsonObject =>
  isObject(value) && (value.object === 'response' || value.object === 'response.compaction') && Array.isArray(value.output);

export function isRequest(value: unknown): value is JsonObject {
  if (!isObject(value) || Array.isArray(value.messages) || Array.isArray(value.output) || typeof value.type === 'string') return false;
  const marked = REQUEST_MARKS.some((key) => value[key] !== undefined);
  if (typeof value.input === 'string') return marked && filled(value.model) !== undefined;
  const items = objectsOf(value.input);
  if (!Array.isArray(value.input)) return false;
  // Nothing but its instructions.
  if (value.input.length === 0) return filled(value.instructions) !== undefined;
  if (items.length === 0) return false;
  return isItemList(items) || ((marked || filled(value.model) !== undefined) && items.every((item) => typeof item.role === 'string' || isItem(item)));
}

export function locate({ records }: Source, unread: (line: number | undefined, path: string | undefined) => void = () => undefined): RawExchange[] {
  const found: RawExchange[] = [];
  const values = records.map(({ value }) => value);
  const start = records[0]?.line === undefined ? {} : { line: records[0].line };
  if (values.some(isResponseEvent)) return streamed(values, start);
  if (records.length > 1 && isItemList(values)) return [{ request: { input: values }, ...start, path: '$', bare: true }];
  for (const { value, line, path = '$' } of records) {
    const before = found.length;
    unwrap(value, path, line === undefined ? {} : { line }, found, 0);
    if (found.length === before) unread(line, path);
  }
  return found;
}

const streamed = (values: readonly unknown[], place: { readonly line?: number }): RawExchange[] =>
  responsesOf(values.filter(isResponseEvent)).map((response) => ({ response, ...place, path: '$' }));

/** Bounded depth: wrappers are a few levels deep at most, hostile nesting is not followed. */
function unwrap(value: unknown, path: string, place: { readonly line?: number }, found: RawExchange[], depth: number): void {
  if (depth > 3) return;
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    if (list.some(isResponseEvent)) found.push(...streamed(list, place));
    else if (isItemList(list)) found.push({ request: { input: list }, ...place, path, bare: true });
    else for (const [i, one] of list.entries()) unwrap(one, `${path}[${i}]`, place, found, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const listed = oldestFirst(value);
  if (listed) {
    unwrap(listed, `${path}.data`, place, found, depth + 1);
    return;
  }
  const id = filled(value.custom_id);
  const named = { ...(id !== undefined && { id }), ...place };
  if (isResponse(value)) found.push({ response: value, ...named, path });
  else if (isRequest(value)) found.push({ request: value, ...answer(value, path), ...named, path });
  else {
    const key = ['body', 'request'].find((name) => isObject(value[name]));
    const inner = key === undefined ? undefined : (value[key] as JsonObject);
    const request = isObject(inner?.body) ? inner.body : inner;
    if (isRequest(request)) found.push({ request, ...answer(value, path), ...named, path: `${path}.${key}${request === inner ? '' : '.body'}` });
    else {
      const { response, responsePath } = answer(value, path);
      if (response) found.push({ response, ...named, path: responsePath });
    }
  }
}

type Answer = { readonly response: JsonObject; readonly responsePath: string } | { readonly response?: undefined; readonly responsePath?: undefined };

function answer({ response }: JsonObject, path: string): Answer {
  if (isResponse(response)) return { response, responsePath: `${path}.response` };
  const body = isObject(response) ? response.body : undefined;
  return isResponse(body) ? { response: body, responsePath: `${path}.response.body` } : {};
}

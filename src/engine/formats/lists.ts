/** Finds lists of messages in a source, wherever a program keeps them. */
import type { Report, Source } from './contract.ts';
import { isObject, numberOf, textOf, type JsonObject } from './json.ts';

export interface MessageList {
  readonly messages: readonly unknown[];
  readonly header: JsonObject;
  readonly line?: number;
  readonly path: string;
}

/** Wrappers are a few levels deep at most. */
const DEEPEST = 4;

/**
 * Lists in which a message is found: a list itself, a field of that name in an object, each item of a list of such; or the records of a
 * source that are messages one by one.
 */
export function messageLists(
  source: Source,
  isMessage: (value: JsonObject) => boolean,
  fields: readonly string[],
  report: Report = () => undefined,
): readonly MessageList[] {
  const { records, container } = source;
  const is = (value: unknown): boolean => isObject(value) && isMessage(value);
  if (container !== 'json' && records.length > 0 && records.slice(0, 50).every(({ value }) => is(value))) {
    const [first] = records;
    return [{ messages: records.map(({ value }) => value), header: {}, path: '$', ...(first!.line !== undefined && { line: first!.line }) }];
  }
  const found: MessageList[] = [];
  const read = (value: unknown, header: JsonObject, path: string, line: number | undefined, depth: number): void => {
    const place = line === undefined ? { path } : { path, line };
    if (Array.isArray(value)) {
      if (value.slice(0, 50).some(is)) found.push({ messages: value, header, ...place });
      else if (depth < DEEPEST) for (const [i, item] of value.entries()) read(item, header, `${path}[${i}]`, line, depth + 1);
    } else if (isObject(value) && is(value)) found.push({ messages: [value], header, ...place });
    else if (isObject(value) && depth < DEEPEST)
      for (const field of fields)
        if (value[field] !== undefined) read(value[field], field === 'messages' ? value : header, `${path}.${field}`, line, depth + 1);
  };
  for (const { value, line, path = '$' } of records) {
    const before = found.length;
    read(value, {}, path, line, 0);
    if (found.length === before)
      report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', ...(line === undefined ? { path } : { line }) });
  }
  return found;
}

const roleOf = (value: unknown): string => (isObject(value) ? (textOf(value.role) ?? '') : '');

function isOldestFirst(items: readonly unknown[]): boolean {
  const calls = new Map(
    items.flatMap((item, i) => (isObject(item) && textOf(item.type)?.endsWith('_call') === true ? [[item.call_id, i] as const] : [])),
  );
  for (const [i, item] of items.entries()) {
    const at = isObject(item) && textOf(item.type)?.endsWith('_output') === true ? calls.get(item.call_id) : undefined;
    if (at !== undefined) return at < i;
  }
  return roleOf(items[0]) !== 'assistant' && roleOf(items.at(-1)) === 'assistant';
}

/**
 * The items of a list that OpenAI's API answers with (`{object: "list", data}`), the oldest first: the API begins with the newest unless it is asked
 * for `order=asc`. Undefined for any other value.
 */
export function oldestFirst(value: JsonObject): readonly unknown[] | undefined {
  if (value.object !== 'list' || !Array.isArray(value.data)) return undefined;
  const items = value.data as readonly unknown[];
  const times = items.map((item) => (isObject(item) ? (numberOf(item.created_at) ?? numberOf(item.created)) : undefined));
  const [first] = times;
  const last = times.at(-1);
  if (first !== undefined && last !== undefined && times.every((time) => time !== undefined)) {
    const at = new Map(items.map((item, i) => [item, times[i]!]));
    return (first >= last ? items.toReversed() : items).toSorted((a, b) => at.get(a)! - at.get(b)!);
  }
  return isOldestFirst(items) ? items : items.toReversed();
}

/** Whether pages of such a list are not in the file. */
export const goesOn = (value: unknown): boolean => isObject(value) && value.object === 'list' && value.has_more === true;

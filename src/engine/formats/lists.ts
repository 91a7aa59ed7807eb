/** Finds lists of messages in a source, wherever a program keeps them. */
import type { Report, Source } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';

/** A list of messages, and the object around it. */
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

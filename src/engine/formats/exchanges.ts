/** Finds requests and their answers in a source: bodies, lists of messages, recorded exchanges, a request followed by the lines of its answer. */
import { isObject, type JsonObject, jsonText, tryJson } from './json.ts';
import type { Origin } from '../transcript/types.ts';
import type { Report, Source } from './contract.ts';

// Requests of one conversation repeat what was said before: the longest of them stands for all.

export function grown<T>(requests: readonly T[], messagesOf: (request: T) => readonly unknown[]): { readonly kept: T[]; readonly joined: number } {
  const numbers = new Map<string, number>();
  const nodes = new Map<string, number>();
  const numbered = (map: Map<string, number>, key: string): number => {
    const known = map.get(key) ?? map.size + 1;
    map.set(key, known);
    return known;
  };
  const paths = requests.map((request) => {
    let at = 0;
    return messagesOf(request).map((message) => {
      at = numbered(nodes, `${at} ${numbered(numbers, jsonText(message))}`);
      return at;
    });
  });
  const passed = new Set<number>();
  const kept: T[] = [];
  for (let i = requests.length - 1; i >= 0; i--) {
    const end = paths[i]!.at(-1);
    if (end !== undefined && passed.has(end)) continue;
    for (const node of paths[i]!) passed.add(node);
    kept.unshift(requests[i]!);
  }
  return { kept, joined: requests.length - kept.length };
}

export interface Exchange {
  readonly request: JsonObject | undefined;
  readonly answers: JsonObject[];
  readonly origin: Origin;
}

export interface Marks {
  readonly isRequest: (value: JsonObject) => boolean;
  readonly isAnswer: (value: JsonObject) => boolean;
  readonly isMessage: (value: JsonObject) => boolean;
  /** Whether an answer goes on after this one; absent = an answer is one object. */
  readonly goesOn?: (answer: JsonObject) => boolean;
}

const DEEPEST = 4;
const body = (value: unknown): unknown => (typeof value === 'string' ? (tryJson(value) ?? value) : value);

export function exchangesIn(
  { records, container }: Pick<Source, 'records' | 'container'>,
  marks: Marks,
  report: Report = () => undefined,
): Exchange[] {
  const found: Exchange[] = [];
  const is = (value: unknown, mark: (object: JsonObject) => boolean): value is JsonObject => isObject(value) && mark(value);
  const listed = (list: readonly unknown[]): boolean =>
    list.length > 0 && list.every((one) => isObject(one) && typeof one.role === 'string') && list.some((one) => is(one, marks.isMessage));
  const answered = (answer: JsonObject, origin: Origin): void => {
    const last = found.at(-1);
    const before = last?.answers.at(-1);
    if (last && (before === undefined ? last.request !== undefined : (marks.goesOn?.(before) ?? false))) last.answers.push(answer);
    else found.push({ request: undefined, answers: [answer], origin });
  };
  const read = (given: unknown, origin: Origin, depth: number): void => {
    const value = body(given);
    if (Array.isArray(value)) {
      if (listed(value)) found.push({ request: { messages: value }, answers: [], origin });
      else if (depth < DEEPEST) for (const [i, one] of value.entries()) read(one, { ...origin, path: `${origin.path ?? '$'}[${i}]` }, depth + 1);
    } else if (is(value, marks.isRequest)) found.push({ request: value, answers: [], origin });
    else if (is(value, marks.isAnswer)) answered(value, origin);
    else if (isObject(value) && depth < DEEPEST && (value.request !== undefined || value.body !== undefined)) {
      const key = value.request === undefined ? 'body' : 'request';
      read(value[key], { ...origin, path: `${origin.path ?? '$'}.${key}` }, depth + 1);
      if (value.response !== undefined) read(value.response, { ...origin, path: `${origin.path ?? '$'}.response` }, depth + 1);
    } else report({ code: 'unread-record', message: 'Records hold no messages and were skipped.', ...origin });
  };
  const values = records.map(({ value }) => value);
  if (container !== 'json' && listed(values)) return [{ request: { messages: values }, answers: [], origin: { path: '$' } }];
  for (const { value, line, path = '$' } of records) read(value, line === undefined ? { path } : { line, path }, 0);
  return found;
}

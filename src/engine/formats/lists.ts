/** Finds lists of messages in a source, wherever a program keeps them. */
import type { Branch, Message, Origin, Result, Transcript, Warning } from '../transcript/types.ts';
import { expectsFormat } from '../transcript/english.ts';
import type { Format, ImportError, Report, Source, VersionMark } from './contract.ts';
import { collector, refused, UNREAD_MESSAGE, UNREAD_RECORD } from './encoding.ts';
import { compact, isObject, type JsonObject, listOf, numberOf, objectsOf, textOf } from './json.ts';

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
    const place = placeAt(line, path);
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
    if (found.length === before) report({ ...UNREAD_RECORD, ...lineOrPath(line, path) });
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

export const goesOn = (value: unknown): boolean => isObject(value) && value.object === 'list' && value.has_more === true;

/** A place in a file: its line, if it has any, and a path. */
export const placeAt = (line: number | undefined, path: string): Origin & { readonly path: string } => ({
  ...(line !== undefined && { line }),
  path,
});

/** Of a file of lines, each with one message, the line tells enough. */
export const lineOrPath = (line: number | undefined, path = '$'): Origin => (line === undefined ? { path } : { line });

export interface SourceObject {
  readonly value: JsonObject;
  readonly line?: number;
  readonly path: string;
}

export function objectsIn({ records }: Pick<Source, 'records'>, most = Number.POSITIVE_INFINITY): SourceObject[] {
  const found: SourceObject[] = [];
  for (const { value, line, path = '$' } of records) {
    if (found.length >= most) break;
    const place = line === undefined ? {} : { line };
    if (isObject(value)) found.push({ value, path, ...place });
    else if (Array.isArray(value))
      for (const [i, item] of value.entries()) if (isObject(item)) found.push({ value: item, path: `${path}[${i}]`, ...place });
  }
  return found;
}

export const thoseIn = (source: Source, is: (value: JsonObject) => boolean): SourceObject[] => objectsIn(source).filter(({ value }) => is(value));

/** The objects of a source in runs, each from one that begins a session to the next. */
export function runsIn(source: Source, begins: (value: JsonObject) => boolean): SourceObject[][] {
  const runs: SourceObject[][] = [];
  for (const placed of objectsIn(source)) {
    if (runs.length === 0 || begins(placed.value)) runs.push([]);
    runs.at(-1)!.push(placed);
  }
  return runs;
}

/** The objects of a list with their places. Entries that are none, or not what `is` knows, are reported. */
export function eachIn(
  list: unknown,
  { line, path = '$' }: Origin,
  report: Report,
  read: (value: JsonObject, origin: Origin, index: number) => void,
  is: (value: JsonObject) => boolean = () => true,
): void {
  for (const [i, value] of listOf(list).entries()) {
    const origin = placeAt(line, `${path}[${i}]`);
    if (isObject(value) && is(value)) read(value, origin, i);
    else report({ ...UNREAD_MESSAGE, ...origin });
  }
}

export const firstObjects = (source: Source): readonly JsonObject[] =>
  objectsIn({ records: source.records.slice(0, 50) }, 50).map(({ value }) => value);

/** Chats of an export: by themselves, or in a list `conversations`. */
export const chatsIn = (source: Source, isChat: (value: JsonObject) => boolean): readonly SourceObject[] =>
  objectsIn(source).flatMap((placed) =>
    isChat(placed.value)
      ? [placed]
      : listOf(placed.value.conversations).flatMap((value, i) =>
          isObject(value) && isChat(value) ? [{ ...placed, value, path: `${placed.path}.conversations[${i}]` }] : [],
        ),
  );

export const holdsChat = (source: Source, isChat: (value: JsonObject) => boolean): boolean =>
  firstObjects(source).some((value) => isChat(value) || objectsOf(value.conversations).some(isChat));

/** The conversations of a source in which somebody spoke. */
export function readAs({ id, parse, keepsEmpty }: Format, source: Source, report: Report): Result<readonly Transcript[], ImportError> {
  const read = parse(source, report);
  if ('code' in read) return { ok: false, error: read };
  const value = read.filter(({ messages, branches }) => keepsEmpty || messages.length > 0 || branches.length > 0);
  if (value.length > 0) return { ok: true, value };
  return refused('no-messages', { key: 'import-no-message' }, expectsFormat(id), source.container === 'text' ? { line: 1 } : { path: '$' });
}

export interface Node {
  readonly id: string;
  readonly parent: string | null;
}

export interface Lines<T extends Node> {
  readonly main: readonly T[];
  readonly branches: readonly { readonly forkedFrom: string | null; readonly nodes: readonly T[] }[];
}

export function linesOf<T extends Node>(all: readonly T[], leaf: T | undefined): Lines<T> {
  if (!leaf) return { main: [], branches: [] };
  const byId = new Map(all.map((node) => [node.id, node]));
  const taken = new Set<T>();
  const climb = (from: T): { readonly nodes: T[]; readonly from: string | null } => {
    const path: T[] = [];
    let at: T | undefined = from;
    while (at && !taken.has(at)) {
      taken.add(at);
      path.push(at);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
    return { nodes: path.reverse(), from: at?.id ?? null };
  };
  const main = climb(leaf).nodes;
  const onMain = new Set(main.map(({ id }) => id));
  const parents = new Set(all.map(({ parent }) => parent));
  const forks = new Map<string, string | null>();
  const branches: { forkedFrom: string | null; nodes: readonly T[] }[] = [];
  const leaves = all.filter(({ id }) => !onMain.has(id) && !parents.has(id));
  // Nodes in a cycle have no leaf below them; they come last, from the end.
  for (const end of [...leaves, ...all.toReversed()]) {
    if (taken.has(end)) continue;
    const { nodes: path, from } = climb(end);
    const forkedFrom = from === null || onMain.has(from) ? from : (forks.get(from) ?? null);
    for (const { id } of path) forks.set(id, forkedFrom);
    branches.push({ forkedFrom, nodes: path });
  }
  return { main, branches };
}

/** The lines that were left as branches. `holders` tells the message of the node from which one forks; absent = that of the node's id. */
export const branchesOf = <T extends Node>(
  lines: Lines<T>['branches'],
  read: (nodes: readonly T[]) => readonly Message[],
  holders?: ReadonlyMap<string, string>,
): Branch[] =>
  lines.flatMap(({ forkedFrom: node, nodes }) => {
    const messages = read(nodes);
    const forkedFrom = node === null ? undefined : holders ? holders.get(node) : node;
    return messages.length > 0 ? [compact<Branch>({ id: nodes[0]!.id, forkedFrom, messages })] : [];
  });

// How much of a file a format understood, by what it read and what it warned of.

const LEFT_OUT = new Set(['unknown-part', 'unknown-call', 'unknown-entry', 'unread-message', 'unread-record']);

export const DOUBTFUL = 0.3;

export interface Coverage {
  readonly of: number;
  readonly leftOut: number;
  /** Share of the parts that was read, 0 to 1; 0 where every message is empty. */
  readonly share: number;
  /** At least as much was read as left out, and calls if there are any. A format that understood less is probably not the file's. */
  readonly enough: boolean;
}

export function understood(conversations: readonly Transcript[], warnings: readonly Warning[]): Coverage {
  let read = 0;
  let calls = 0;
  const pending = [...conversations];
  for (let one = pending.pop(); one; one = pending.pop()) {
    for (const messages of [one.messages, ...one.branches.map((branch) => branch.messages)])
      for (const { parts } of messages) {
        read += parts.length;
        for (const { type } of parts) if (type === 'tool-call' || type === 'tool-result') calls++;
      }
    for (const agent of one.subagents) pending.push(agent);
  }
  const leftOut = warnings.reduce((sum, { code, count }) => sum + (LEFT_OUT.has(code) ? count : 0), 0);
  const lostCalls = calls === 0 && warnings.some(({ code }) => code === 'unknown-call');
  return { of: read + leftOut, leftOut, share: read === 0 ? 0 : read / (read + leftOut), enough: !lostCalls && read > 0 && read >= leftOut };
}

export function withDoubt(warnings: readonly Warning[], { leftOut, of }: Coverage): readonly Warning[] {
  const { report, list } = collector(warnings);
  report({
    code: 'not-understood',
    message: `${leftOut} of ${of} parts were not understood: the file is probably of another kind.`,
    values: { leftOut, of },
  });
  return list();
}

export const stated =
  (path: string, is: (value: JsonObject) => boolean = () => true): VersionMark['version'] =>
  (source) =>
    objectsIn(source).reduce<unknown>((last, { value }) => (is(value) ? (path.split('.').reduce(inner, value) ?? last) : last), undefined);

const inner = (value: unknown, field: string): unknown => (isObject(value) ? value[field] : undefined);

export const inHead =
  (expression: RegExp): VersionMark['version'] =>
  ({ head }) =>
    expression.exec(head)?.[1];

const numbersOf = (version: string): readonly number[] => /\d+(?:\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? [];

const MOST = 300;

/** Reports a session of a newer version of its program than any whose sessions were tested, once per file, with what was not understood. */
export function reportNewer({ by, tested, version }: VersionMark, source: Source, warnings: readonly Warning[], report: Report): void {
  const given = version(source);
  if (typeof given !== 'string' && typeof given !== 'number') return;
  const [own, known] = [numbersOf(String(given)), numbersOf(tested)];
  const at = own.findIndex((n, i) => n !== (known[i] ?? 0));
  if (at < 0 || own[at]! < (known[at] ?? 0)) return;
  const left = warnings.filter(({ code }) => LEFT_OUT.has(code));
  const leftOut = left.reduce((sum, { count }) => sum + count, 0);
  const kinds = left.map(({ message, count }) => `${message.replace(/\.$/, '')} (${count})`).join('; ');
  report({
    code: 'newer-version',
    message:
      `The session was written by ${by} ${String(given).slice(0, 40)}; sessions up to version ${tested} were tested. ${leftOut === 0 ? 'Everything in it was understood.' : `Not understood: ${kinds}.`}`.slice(
        0,
        MOST,
      ),
    values: { by, version: String(given).slice(0, 40), tested, leftOut },
  });
}

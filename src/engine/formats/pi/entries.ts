import type { Report, Source } from '../contract.ts';
import { UniqueIds } from '../finish.ts';
import { linesOf, type Lines } from '../format-lines.ts';
import { filled, isObject, jsonText, numberOf, textOf, type JsonObject } from '../json.ts';

export interface Entry {
  readonly value: JsonObject;
  readonly type: string;
  /** The entry's own id; in files of version 1, a number derived from its position. */
  readonly id: string;
  readonly parent: string | null;
  /** Index in the file from 0, as counted by version 1's `firstKeptEntryIndex`. */
  readonly index: number;
  readonly line: number | undefined;
  readonly path: string | undefined;
}

export function readEntries(source: Source): readonly Entry[] {
  const entries: Entry[] = [];
  let place = 0;
  const add = (value: unknown, line: number | undefined, path: string | undefined): void => {
    const i = place++;
    if (!isObject(value)) return;
    entries.push({
      value,
      type: textOf(value.type) ?? '',
      id: filled(value.id) ?? `entry-${line ?? i + 1}`,
      parent: filled(value.parentId) ?? null,
      index: line === undefined ? i : line - 1,
      line,
      path,
    });
  };
  for (const { value, line, path } of source.records) {
    if (!Array.isArray(value)) add(value, line, path);
    else for (const [i, item] of value.entries()) add(item, undefined, `${path ?? '$'}[${i}]`);
  }
  return entries;
}

export interface Session {
  readonly header: JsonObject;
  /** Position of the header in the file: version 1 counts entries from it. */
  readonly start: number;
  readonly entries: readonly Entry[];
}

/** The sessions of a file: each header begins one. */
export function sessionsOf(all: readonly Entry[], report: Report): readonly Session[] {
  type Open = Session & { readonly entries: Entry[] };
  const sessions: Open[] = [];
  const byId = new Map<string, Open>();
  let current: Open | undefined;
  const begin = (header: JsonObject, start: number): Open => {
    const session: Open = { header, start, entries: [] };
    sessions.push(session);
    return session;
  };
  all.forEach((entry, i) => {
    if (entry.type !== 'session') {
      if (!current) current = begin({}, 0);
      current.entries.push(entry);
      return;
    }
    const id = filled(entry.value.id);
    const known = id === undefined ? undefined : byId.get(id);
    const next = all[i + 1];
    if (known && next && filled(next.value.id) !== undefined) {
      report({ code: 'sessions-joined', message: 'Parts of one session that stand apart in the file were joined.', ...placeOf(entry) });
      current = known;
      return;
    }
    current = begin(entry.value, entry.index);
    if (id !== undefined) byId.set(id, current);
  });
  return sessions;
}

const placeOf = ({ line, path }: Entry): { readonly line?: number; readonly path?: string } =>
  line === undefined ? { path: path ?? '$' } : { line };

const isTree = (entries: readonly Entry[]): boolean => entries.every((entry) => filled(entry.value.id) !== undefined);

/** The entries of a session as a valid tree: unique ids, each parent an entry. */
export function mendTree(entries: readonly Entry[], report: Report): readonly Entry[] {
  if (!isTree(entries)) return entries;
  const given = new Set(entries.map((entry) => entry.id));
  const ids = new UniqueIds(given);
  const latest = new Map<string, Entry>();
  const written = new Map<string, Set<string>>();
  const mended: Entry[] = [];
  for (const entry of entries) {
    const before = latest.get(entry.id);
    let { id } = entry;
    if (before) {
      const same = written.get(id) ?? new Set([jsonText(before.value)]);
      written.set(id, same);
      if (same.size === same.add(jsonText(entry.value)).size) {
        report({ code: 'duplicate-line', message: 'Lines that repeat an earlier one were left out.', ...placeOf(entry) });
        continue;
      }
      report({ code: 'repeated-id', message: 'Messages or calls had the id of an earlier one and got ids of their own.', ...placeOf(entry) });
      id = ids.take(id);
    }
    const own = { ...entry, id, parent: before ? before.id : parentOf(entry) };
    mended.push(own);
    latest.set(entry.id, own);
  }
  return mended;

  function parentOf(entry: Entry): string | null {
    const { parent } = entry;
    if (parent === null) return null;
    if (parent !== entry.id && given.has(parent)) return latest.get(parent)?.id ?? parent;
    const last = mended.at(-1)?.id ?? null;
    if (last !== null)
      report({ code: 'missing-parent', message: 'Lines whose parent is not in the file were taken to follow the line before.', ...placeOf(entry) });
    return last;
  }
}

export const splitTree = (nodes: readonly Entry[]): Lines<Entry> =>
  nodes.length === 0 || !isTree(nodes) ? { main: nodes, branches: [] } : linesOf(nodes, nodes.at(-1)!);

/** A command run by the person (`!command`), as pi records it. */
export interface BashRun {
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
}

export function readBash(message: JsonObject): BashRun {
  const exitCode = numberOf(message.exitCode);
  return { command: textOf(message.command) ?? '', output: textOf(message.output) ?? '', ...(exitCode !== undefined && { exitCode }) };
}

export const bashText = ({ command, output, exitCode }: BashRun): string =>
  [`$ ${command}`, output === '' ? '(no output)' : output, ...(exitCode ? [`(exit code ${exitCode})`] : [])].join('\n');

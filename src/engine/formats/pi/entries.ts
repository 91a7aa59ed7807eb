import type { Source } from '../contract.ts';
import { filled, isObject, numberOf, textOf, type JsonObject } from '../json.ts';

/** An entry of a session file, the header included. */
export interface Entry {
  readonly value: JsonObject;
  readonly type: string;
  /** The entry's own id; a number made from its place in files of version 1. */
  readonly id: string;
  readonly parent: string | null;
  /** Index in the file from 0, as version 1 counts in `firstKeptEntryIndex`. */
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

export interface Lines {
  readonly main: readonly Entry[];
  /** Entries off the main line: each list runs from its fork to a leaf. */
  readonly branches: readonly { readonly forkedFrom: string | null; readonly entries: readonly Entry[] }[];
}

/** From version 2 on, entries form a tree and the last one is where the session stands; version 1 is a list. */
export function splitTree(entries: readonly Entry[]): Lines {
  const nodes = entries.filter((entry) => entry.type !== 'session');
  if (nodes.length === 0 || !nodes.every((entry) => filled(entry.value.id) !== undefined)) return { main: nodes, branches: [] };
  const byId = new Map(nodes.map((entry) => [entry.id, entry]));
  const taken = new Set<Entry>();
  const climb = (leaf: Entry): { readonly entries: Entry[]; readonly from: string | null } => {
    const path: Entry[] = [];
    let at: Entry | undefined = leaf;
    while (at && !taken.has(at)) {
      taken.add(at);
      path.push(at);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
    return { entries: path.reverse(), from: at?.id ?? null };
  };
  const main = climb(nodes.at(-1)!).entries;
  const onMain = new Set(main.map((entry) => entry.id));
  const parents = new Set(nodes.map((entry) => entry.parent));
  /** Where on the main line each entry off it hangs. */
  const forks = new Map<string, string | null>();
  const branches: { forkedFrom: string | null; entries: readonly Entry[] }[] = [];
  for (const leaf of nodes) {
    if (onMain.has(leaf.id) || parents.has(leaf.id)) continue;
    const { entries: path, from } = climb(leaf);
    const forkedFrom = from === null || onMain.has(from) ? from : (forks.get(from) ?? null);
    for (const entry of path) forks.set(entry.id, forkedFrom);
    if (path.length > 0) branches.push({ forkedFrom, entries: path });
  }
  return { main, branches };
}

/** A command that the person ran (`!command`), as pi records it. */
export interface BashRun {
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number;
}

export function readBash(message: JsonObject): BashRun {
  const exitCode = numberOf(message.exitCode);
  return { command: textOf(message.command) ?? '', output: textOf(message.output) ?? '', ...(exitCode !== undefined && { exitCode }) };
}

/** What the model is told of it. */
export const bashText = ({ command, output, exitCode }: BashRun): string =>
  [`$ ${command}`, output === '' ? '(no output)' : output, ...(exitCode ? [`(exit code ${exitCode})`] : [])].join('\n');

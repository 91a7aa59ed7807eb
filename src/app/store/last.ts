/**
 * Sessions and scenarios kept in this browser (IndexedDB), so that a reload or a link with their hash finds them again. Tabs share the
 * storage: each file is stored under its hash, and what was used longest ago makes room. Every function also works when the browser refuses
 * storage (private windows): then nothing is remembered. docs/home.md, docs/adr/0022-transcripts-are-kept-by-hash.md
 */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import {
  copyOf,
  entryOf,
  freeId,
  keptList,
  MOST_NAME,
  scenarioList,
  withFragment,
  withNewest,
  withScenario,
  withTitle,
  type RecentSession,
  type KeptFacts,
  type KeptScenario,
  type TabEntry,
} from './kept.ts';
import { readStored, writeStored } from './storage.ts';

export interface LastFile {
  readonly name: string;
  readonly hash: string;
  readonly blob: Blob;
}

export interface RecentLists {
  readonly sessions: readonly RecentSession[];
  readonly scenarios: readonly KeptScenario[];
}

const LIST = 'transcripts';
const SCENARIOS = 'scenarios';
const fileOf = (hash: string): string => `transcript ${hash}`;
const OLD = ['last-transcript', 'last-fragment'];

const KEEP_NOTHING = 'keep-nothing';
export const keepsNothing = (): boolean => readStored(KEEP_NOTHING) !== null;
export function keepNothing(nothing: boolean): void {
  writeStored(KEEP_NOTHING, nothing ? '1' : null);
}

const MINE = 'entry';
let mine: TabEntry | null | undefined;
function own(): TabEntry | null {
  if (mine === undefined) {
    const [, version, id] = /^(\d+) (.+)$/.exec(readStored(MINE, 'sessionStorage') ?? '') ?? [];
    mine = id === undefined ? null : { id, version: Number(version) };
  }
  return mine;
}
function takeOver(next: TabEntry): void {
  mine = next;
  writeStored(MINE, `${next.version} ${next.id}`, 'sessionStorage');
}

let opened: UseStore | undefined;

/** All requests of `work` are one transaction, so that two tabs never see each other's half. null = no storage, or it is full. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, list: readonly RecentSession[]) => T | Promise<T>,
): Promise<T | null> {
  try {
    opened ??= createStore('keyval-store', 'keyval');
    let answer: T | null = null;
    await opened(mode, async (store) => {
      answer = await work(store, keptList(await promisifyRequest(store.get(LIST))));
      if (mode === 'readwrite') await promisifyRequest(store.transaction);
    });
    return answer;
  } catch {
    return null;
  }
}

function putNewest(store: IDBObjectStore, list: readonly RecentSession[], newest: RecentSession): void {
  const { kept, dropped } = withNewest(list, newest);
  for (const gone of dropped) store.delete(fileOf(gone));
  store.put(kept, LIST);
}

export type LastSession = LastFile & { readonly fragment: string };

const found = (
  find: (list: readonly RecentSession[]) => RecentSession | undefined,
): Promise<{ readonly last: LastSession; readonly entry: RecentSession } | null> =>
  inStore('readonly', async (store, list) => {
    const entry = find(list);
    const blob: unknown = entry && (await promisifyRequest(store.get(fileOf(entry.hash))));
    return entry && blob instanceof Blob ? { last: { name: entry.name, hash: entry.hash, blob, fragment: entry.fragment }, entry } : null;
  });

export async function recall(hash: string | null): Promise<LastSession | null> {
  return (await found((list) => (hash === null ? list[0] : entryOf(list, hash, own()))))?.last ?? null;
}

export async function recallEntry(id: string): Promise<LastSession | null> {
  const one = await found((list) => list.find((entry) => entry.id === id));
  if (one) takeOver({ id, version: one.entry.version });
  return one?.last ?? null;
}

export async function remember({ name, hash, blob }: LastFile): Promise<boolean> {
  if (keepsNothing()) return false;
  const done = await inStore('readwrite', (store, list) => {
    const known = entryOf(list, hash, own());
    const fresh = { name, title: '', hash, bytes: blob.size, fragment: '', version: 0, format: '', messages: null, tokens: null, exact: false };
    const at = Date.now();
    const entry: RecentSession = { ...(known ?? { ...fresh, id: freeId(list, hash, at) }), at };
    for (const old of OLD) store.delete(old);
    store.put(blob, fileOf(hash));
    putNewest(store, list, entry);
    return entry;
  });
  if (done && own()?.id !== done.id) takeOver(done);
  return done !== null;
}

export async function rememberFragment(hash: string, fragment: string): Promise<void> {
  const written = await inStore('readwrite', (store, list) => {
    const held = own();
    if (!held || list.find(({ id }) => id === held.id)?.hash !== hash) return null;
    const next = withFragment(list, held, fragment, Date.now());
    if (next) putNewest(store, list, next.entry);
    return next?.mine ?? null;
  });
  if (written) takeOver(written);
}

export async function rememberFacts(hash: string, facts: KeptFacts): Promise<void> {
  await inStore('readwrite', (store, list) => {
    store.put(
      list.map((one) => (one.hash === hash ? { ...one, ...facts } : one)),
      LIST,
    );
  });
}

export async function countKept(): Promise<number> {
  return (await inStore('readonly', (_, list) => new Set(list.map(({ hash }) => hash)).size)) ?? 0;
}

export async function allKept(): Promise<RecentLists> {
  const all = await inStore('readonly', async (store, sessions) => ({
    sessions,
    scenarios: scenarioList(await promisifyRequest(store.get(SCENARIOS))),
  }));
  return all ?? { sessions: [], scenarios: [] };
}

export async function keepScenario(title: string, about: string, fragment: string): Promise<boolean> {
  const done = await inStore('readwrite', async (store) => {
    const list = scenarioList(await promisifyRequest(store.get(SCENARIOS)));
    const at = Date.now();
    store.put(withScenario(list, { id: freeId(list, 'scenario', at), title, about, fragment, at }), SCENARIOS);
    return true;
  });
  return done ?? false;
}

export async function rename(kind: keyof RecentLists, id: string, title: string): Promise<void> {
  await inStore('readwrite', async (store, sessions) => {
    if (kind === 'sessions') store.put(withTitle(sessions, id, title), LIST);
    else store.put(withTitle(scenarioList(await promisifyRequest(store.get(SCENARIOS))), id, title), SCENARIOS);
  });
}

export async function duplicate(kind: keyof RecentLists, id: string, title: string): Promise<void> {
  await inStore('readwrite', async (store, list) => {
    if (kind === 'scenarios') {
      const scenarios = scenarioList(await promisifyRequest(store.get(SCENARIOS)));
      const known = scenarios.find((one) => one.id === id);
      const at = Date.now();
      if (known)
        store.put(withScenario(scenarios, { ...known, id: freeId(scenarios, 'scenario', at), title: title.slice(0, MOST_NAME), at }), SCENARIOS);
      return;
    }
    const copy = copyOf(list, id, title, Date.now());
    if (copy) putNewest(store, list, copy);
  });
}

export async function remove(kind: keyof RecentLists, id: string): Promise<void> {
  await inStore('readwrite', async (store, list) => {
    if (kind === 'scenarios') {
      store.put(
        scenarioList(await promisifyRequest(store.get(SCENARIOS))).filter((one) => one.id !== id),
        SCENARIOS,
      );
      return;
    }
    const left = list.filter((one) => one.id !== id);
    for (const { hash } of list) if (!left.some((one) => one.hash === hash)) store.delete(fileOf(hash));
    store.put(left, LIST);
  });
}

/** Deletes the transcript with a hash, or with null all of them. */
export async function forget(hash: string | null): Promise<void> {
  await inStore('readwrite', (store, list) => {
    for (const one of list) if (hash === null || one.hash === hash) store.delete(fileOf(one.hash));
    for (const old of OLD) store.delete(old);
    store.put(hash === null ? [] : list.filter((one) => one.hash !== hash), LIST);
  });
}

export async function forgetEverything(): Promise<void> {
  await inStore('readwrite', (store) => void store.clear());
}

import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/**
 * Small values kept by the browser for this page (theme, language, split, keys of a tab). A browser may refuse storage altogether (the mere
 * access throws) or be full: then nothing is kept, and the page continues.
 */
type StorageArea = 'localStorage' | 'sessionStorage';

export function readStored(name: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it with null. False if the browser refused it; then no older value remains under the name. */
export function writeStored(name: string, value: string | null, area: StorageArea = 'localStorage'): boolean {
  try {
    if (value !== null) globalThis[area].setItem(name, value);
    else globalThis[area].removeItem(name);
    return true;
  } catch {
    if (value !== null) writeStored(name, null, area);
    return false;
  }
}

// The list of what was opened in this browser, as pure functions: what makes room, and what two tabs do to one entry. docs/home.md

/** Most sessions kept, and the bytes of their files together (one file counts once). The newest is always kept. */
export const MOST_KEPT = 20;
export const MOST_KEPT_BYTES = 200_000_000;
/** Most scenarios kept, and the characters of their links together. */
export const MOST_SCENARIOS = 50;
export const MOST_SCENARIO_CHARACTERS = 2_000_000;
const MOST_NAME = 200;

interface KeptFacts {
  /** Id of its format; '' = not known. */
  readonly format: string;
  readonly messages: number | null;
  readonly tokens: number | null;
  /** Of the tokens: counted, not estimated. */
  readonly exact: boolean;
}

export interface RecentSession extends KeptFacts {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** sha-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly fragment: string;
  /** Counts the changes of its scenario, so that a tab sees that another one wrote. */
  readonly version: number;
  /** When it was used last, ms since 1970; 0 = not known. */
  readonly at: number;
}

export interface KeptScenario {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly fragment: string;
  readonly at: number;
}

interface TabEntry {
  readonly id: string;
  readonly version: number;
}

type LooseFields<T> = Partial<Record<keyof T, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function keptOf(value: unknown): readonly RecentSession[] {
  const { id, name, hash, bytes, fragment, title, version, at, format, messages, tokens, exact } = (value ?? {}) as LooseFields<RecentSession>;
  if (typeof name !== 'string' || typeof hash !== 'string' || typeof bytes !== 'number' || typeof fragment !== 'string') return [];
  return [
    {
      id: textOf(id) || hash,
      name,
      title: textOf(title),
      hash,
      bytes,
      fragment,
      version: numberOf(version) ?? 0,
      at: numberOf(at) ?? 0,
      format: textOf(format),
      messages: numberOf(messages),
      tokens: numberOf(tokens),
      exact: exact === true,
    },
  ];
}

function scenarioOf(value: unknown): readonly KeptScenario[] {
  const { id, title, about, fragment, at } = (value ?? {}) as LooseFields<KeptScenario>;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof fragment !== 'string') return [];
  return [{ id, title, about: textOf(about), fragment, at: numberOf(at) ?? 0 }];
}

export const keptList = (stored: unknown): readonly RecentSession[] => (Array.isArray(stored) ? stored.flatMap(keptOf) : []);
export const scenarioList = (stored: unknown): readonly KeptScenario[] => (Array.isArray(stored) ? stored.flatMap(scenarioOf) : []);

export function withNewest(
  list: readonly RecentSession[],
  newest: RecentSession,
): { readonly kept: readonly RecentSession[]; readonly dropped: readonly string[] } {
  const kept: RecentSession[] = [];
  const files = new Set<string>();
  let bytes = 0;
  for (const one of [newest, ...list.filter(({ id }) => id !== newest.id)]) {
    const more = files.has(one.hash) ? 0 : one.bytes;
    if (kept.length > 0 && (kept.length >= MOST_KEPT || bytes + more > MOST_KEPT_BYTES)) continue;
    bytes += more;
    files.add(one.hash);
    kept.push(one);
  }
  return { kept, dropped: [...new Set(list.map(({ hash }) => hash))].filter((hash) => !files.has(hash)) };
}

export function withScenario(list: readonly KeptScenario[], newest: KeptScenario): readonly KeptScenario[] {
  let characters = 0;
  return [newest, ...list.filter(({ id }) => id !== newest.id)].filter(({ fragment }, i) => {
    characters += fragment.length;
    return i === 0 || (i < MOST_SCENARIOS && characters <= MOST_SCENARIO_CHARACTERS);
  });
}

function freeId(list: readonly { readonly id: string }[], base: string, at: number): string {
  const taken = new Set(list.map(({ id }) => id));
  let id = base;
  for (let n = at; taken.has(id); n += 1) id = `${base}~${n}`;
  return id;
}

/**
 * A tab writes the scenario of its entry. Where another tab wrote since, that tab's entry stays and this one gets an entry of its own.
 * null = nothing to write: it is the same, or the entry was deleted.
 */
export function withFragment(
  list: readonly RecentSession[],
  mine: TabEntry,
  fragment: string,
  at: number,
): { readonly entry: RecentSession; readonly mine: TabEntry } | null {
  const known = list.find(({ id }) => id === mine.id);
  if (!known || known.fragment === fragment) return null;
  const own = known.version === mine.version;
  const id = own ? known.id : freeId(list, known.hash, at);
  const version = own ? known.version + 1 : 1;
  return { entry: { ...known, id, fragment, version, at }, mine: { id, version } };
}

export const entryOf = (list: readonly RecentSession[], hash: string, mine: TabEntry | null): RecentSession | undefined =>
  list.find((one) => one.hash === hash && one.id === mine?.id) ?? list.find((one) => one.hash === hash);

export function copyOf(list: readonly RecentSession[], id: string, title: string, at: number): RecentSession | null {
  const known = list.find((one) => one.id === id);
  return known ? { ...known, id: freeId(list, known.hash, at), title: title.slice(0, MOST_NAME), version: 0, at } : null;
}

export const withTitle = <T extends { readonly id: string; readonly title: string }>(list: readonly T[], id: string, title: string): readonly T[] =>
  list.map((one) => (one.id === id ? { ...one, title: title.trim().slice(0, MOST_NAME) } : one));

// Sessions and scenarios kept in this browser (IndexedDB), so that a reload or a link with their hash finds them again. Tabs share the
// storage: each file is stored under its hash, and what was used longest ago makes room. Every function also works when the browser refuses
// storage (private windows): then nothing is remembered. docs/home.md, docs/adr/0022-transcripts-are-kept-by-hash.md

interface LastFile {
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

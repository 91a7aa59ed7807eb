/**
 * Transcripts kept in this browser (IndexedDB), so that a reload or a link with their hash finds them again. Tabs share the storage: each
 * transcript is stored under its hash, and the least recently used make room. Every function also works when the browser refuses storage
 * (private windows): then nothing is remembered. docs/adr/0022-transcripts-are-kept-by-hash.md
 */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/** Most transcripts kept, and their total bytes. The newest is always kept. */
export const MOST_KEPT = 8;
export const MOST_KEPT_BYTES = 200_000_000;

/** One kept transcript in the list of them, the last used first. */
export interface Kept {
  readonly name: string;
  /** sha-256 of the bytes, hex. */
  readonly hash: string;
  readonly bytes: number;
  /** Of its last scenario, with `#`; '' before there is one. */
  readonly fragment: string;
}

export interface Last {
  readonly name: string;
  readonly hash: string;
  readonly blob: Blob;
}

const LIST = 'transcripts';
const fileOf = (hash: string): string => `transcript ${hash}`;
/** Where older builds kept one transcript for all tabs. */
const OLD = ['last-transcript', 'last-fragment'];

/** The list after a transcript was used, and the hashes to remove. */
export function withNewest(list: readonly Kept[], newest: Kept): { readonly kept: readonly Kept[]; readonly dropped: readonly string[] } {
  const all = [newest, ...list.filter(({ hash }) => hash !== newest.hash)];
  let bytes = 0;
  const fits = all.map((one, i) => {
    bytes += one.bytes;
    return i === 0 || (i < MOST_KEPT && bytes <= MOST_KEPT_BYTES);
  });
  return { kept: all.filter((_, i) => fits[i]), dropped: all.flatMap(({ hash }, i) => (fits[i] ? [] : [hash])) };
}

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== 'object' || value === null) return false;
  const { name, hash, bytes, fragment } = value as Partial<Record<keyof Kept, unknown>>;
  return typeof name === 'string' && typeof hash === 'string' && typeof bytes === 'number' && typeof fragment === 'string';
};

let opened: UseStore | undefined;

/** All requests of `work` are one transaction, so that two tabs never see each other's half. null = no storage, or it is full. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore, list: readonly Kept[]) => T | Promise<T>): Promise<T | null> {
  try {
    opened ??= createStore('keyval-store', 'keyval');
    let answer: T | null = null;
    await opened(mode, async (store) => {
      const list: unknown = await promisifyRequest(store.get(LIST));
      answer = await work(store, Array.isArray(list) ? list.filter(isKept) : []);
      if (mode === 'readwrite') await promisifyRequest(store.transaction);
    });
    return answer;
  } catch {
    return null;
  }
}

/** The transcript with a hash, or the one used last, and its last scenario's fragment (with `#`). */
export function recall(hash: string | null): Promise<(Last & { readonly fragment: string }) | null> {
  return inStore('readonly', async (store, list) => {
    const known = hash === null ? list[0] : list.find((one) => one.hash === hash);
    const blob: unknown = known && (await promisifyRequest(store.get(fileOf(known.hash))));
    return known && blob instanceof Blob ? { name: known.name, hash: known.hash, blob, fragment: known.fragment } : null;
  });
}

/** Stores a transcript as the last used. False if the browser refused it. */
export async function remember({ name, hash, blob }: Last): Promise<boolean> {
  const done = await inStore('readwrite', (store, list) => {
    const fragment = list.find((one) => one.hash === hash)?.fragment ?? '';
    const { kept, dropped } = withNewest(list, { name, hash, bytes: blob.size, fragment });
    for (const gone of [...dropped.map(fileOf), ...OLD]) store.delete(gone);
    store.put(blob, fileOf(hash));
    store.put(kept, LIST);
    return true;
  });
  return done ?? false;
}

/** Stores the scenario of a kept transcript; does nothing if it has been removed meanwhile. */
export async function rememberFragment(hash: string, fragment: string): Promise<void> {
  await inStore('readwrite', (store, list) => {
    const known = list.find((one) => one.hash === hash);
    if (known) store.put(withNewest(list, { ...known, fragment }).kept, LIST);
  });
}

/** How many transcripts are kept. */
export async function countKept(): Promise<number> {
  return (await inStore('readonly', (_, list) => list.length)) ?? 0;
}

/** Deletes the transcript with a hash, or with null all of them. */
export async function forget(hash: string | null): Promise<void> {
  await inStore('readwrite', (store, list) => {
    for (const one of list) if (hash === null || one.hash === hash) store.delete(fileOf(one.hash));
    for (const old of OLD) store.delete(old);
    store.put(hash === null ? [] : list.filter((one) => one.hash !== hash), LIST);
  });
}

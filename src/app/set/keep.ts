/**
 * The set in use, kept in this browser (IndexedDB), so that a reload finds it: its list always, its files up to a limit. Nothing fails where
 * the browser refuses storage: then nothing is kept.
 */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { writeStored } from '../store/storage.ts';
import type { SetFile, SetState } from './set-state.ts';

/** Files of the set that are kept, in bytes all together; the others have to be given again after a reload. */
export const MOST_KEPT = 200_000_000;
/** Set in localStorage where there is a set, so that a page without one need not look. */
export const FLAG = 'set';

export interface KeptSet extends Pick<SetState, 'name' | 'sessions' | 'own' | 'skipped' | 'allRows'> {
  readonly files: readonly Omit<SetFile, 'blob'>[];
  readonly left: readonly string[];
  /** A run had not ended. */
  readonly running: boolean;
}

const LIST = 'set';
const fileKey = (path: string): string => `file ${path}`;
let opened: UseStore | undefined;

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T | null> {
  try {
    opened ??= createStore('compaction-playground-set', 'set');
    return await opened(mode, work);
  } catch {
    return null;
  }
}

/** Keeps the list, without the files. */
export async function keepList(state: SetState): Promise<boolean> {
  const kept: KeptSet = {
    name: state.name,
    sessions: state.sessions,
    own: state.own,
    skipped: state.skipped,
    allRows: state.allRows,
    files: state.files.map(({ blob: _file, ...file }) => file),
    left: [...state.left],
    running: state.run !== null,
  };
  const done = await inStore('readwrite', async (store) => {
    store.put(kept, LIST);
    await promisifyRequest(store.transaction);
    return true;
  });
  writeStored(FLAG, done ? '1' : null);
  return done ?? false;
}

/** Keeps the files, the first ones up to the limit. Each is written by itself: one that cannot be read any more leaves the others. */
export async function keepFiles(files: readonly SetFile[]): Promise<void> {
  let room = MOST_KEPT;
  for (const { path, blob, state } of files) {
    if (!blob || state === 'failed' || blob.size > room) continue;
    room -= blob.size;
    await inStore('readwrite', async (store) => {
      store.put(blob, fileKey(path));
      await promisifyRequest(store.transaction);
    });
  }
}

/** The set of the last visit with those of its files that are kept; null = there is none. */
export async function keptSet(): Promise<{ readonly set: KeptSet; readonly blobs: ReadonlyMap<string, Blob> } | null> {
  return inStore('readonly', async (store) => {
    const set = (await promisifyRequest(store.get(LIST))) as KeptSet | undefined;
    if (!set) return null;
    const blobs = new Map<string, Blob>();
    const found = await Promise.all(set.files.map(({ path }) => promisifyRequest(store.get(fileKey(path))) as Promise<unknown>));
    for (const [i, blob] of found.entries()) if (blob instanceof Blob) blobs.set(set.files[i]!.path, blob);
    return { set, blobs };
  });
}

export async function forgetSet(): Promise<void> {
  writeStored(FLAG, null);
  await inStore('readwrite', async (store) => {
    store.clear();
    await promisifyRequest(store.transaction);
  });
}

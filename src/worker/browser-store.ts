/** A store of this browser (IndexedDB) in a database of its own. */
import { createStore, type UseStore } from 'idb-keyval';

/** Runs work on the store; undefined where the browser refuses it. Never throws. */
export type BrowserStore = <T>(work: (store: UseStore) => Promise<T>) => Promise<T | undefined>;

/** Opened with the first work. */
export function browserStore(database: string, name: string): BrowserStore {
  let opened: UseStore | undefined;
  return async (work) => {
    try {
      opened ??= createStore(database, name);
      return await work(opened);
    } catch {
      return undefined;
    }
  };
}

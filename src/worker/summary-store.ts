/** Summaries of real models, kept in this browser (IndexedDB), in a database of their own. Where it refuses, in memory. */
import { clear, createStore, get, set, type UseStore, values } from 'idb-keyval';
import type { StoredSummary, StoreSize, SummaryStore } from '../models/contract.ts';

export interface KeptSummaries extends SummaryStore {
  size(): Promise<StoreSize>;
  clear(): Promise<void>;
}

/** Nothing of it fails: a summary that cannot be written to the disk is there until the worker ends. */
export function keptSummaries(): KeptSummaries {
  const memory = new Map<string, StoredSummary>();
  let database: UseStore | null | undefined;
  const open = (): UseStore | null => {
    if (database === undefined) {
      try {
        database = createStore('compaction-playground-summaries', 'summaries');
      } catch {
        database = null;
      }
    }
    return database;
  };
  const tried = async <T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> => {
    const store = open();
    try {
      return store ? await work(store) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    async get(key) {
      const known = memory.get(key) ?? (await tried((store) => get<StoredSummary>(key, store)));
      if (known) memory.set(key, known);
      return known;
    },
    async put(summary) {
      memory.set(summary.key, summary);
      await tried((store) => set(summary.key, summary, store));
    },
    async size() {
      const all = (await tried((store) => values<StoredSummary>(store))) ?? [...memory.values()];
      return { count: all.length, characters: all.reduce((sum, { text }) => sum + text.length, 0) };
    },
    async clear() {
      memory.clear();
      await tried((store) => clear(store));
    },
  };
}

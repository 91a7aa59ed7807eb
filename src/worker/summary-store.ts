/** Summaries of real models, kept in this browser (IndexedDB), in a database of their own. Where it refuses, in memory. */
import { clear, get, set, values } from 'idb-keyval';
import type { StoredSummary, StoreSize, SummaryStore } from '../models/contract.ts';
import { browserStore } from './browser-store.ts';

export interface KeptSummaries extends SummaryStore {
  size(): Promise<StoreSize>;
  clear(): Promise<void>;
}

/** Nothing in it fails: a summary that cannot be written to disk is kept until the worker ends. */
export function keptSummaries(): KeptSummaries {
  const memory = new Map<string, StoredSummary>();
  const stored = browserStore('compaction-playground-summaries', 'summaries');
  return {
    async get(key) {
      const known = memory.get(key) ?? (await stored((store) => get<StoredSummary>(key, store)));
      if (known) memory.set(key, known);
      return known;
    },
    async put(summary) {
      memory.set(summary.key, summary);
      await stored((store) => set(summary.key, summary, store));
    },
    async size() {
      const all = (await stored((store) => values<StoredSummary>(store))) ?? [...memory.values()];
      return { count: all.length, characters: all.reduce((sum, { text }) => sum + text.length, 0) };
    },
    async clear() {
      memory.clear();
      await stored((store) => clear(store));
    },
  };
}

/** Summaries of real models, kept in this browser (IndexedDB), in a database of their own. Where it refuses, in memory. */
import { clear, delMany, get, getMany, set, setMany, update, values } from 'idb-keyval';
import type { StoredSummary, StoredVector, StoreSize, SummaryStore, VectorStore } from '../models/contract.ts';
import { browserStore } from './browser-store.ts';

// Vectors of embedding models, kept in this browser (IndexedDB), in a database of their own. Where it refuses, in memory.

/** Bytes that are kept; the oldest go first. 10,000 vectors of 1,536 numbers. */
export const MOST_BYTES = 64 * 1024 * 1024;

export interface KeptVectors extends VectorStore {
  /** How many vectors are kept. */
  size(): Promise<number>;
  clear(): Promise<void>;
}

/** What is kept, in the order in which it was written: key and bytes. */
type SizeList = readonly (readonly [key: string, bytes: number])[];
const LIST = 'list';

/** The keys to forget, the oldest first, so that what is left stays within the limit. */
export function tooMany(listed: SizeList, most = MOST_BYTES): readonly string[] {
  let bytes = listed.reduce((sum, [, size]) => sum + size, 0);
  const gone: string[] = [];
  for (const [key, size] of listed) {
    if (bytes <= most) break;
    bytes -= size;
    gone.push(key);
  }
  return gone;
}

/** Nothing in it fails: a vector that cannot be written to disk is kept until the worker ends. */
export function keptVectors(): KeptVectors {
  /** Vectors requested or made since the worker began; bounded like the database. */
  const memory = new Map<string, Float32Array>();
  const stored = browserStore('compaction-playground-vectors', 'vectors');
  const remember = (key: string, vector: Float32Array): void => {
    memory.delete(key);
    memory.set(key, vector);
  };
  const forgetMost = (): void => {
    for (const key of tooMany(Array.from(memory, ([key, { byteLength }]) => [key, byteLength] as const))) memory.delete(key);
  };
  return {
    async get(keys) {
      const unknown = keys.filter((key) => !memory.has(key));
      const read = unknown.length > 0 ? await stored((store) => getMany<Float32Array | undefined>(unknown, store)) : undefined;
      const found = new Map(unknown.map((key, i) => [key, read?.[i]]));
      const all = keys.map((key) => memory.get(key) ?? found.get(key));
      all.forEach((vector, i) => {
        if (vector) remember(keys[i]!, vector);
      });
      forgetMost();
      return all;
    },
    async put(made: readonly StoredVector[]) {
      for (const { key, vector } of made) remember(key, vector);
      forgetMost();
      await stored(async (store) => {
        await setMany(
          made.map(({ key, vector }) => [key, vector]),
          store,
        );
        let gone: readonly string[] = [];
        await update<SizeList>(
          LIST,
          (before = []) => {
            const keys = new Set(made.map(({ key }) => key));
            const listed = [...before.filter(([key]) => !keys.has(key)), ...made.map(({ key, vector }) => [key, vector.byteLength] as const)];
            gone = tooMany(listed);
            return listed.slice(gone.length);
          },
          store,
        );
        if (gone.length > 0) await delMany([...gone], store);
      });
    },
    async size() {
      return (await stored((store) => get<SizeList>(LIST, store)))?.length ?? memory.size;
    },
    async clear() {
      memory.clear();
      await stored((store) => clear(store));
    },
  };
}

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

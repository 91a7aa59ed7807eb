/**
 * Rows of the last comparison, fetched from the worker on demand and kept while the comparison and the pinned strategies stay the same.
 * Message texts live here, never in the store.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Reply, RowView } from '../../worker/protocol.ts';

/** One request to the worker asks for at most this many rows. */
const BATCH = 120;

export const WHOLE = 6000;

export type FetchRows = (indexes: readonly number[], keys: readonly string[], most?: number) => Reply<readonly RowView[]>;

export class RowSource {
  readonly #fetch: FetchRows;
  readonly #keys: readonly string[];
  readonly #most: number | undefined;
  readonly #rows = new Map<number, RowView>();
  readonly #pending = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #queue: number[] = [];
  #scheduled = false;
  #version = 0;

  constructor(fetch: FetchRows, keys: readonly string[], most?: number) {
    this.#fetch = fetch;
    this.#keys = keys;
    this.#most = most;
  }

  get(index: number): RowView | undefined {
    return this.#rows.get(index);
  }

  want(indexes: Iterable<number>): void {
    for (const i of indexes) {
      if (this.#rows.has(i) || this.#pending.has(i)) continue;
      this.#pending.add(i);
      this.#queue.push(i);
    }
    if (this.#queue.length && !this.#scheduled) {
      this.#scheduled = true;
      queueMicrotask(() => void this.#send());
    }
  }

  /** A row that may not have been seen yet; undefined if there is none. */
  load(index: number): Promise<RowView | undefined> {
    const known = this.#rows.get(index);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      const stop = this.subscribe(() => {
        if (this.#pending.has(index)) return;
        stop();
        resolve(this.#rows.get(index));
      });
      this.want([index]);
    });
  }

  async #send(): Promise<void> {
    this.#scheduled = false;
    const all = this.#queue.sort((a, b) => a - b);
    this.#queue = [];
    for (let at = 0; at < all.length; at += BATCH) {
      const batch = all.slice(at, at + BATCH);
      const reply = await this.#fetch(batch, this.#keys, this.#most);
      for (const i of batch) this.#pending.delete(i);
      // Rows of a failed request stay missing and are requested again when next seen: nothing is drawn again because of it.
      if (reply.ok) {
        for (const row of reply.value) this.#rows.set(row.message.index, row);
        this.#version++;
      }
      for (const listener of this.#listeners) listener();
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  version = (): number => this.#version;
}

export function useRowSource(fetch: FetchRows, comparison: object | null, keys: readonly string[], most?: number): RowSource {
  const joined = keys.join('\n');
  // The comparison is not read here, but a new one makes every cached row stale.
  // biome-ignore lint/correctness/useExhaustiveDependencies: identity of the comparison is the cache key
  const source = useMemo(() => new RowSource(fetch, joined ? joined.split('\n') : [], most), [fetch, comparison, joined, most]);
  useSyncExternalStore(source.subscribe, source.version);
  return source;
}

export function useWanted(source: RowSource, indexes: readonly number[]): void {
  useEffect(() => {
    source.want(indexes);
  });
}

/**
 * Rows of the last comparison, fetched from the worker on demand and kept while the comparison and the pinned strategies stay the same.
 * Message texts live here, never in the store.
 */
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Reason } from '../../engine/strategies/contract.ts';
import type { MessageLosses } from '../../worker/loss-protocol.ts';
import type { DiffOp, FullMessage, InsertionView, Reply, RowResult, RowView, TranscriptView } from '../../worker/protocol.ts';
import type { Find } from './FindBox.tsx';

/** One request to the worker asks for at most this many rows. */
const BATCH = 120;

export const WHOLE = 6000;

type FetchRows = (indexes: readonly number[], keys: readonly string[], most?: number) => Reply<readonly RowView[]>;

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

type RowFates = Pick<RowResult, 'key' | 'fates' | 'into' | 'left' | 'summaries' | 'insertions'>;

export interface PinnedRow<R extends RowFates = RowFates> {
  readonly letter: string;
  readonly title: string;
  readonly agent?: boolean;
  readonly result: R;
}

export interface MessageReads {
  full(index: number): Reply<FullMessage>;
  diff(index: number, key: string): Reply<readonly DiffOp[]>;
  lossesIn?(index: number, key: string): Reply<MessageLosses>;
  /** Why a row treats a message as it does, if the row itself does not include it: the reason, and the compaction that decided. */
  why?(index: number, key: string): Reply<{ readonly reason: Reason; readonly level: number }>;
}

export interface DiffContextValue {
  readonly transcript: Pick<TranscriptView, 'n' | 'tokens' | 'prefix' | 'roles' | 'priority'>;
  readonly reads: MessageReads;
  readonly pins: readonly PinnedRow[];
  readonly source: RowSource;
  /** Insertions of each pinned row, by row key; absent until they arrive. */
  readonly insertions: ReadonlyMap<string, readonly InsertionView[]>;
  readonly color: 'priority' | 'fate' | 'role';
  readonly selected: number | null;
  readonly hits: ReadonlySet<number>;
  /** What is looked for; absent where there is no find box. */
  readonly find?: Find;
  /** Lines of a message that is closed; absent = as few as a preview has. */
  readonly lines?: number;
  readonly narrow: boolean;
  toggle(index: number): void;
  select(index: number): void;
  reveal(index: number): void;
}

export const DiffContext = createContext<DiffContextValue | null>(null);

export function useDiff(): DiffContextValue {
  const value = useContext(DiffContext);
  if (!value) throw new Error('a cell of the side by side outside of it');
  return value;
}

/** What every cell of the side by side needs, given once. */
import { createContext, useContext } from 'react';
import type { InsertionView, RowResult, TranscriptView } from '../../worker/protocol.ts';
import type { RowSource } from './rows.ts';

export interface PinnedRow {
  readonly letter: string;
  readonly title: string;
  readonly result: RowResult;
}

export interface DiffContextValue {
  readonly transcript: TranscriptView;
  readonly pins: readonly PinnedRow[];
  readonly source: RowSource;
  /** What each pinned row inserted, by row key; absent until it arrives. */
  readonly insertions: ReadonlyMap<string, readonly InsertionView[]>;
  readonly color: 'priority' | 'fate' | 'role';
  readonly selected: number | null;
  /** Search hits, ascending. */
  readonly hits: ReadonlySet<number>;
  readonly narrow: boolean;
  toggle(index: number): void;
}

export const DiffContext = createContext<DiffContextValue | null>(null);

export function useDiff(): DiffContextValue {
  const value = useContext(DiffContext);
  if (!value) throw new Error('a cell of the side by side outside of it');
  return value;
}

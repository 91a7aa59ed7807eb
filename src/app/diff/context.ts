/** Shared inputs of every cell of the side by side. */
import { createContext, useContext } from 'react';
import type { Reason } from '../../engine/strategies/contract.ts';
import type { DiffOp, FullMessage, InsertionView, Reply, RowResult, TranscriptView } from '../../worker/protocol.ts';
import type { MessageLosses } from '../../worker/loss-protocol.ts';
import type { Find } from './FindBox.tsx';
import type { RowSource } from './diff-rows.ts';

export type RowFates = Pick<RowResult, 'key' | 'fates' | 'into' | 'left' | 'summaries' | 'insertions'>;

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

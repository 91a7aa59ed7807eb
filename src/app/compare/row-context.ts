import { createContext, type RefObject, use } from 'react';
import type { View } from '../../scenario/schema.ts';
import type { TranscriptView } from '../../worker/protocol.ts';
import type { TableRow } from '../rows/compare-rows.ts';
import type { SentRun } from '../store/index.ts';
import type { StripFrame } from './strip/Strip.tsx';

export interface TableContext {
  readonly narrow: boolean;
  /** The baseline, null when there is none with scores. */
  readonly baseline: TableRow | null;
  readonly deltas: ReadonlySet<string>;
  readonly best: ReadonlyMap<string, number>;
  readonly frame: StripFrame | null;
  /** A run that was sent, which the values are held against; null = none. */
  readonly sent: SentRun | null;
}

export interface RowState {
  readonly shared: TableContext;
  readonly painted: boolean;
  readonly expanded: boolean;
  readonly tabbable: boolean;
  onFocus(key: string): void;
  onToggle(key: string): void;
  onOpen(): void;
}
export const RowContext = createContext<RowState | null>(null);
export const useRow = (): RowState => use(RowContext)!;

/** ms that a slow comparison has run, null when none runs: apart, because it changes ten times a second. */
export const ElapsedContext = createContext<number | null>(null);

export interface HeadState {
  readonly frame: StripFrame | null;
  readonly ruler: RefObject<HTMLDivElement | null>;
  onStripKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean;
  readonly deltas: ReadonlySet<string>;
  readonly baseline: TableRow | null;
  readonly transcript: TranscriptView | null;
  readonly color: View['color'];
  readonly narrow: boolean;
  readonly count: number;
}
export const HeadContext = createContext<HeadState | null>(null);
export const useHead = (): HeadState => use(HeadContext)!;

/** Shared inputs of the heads and cells of the table of strategies. */
import { createContext, type RefObject, use } from 'react';
import type { View } from '../../scenario/schema.ts';
import type { TranscriptView } from '../../worker/protocol.ts';
import type { Sent } from '../store/state.ts';
import type { TableRow } from './rows.ts';
import type { StripFrame } from './strip/Strip.tsx';

/** The same for all rows; a new object only where a cell may look different. */
export interface Shared {
  readonly narrow: boolean;
  /** The baseline, null when there is none with scores. */
  readonly baseline: TableRow | null;
  /** Columns that show a difference to it. */
  readonly deltas: ReadonlySet<string>;
  /** Best value by column. */
  readonly best: ReadonlyMap<string, number>;
  readonly frame: StripFrame | null;
  /** A run that was sent, which the values are held against; null = none. */
  readonly sent: Sent | null;
}

/** Of one row. */
export interface RowState {
  readonly shared: Shared;
  /** The strip is in view: out of view none is painted. */
  readonly painted: boolean;
  readonly expanded: boolean;
  /** The tab key reaches the row. */
  readonly tabbable: boolean;
  onFocus(key: string): void;
  onToggle(key: string): void;
  /** Leads to the violations in the details. */
  onOpen(): void;
}
export const RowContext = createContext<RowState | null>(null);
export const useRow = (): RowState => use(RowContext)!;

/** ms that a slow comparison has run, null when none runs: apart, because it changes ten times a second. */
export const ElapsedContext = createContext<number | null>(null);

/** What the heads and the row of the original need. */
export interface HeadState {
  readonly frame: StripFrame | null;
  readonly ruler: RefObject<HTMLDivElement | null>;
  onStripKey(key: string, shift: boolean): boolean;
  readonly deltas: ReadonlySet<string>;
  readonly baseline: TableRow | null;
  readonly transcript: TranscriptView | null;
  readonly color: View['color'];
  readonly narrow: boolean;
  /** Rows. */
  readonly count: number;
}
export const HeadContext = createContext<HeadState | null>(null);
export const useHead = (): HeadState => use(HeadContext)!;

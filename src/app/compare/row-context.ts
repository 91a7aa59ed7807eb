/** Shared inputs of the heads and cells of the table of strategies. */
import { create } from 'zustand';
import { actions } from '../store/store-actions.ts';
import { app } from '../store/store.ts';
import { openRow } from '../table/useDataTable.ts';
import { STRATEGIES } from './compare-table.ts';
import { createContext, type RefObject, use } from 'react';
import type { View } from '../../scenario/schema.ts';
import type { TranscriptView } from '../../worker/protocol.ts';
import type { SentRun } from '../store/store-state.ts';
import type { TableRow } from './compare-rows.ts';
import type { StripFrame } from './strip/Strip.tsx';

// Shared state of the page's parts that no link carries: the policy under the pointer, and the one to show.

/** A part of a row's details that something leads to. */
type RowPart = 'violations';

interface RowFocus {
  /** Row under the pointer, in the table or in the plot: each shows the other's. */
  readonly key: string | null;
  /** Rows that were selected in the plot: the table shows only these. Empty = all. */
  readonly selected: ReadonlySet<string>;
  /** The row to bring into view, because it is new or somebody came from elsewhere; marked until the next one. A new object asks again. */
  readonly sought: { readonly key: string; readonly part?: RowPart | undefined } | null;
}

const useShared = create<RowFocus>()(() => ({ key: null, selected: new Set(), sought: null }));

export const linkRow = (key: string | null): void => {
  if (useShared.getState().key !== key) useShared.setState({ key });
};

/** Is this row the linked one? Re-renders only the rows for which that changes. */
export const useIsLinked = (key: string): boolean => useShared((s) => s.key === key);

export const useLinkedKey = (): string | null => useShared((s) => s.key);

export const selectRows = (selected: ReadonlySet<string>): void => useShared.setState({ selected });

export const useSelectedRows = (): ReadonlySet<string> => useShared((s) => s.selected);

/** Opens a row's details in the place of others', and puts the policy in C. */
export function openDetails(key: string): void {
  const others = Object.keys(app().scenario.view.tables[STRATEGIES]?.open ?? {}).filter((id) => !id.includes(':') && id !== key);
  for (const id of others) openRow(STRATEGIES, id, false);
  openRow(STRATEGIES, key, true);
  actions.compareWith(key);
}

/** Opens a row's details and brings it into view, marked, with the focus on its name: whatever hid it is taken away. */
export function showRow(key: string, part?: RowPart): void {
  if (useShared.getState().selected.size > 0) selectRows(new Set());
  openDetails(key);
  useShared.setState({ sought: { key, part } });
}

export const useSought = (): RowFocus['sought'] => useShared((s) => s.sought);

/** The same for all rows; a new object only where a cell may look different. */
export interface TableContext {
  readonly narrow: boolean;
  /** The baseline, null when there is none with scores. */
  readonly baseline: TableRow | null;
  /** Columns that show a difference to it. */
  readonly deltas: ReadonlySet<string>;
  /** Best value by column. */
  readonly best: ReadonlyMap<string, number>;
  readonly frame: StripFrame | null;
  /** A run that was sent, which the values are held against; null = none. */
  readonly sent: SentRun | null;
}

/** Of one row. */
export interface RowState {
  readonly shared: TableContext;
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

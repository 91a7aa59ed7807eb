/** Shared inputs of the heads and cells of the table of strategies. */
import { create } from 'zustand';
import { createContext, type RefObject, use } from 'react';
import { t } from '../../i18n/index.ts';
import type { View } from '../../scenario/schema.ts';
import type { TranscriptView } from '../../worker/protocol.ts';
import { useApp } from '../store/index.ts';
import { actions } from '../store/store-actions.ts';
import type { SentRun } from '../store/store-state.ts';
import { app } from '../store/store.ts';
import { openRow } from '../table/useDataTable.ts';
import { STRATEGIES, type TableRow } from './compare-rows.ts';
import type { StripFrame } from './strip/Strip.tsx';

// Shared state of the page's parts that no link carries: the policy under the pointer, and the one to show.

type RowPart = 'violations';

interface RowFocus {
  readonly key: string | null;
  readonly selected: ReadonlySet<string>;
  /** The row to bring into view, because it is new or somebody came from elsewhere; marked until the next one. A new object asks again. */
  readonly sought: { readonly key: string; readonly part?: RowPart | undefined } | null;
}

const useShared = create<RowFocus>()(() => ({ key: null, selected: new Set(), sought: null }));

export const linkRow = (key: string | null): void => {
  if (useShared.getState().key !== key) useShared.setState({ key });
};

export const useIsLinked = (key: string): boolean => useShared((s) => s.key === key);

export const useLinkedKey = (): string | null => useShared((s) => s.key);

export const selectRows = (selected: ReadonlySet<string>): void => useShared.setState({ selected });

export const useSelectedRows = (): ReadonlySet<string> => useShared((s) => s.selected);

export function openDetails(key: string): void {
  const others = Object.keys(app().scenario.view.tables[STRATEGIES]?.open ?? {}).filter((id) => !id.includes(':') && id !== key);
  for (const id of others) openRow(STRATEGIES, id, false);
  openRow(STRATEGIES, key, true);
  actions.compareWith(key);
}

export function showRow(key: string, part?: RowPart): void {
  if (useShared.getState().selected.size > 0) selectRows(new Set());
  openDetails(key);
  useShared.setState({ sought: { key, part } });
}

export const useSought = (): RowFocus['sought'] => useShared((s) => s.sought);

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
  onStripKey(key: string, shift: boolean): boolean;
  readonly deltas: ReadonlySet<string>;
  readonly baseline: TableRow | null;
  readonly transcript: TranscriptView | null;
  readonly color: View['color'];
  readonly narrow: boolean;
  readonly count: number;
}
export const HeadContext = createContext<HeadState | null>(null);
export const useHead = (): HeadState => use(HeadContext)!;

/** The strategy whose stages and name are parameters; it has no row until somebody adds one. */
export const OWN_PIPELINE = 'pipeline';

export function newPipeline(): void {
  const { scenario } = useApp.getState();
  const names = new Set(scenario.rows.map((row) => row.params.name));
  let number = 1;
  while (names.has(t('compare.pipeline.name', { number }))) number += 1;
  const key = actions.addRow(OWN_PIPELINE, { name: t('compare.pipeline.name', { number }) });
  showRow(key);
}

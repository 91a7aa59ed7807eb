/** Shared state of the page's parts that no link carries: the policy under the pointer, and the one to show. */
import { create } from 'zustand';
import { actions } from '../store/actions.ts';
import { app } from '../store/store.ts';
import { openRow } from '../table/useDataTable.ts';
import { STRATEGIES } from './table.ts';

/** A part of a row's details that something leads to. */
type RowPart = 'violations';

interface Shared {
  /** Row under the pointer, in the table or in the plot: each shows the other's. */
  readonly key: string | null;
  /** Rows that were selected in the plot: the table shows only these. Empty = all. */
  readonly selected: ReadonlySet<string>;
  /** The row to bring into view, because it is new or somebody came from elsewhere; marked until the next one. A new object asks again. */
  readonly sought: { readonly key: string; readonly part?: RowPart | undefined } | null;
}

const useShared = create<Shared>()(() => ({ key: null, selected: new Set(), sought: null }));

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

export const useSought = (): Shared['sought'] => useShared((s) => s.sought);

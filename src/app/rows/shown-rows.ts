/** The row under the pointer, those that are selected, and the one to show: no link carries them. */
import { create } from 'zustand';
import { t } from '../../i18n/index.ts';
import { useApp } from '../store/index.ts';
import { actions } from '../store/store-actions.ts';
import { app } from '../store/store.ts';
import { openRow } from '../table/useDataTable.ts';
import { STRATEGIES } from './compare-rows.ts';

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

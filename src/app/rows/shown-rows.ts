/** The row under the pointer, those that are selected, and the one to show: no link carries them. */
import { t } from '../../i18n/index.ts';
import { openTab } from '../store/tabs.ts';
import { useApp } from '../store/index.ts';
import { actions } from '../store/store-actions.ts';
import { app } from '../store/store.ts';
import { type SoughtRow, useUi } from '../store/ui.ts';
import { openRow } from '../table/useDataTable.ts';
import { STRATEGIES } from './compare-rows.ts';

export const linkRow = (key: string | null): void => {
  if (useUi.getState().linked !== key) useUi.setState({ linked: key });
};

export const useIsLinked = (key: string): boolean => useUi((s) => s.linked === key);

export const useLinkedKey = (): string | null => useUi((s) => s.linked);

export const selectRows = (selected: ReadonlySet<string>): void => useUi.setState({ selected });

export const useSelectedRows = (): ReadonlySet<string> => useUi((s) => s.selected);

export function openDetails(key: string): void {
  const others = Object.keys(app().scenario.view.tables[STRATEGIES]?.open ?? {}).filter((id) => !id.includes(':') && id !== key);
  for (const id of others) openRow(STRATEGIES, id, false);
  openRow(STRATEGIES, key, true);
  actions.compareWith(key);
}

export function showRow(key: string, part?: SoughtRow['part']): void {
  if (useUi.getState().selected.size > 0) selectRows(new Set());
  openDetails(key);
  useUi.setState({ sought: { key, part } });
}

export const useSought = (): SoughtRow | null => useUi((s) => s.sought);

/** The strategy whose stages and name are parameters; it has no row until somebody adds one. */
export const OWN_PIPELINE = 'pipeline';

export function newPipeline(): void {
  const { scenario } = useApp.getState();
  const names = new Set(scenario.rows.map((row) => row.params.name));
  let number = 1;
  while (names.has(t('compare.pipeline.name', { number }))) number += 1;
  const key = actions.addRow(OWN_PIPELINE, { name: t('compare.pipeline.name', { number }) });
  // From the palette it is asked for in any view.
  openTab('policies');
  showRow(key);
}

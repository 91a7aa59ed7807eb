/** Custom pipelines: rows that a person adds and composes. */
import { actions, useApp } from '../store/index.ts';
import { t } from '../../i18n/index.ts';
import { showRow } from './row-context.ts';

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

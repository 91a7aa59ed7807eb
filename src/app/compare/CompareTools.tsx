/** Right end of the tab bar: legend, filter, a new pipeline, the choice of columns. */
import { FATES } from '../../engine/strategies/contract.ts';
import { Button } from '../components/Button.tsx';
import { FateChip } from '../diff/Chips.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import menus from '../table/menus.module.css';
import styles from './compare.module.css';
import { newPipeline, OWN_PIPELINE } from './pipeline.ts';
import { strategyColumns, strategyDefaults } from './strategyColumns.tsx';
import { STRATEGIES } from './table.ts';

export function Legend() {
  const { t } = useText();
  return (
    <ul className={styles.legend} aria-label={t('compare.legend')}>
      {FATES.map((fate) => (
        <li key={fate}>
          <FateChip fate={fate} />
          <span aria-hidden>{t(`compare.legend.${fate}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Opens the filter line; it says when rows are hidden. */
function Filter({ opened, onToggle }: FilterState) {
  const { t } = useText();
  return (
    <Button kind="ghost" icon="find" aria-expanded={opened} onClick={onToggle}>
      {t('compare.filter')}
    </Button>
  );
}

/** Adds a custom pipeline, if the engine has the strategy for it. */
function NewPipeline() {
  const { t } = useText();
  const known = useApp((s) => s.description?.strategies.some((info) => info.id === OWN_PIPELINE) ?? false);
  if (!known) return null;
  return (
    <Button kind="ghost" icon="add" title={t('compare.pipeline.help')} onClick={newPipeline}>
      {t('compare.pipeline')}
    </Button>
  );
}

/** Which columns the table shows, and whether all of them show their difference to the baseline. */
function Columns() {
  const { t } = useText();
  const deltas = useApp((s) => s.scenario.view.deltas);
  return (
    <ColumnChooser name={STRATEGIES} columns={strategyColumns} defaults={strategyDefaults}>
      <label className={menus.choice}>
        <input type="checkbox" checked={deltas} onChange={(e) => actions.setView('deltas', e.currentTarget.checked)} />
        {t('compare.columns.deltas')}
      </label>
    </ColumnChooser>
  );
}

interface FilterState {
  readonly opened: boolean;
  onToggle(): void;
}

/** Narrow screens have the legend above the list and no columns to choose. */
export function CompareTools({ narrow, filter }: { readonly narrow: boolean; readonly filter: FilterState }) {
  return (
    <>
      {!narrow && <Legend />}
      {!narrow && <i className={styles.divider} aria-hidden />}
      <Filter {...filter} />
      <NewPipeline />
      {!narrow && <Columns />}
    </>
  );
}

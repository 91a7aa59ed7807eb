/** Right end of the bar of tabs: what the letters mean, the filter, a new pipeline, the choice of columns. */
import { Popover } from '../components/Popover.tsx';
import { useState } from 'react';
import { FATES } from '../../engine/strategies/contract.ts';
import { Button } from '../components/Button.tsx';
import { FateChip } from '../diff/Chips.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';
import { useColumnsLeft } from './linked.ts';
import { measureColumns } from './measures.ts';
import { newPipeline, OWN_PIPELINE } from './pipeline.ts';

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

/** Opens the line with the filter; it says when rows are left out. */
function Filter({ opened, onToggle }: FilterState) {
  const { t } = useText();
  return (
    <Button kind="ghost" icon="find" aria-expanded={opened} onClick={onToggle}>
      {t('compare.filter')}
    </Button>
  );
}

/** A row of the person's own, where the engine has a strategy for it. */
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

/** Which columns stand in the table, and whether all of them show their difference to the baseline. */
function Columns() {
  const { t } = useText();
  const switched = useApp((s) => s.scenario.view.columns);
  const deltas = useApp((s) => s.scenario.view.deltas);
  const [opened, setOpened] = useState(false);
  const left = useColumnsLeft();
  const toggle = (id: string, on: boolean, byDefault: boolean): void => {
    const { [id]: _old, ...rest } = switched;
    // What equals the default stays out of the link, except a column that is wanted although width lacks.
    actions.setView('columns', on === byDefault && !(on && left.includes(id)) ? rest : { ...rest, [id]: on });
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      takesFocus
      label={t('compare.columns')}
      target={
        <Button kind="ghost" icon="columns" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t('compare.columns')}
        </Button>
      }
    >
      <div className={styles.chooser}>
        <label className={styles.choice}>
          <input type="checkbox" checked={deltas} onChange={(e) => actions.setView('deltas', e.currentTarget.checked)} />
          {t('compare.columns.deltas')}
        </label>
        <hr />
        {measureColumns.map((column) => (
          <label key={column.id} className={styles.choice}>
            <input
              type="checkbox"
              checked={!left.includes(column.id) && (switched[column.id] ?? column.shown)}
              onChange={(e) => toggle(column.id, e.currentTarget.checked, column.shown)}
            />
            {t(column.title)}
            <small>{left.includes(column.id) ? t('compare.columns.narrow') : t(column.unit)}</small>
          </label>
        ))}
        <Button kind="link" disabled={Object.keys(switched).length === 0} onClick={() => actions.setView('columns', {})}>
          {t('compare.columns.reset')}
        </Button>
      </div>
    </Popover>
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

/** Right end of the bar of tabs: what the letters mean, the filter, the choice of columns. */
import { Popover } from '../components/Popover.tsx';
import { useEffect, useRef, useState } from 'react';
import { FATES } from '../../engine/strategies/contract.ts';
import { Button } from '../components/Button.tsx';
import { FateChip } from '../diff/Chips.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';
import { useColumnsLeft } from './linked.ts';
import { measureColumns } from './measures.ts';

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

/** A button that becomes a text field; it stays one while there is a filter. */
function Filter() {
  const { t } = useText();
  const filter = useApp((s) => s.scenario.view.filter);
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opened) input.current?.focus();
  }, [opened]);
  if (!opened && filter === '') {
    return (
      <Button kind="ghost" icon="find" onClick={() => setOpened(true)}>
        {t('compare.filter')}
      </Button>
    );
  }
  const close = (): void => {
    setOpened(false);
    actions.setView('filter', '');
  };
  return (
    <span className={styles.filter}>
      <input
        ref={input}
        type="search"
        aria-label={t('compare.filter.label')}
        placeholder={t('compare.filter')}
        value={filter}
        onChange={(e) => actions.setView('filter', e.currentTarget.value)}
        onKeyDown={(e) => e.key === 'Escape' && close()}
        onBlur={() => filter === '' && setOpened(false)}
      />
    </span>
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

/** Narrow screens have the legend above the list and no columns to choose. */
export function CompareTools({ narrow }: { readonly narrow: boolean }) {
  if (narrow) return <Filter />;
  return (
    <>
      <Legend />
      <i className={styles.divider} aria-hidden />
      <Filter />
      <Columns />
    </>
  );
}

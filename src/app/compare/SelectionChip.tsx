/** Says above the table that it shows only the rows selected in the plot. */
import { useApp, useText } from '../store/index.ts';
import styles from './filter.module.css';
import { selectRows, useSelectedRows } from './linked.ts';
import { useTableRows } from './useTableRows.ts';

export function SelectionChip() {
  const { t } = useText();
  const rows = useTableRows(useApp((s) => s.comparison));
  const selected = useSelectedRows();
  const count = rows.filter(({ key }) => selected.has(key)).length;
  if (count === 0) return null;
  return (
    <p className={styles.bar} role="status">
      <button type="button" className={styles.chip} aria-pressed title={t('plot.selection.clear')} onClick={() => selectRows(new Set())}>
        {t('plot.selection', { count })} <span aria-hidden>✕</span>
        <span className="hidden-text">{t('plot.selection.clear')}</span>
      </button>
    </p>
  );
}

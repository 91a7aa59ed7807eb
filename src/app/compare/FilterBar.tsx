/** Line above the table while it is open or filters: text, chips by system and kind, order. */
import { useEffect, useRef } from 'react';
import { Button, Segmented } from '../components/Button.tsx';
import { useApp, useText } from '../store/index.ts';
import { changeTable, useTableView } from '../table/useDataTable.ts';
import styles from './compare.module.css';
import { groupFor, groupOf } from '../table/features.ts';
import { strategyDefaults } from './strategyColumns.tsx';
import {
  type Chip,
  chipCounts,
  FAMILY,
  filterOf,
  filterRows,
  KIND,
  readFilter,
  SEARCH,
  STRATEGIES,
  SYSTEM,
  writeFilter,
} from '../rows/compare-rows.ts';
import { useTableRows } from '../rows/useTableRows.ts';

export const clearFilter = (): void => changeTable(STRATEGIES, { filters: undefined });

export function FilterBar({ focus, onClose }: { readonly focus: boolean; onClose(): void }) {
  const { t } = useText();
  const rows = useTableRows(
    useApp((s) => s.comparison),
    true,
  );
  const view = useTableView(STRATEGIES);
  const filter = filterOf(view);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { chips, text } = readFilter(filter);
  const set = (next: { readonly chips?: readonly Chip[]; readonly text?: string }): void =>
    changeTable(STRATEGIES, { filters: { ...view.filters, [SEARCH]: writeFilter({ chips, text, ...next }) } });
  const close = (): void => {
    clearFilter();
    onClose();
  };
  return (
    <search className={`row wrap second ruled bgApp gap4-12 ${styles.bar}`} aria-label={t('compare.filter.label')}>
      <input
        ref={input}
        type="search"
        aria-label={t('compare.filter.label')}
        placeholder={t('compare.filter.text')}
        value={text}
        onChange={(e) => set({ text: e.currentTarget.value })}
        onKeyDown={(e) => e.key === 'Escape' && close()}
      />
      <span role="group" aria-label={t('compare.filter.systems')} className="row wrap gap4">
        {chipCounts(rows).map(({ chip, count }) => (
          <button
            key={chip}
            type="button"
            className={`second oneLine surface hovers framed highHit pad0-8 ${styles.chip}`}
            aria-pressed={chips.includes(chip)}
            onClick={() => set({ chips: chips.includes(chip) ? chips.filter((c) => c !== chip) : [...chips, chip] })}
          >
            {t(`compare.chip.${chip}`)} <small className="num">{count}</small>
          </button>
        ))}
      </span>
      <span className="inline gap6 oneLine">
        {t('compare.order')}
        <Segmented
          label={t('compare.order')}
          value={groupOf(view, strategyDefaults) ?? ''}
          options={[
            { value: KIND, label: t('compare.order.kind') },
            { value: '', label: t('compare.order.column') },
            { value: SYSTEM, label: t('compare.order.system') },
            { value: FAMILY, label: t('compare.order.family') },
          ]}
          onChange={(group) => changeTable(STRATEGIES, { group: groupFor(group || null, strategyDefaults) })}
        />
      </span>
      <span className={`row gap8 muted num oneLine caption atEnd ${styles.end}`}>
        <span aria-live="polite">{t('compare.filter.count', { shown: filterRows(rows, filter).length, count: rows.length })}</span>
        <Button kind="ghost" icon="close" aria-label={t('compare.filter.close')} onClick={close} />
      </span>
    </search>
  );
}

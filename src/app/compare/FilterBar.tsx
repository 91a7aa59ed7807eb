/** Line above the table while it is open or filters: text, chips by system and kind, order. */
import { useEffect, useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './filter.module.css';
import { BY_SYSTEM, type Chip, chipCounts, filterRows, readFilter, writeFilter } from './table.ts';
import { useTableRows } from './useTableRows.ts';

export function FilterBar({ focus, onClose }: { readonly focus: boolean; onClose(): void }) {
  const { t } = useText();
  const rows = useTableRows(useApp((s) => s.comparison));
  const filter = useApp((s) => s.scenario.view.filter);
  const sort = useApp((s) => s.scenario.view.sort);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { chips, text } = readFilter(filter);
  const set = (next: { readonly chips?: readonly Chip[]; readonly text?: string }): void =>
    actions.setView('filter', writeFilter({ chips, text, ...next }));
  const close = (): void => {
    actions.setView('filter', '');
    onClose();
  };
  return (
    <search className={styles.bar} aria-label={t('compare.filter.label')}>
      <input
        ref={input}
        type="search"
        aria-label={t('compare.filter.label')}
        placeholder={t('compare.filter.text')}
        value={text}
        onChange={(e) => set({ text: e.currentTarget.value })}
        onKeyDown={(e) => e.key === 'Escape' && close()}
      />
      <span role="group" aria-label={t('compare.filter.systems')} className={styles.chips}>
        {chipCounts(rows).map(({ chip, count }) => (
          <button
            key={chip}
            type="button"
            className={styles.chip}
            aria-pressed={chips.includes(chip)}
            title={t(`compare.chip.${chip}.help`)}
            onClick={() => set({ chips: chips.includes(chip) ? chips.filter((c) => c !== chip) : [...chips, chip] })}
          >
            {t(`compare.chip.${chip}`)} <small>{count}</small>
          </button>
        ))}
      </span>
      <span className={styles.order}>
        {t('compare.order')}
        <Segmented
          label={t('compare.order')}
          value={sort.column === BY_SYSTEM ? 'system' : 'score'}
          options={[
            { value: 'score', label: t('compare.order.column') },
            { value: 'system', label: t('compare.order.system') },
          ]}
          onChange={(v) => actions.setView('sort', v === 'system' ? { column: BY_SYSTEM, desc: false } : { column: 'efficiency', desc: true })}
        />
      </span>
      <span className={styles.end}>
        <span aria-live="polite">{t('compare.filter.count', { shown: filterRows(rows, filter).length, count: rows.length })}</span>
        <Button kind="ghost" icon="close" aria-label={t('compare.filter.close')} onClick={close} />
      </span>
    </search>
  );
}

/** Head of a column: name, unit, sort by a click, definition by Alt-click or ⓘ. */
import { DefinitionBox } from '../components/Definition.tsx';
import { Popover } from '../components/Popover.tsx';
import { memo, type MouseEvent, useState } from 'react';
import { lookup } from '../../i18n/index.ts';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';
import { type MeasureColumn, measurePage } from './measures.ts';
import { nextSort } from './table.ts';

/** Tokens carry ≈ where the count is an estimate; validity names whose rules are applied. */
function Unit({ id, text, delta }: { readonly id: string; readonly text: string; readonly delta: string | null }) {
  const { t } = useText();
  const tokenizer = useApp((s) => (s.comparison && !s.comparison.transcript.exact ? s.comparison.transcript.tokenizer : null));
  const rules = useApp((s) => s.comparison?.transcript.rules ?? null);
  const recalling = useApp((s) => (id === 'recall' ? s.recalling : null));
  if (recalling !== null) return <>{t('compare.unit.coming', { share: Math.floor(recalling * 100) / 100 })}</>;
  if (id === 'valid') return <>{rules === null ? '' : (lookup(`rules.${rules}.short`) ?? rules)}</>;
  if (delta) return <>{t('compare.unit.delta', { letter: delta })}</>;
  if (id !== 'tokens' || tokenizer === null) return <>{text}</>;
  return (
    <>
      {text},{' '}
      <abbr className={styles.approx} title={t('compare.definition.approx', { tokenizer })}>
        ≈
      </abbr>
    </>
  );
}

/** Whose prices the costs are counted with, and the day of the list. */
function PricesUsed() {
  const prices = useApp((s) => s.measured?.prices ?? null);
  return prices && <p>{lookup('measure.cost.by', { ...prices })}</p>;
}

/** Without a column it is the head of the names; its second line is `unit`. */
export const MeasureHead = memo(function MeasureHead({
  id,
  column,
  unit = '',
  sort,
  delta = null,
  className,
}: {
  readonly id: string;
  readonly column?: MeasureColumn;
  readonly unit?: string;
  readonly sort: { readonly column: string; readonly desc: boolean };
  /** Letter of the baseline when the column shows deltas. */
  readonly delta?: string | null;
  readonly className?: string;
}) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const sorted = sort.column === id;
  const title = column ? t(column.title) : t('compare.strategy');
  const text = column ? lookup(`measure.${column.measure}.definition`) : null;
  const limits = column ? lookup(`measure.${column.measure}.limits`) : null;
  const click = (event: MouseEvent): void => {
    if (event.altKey && text) setOpened(true);
    else actions.setView('sort', nextSort(sort, id));
  };
  return (
    <th
      scope="col"
      className={className ?? styles.number}
      data-sorted={sorted || undefined}
      aria-sort={sorted ? (sort.desc ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles.sort} title={text ?? t('compare.sort', { title })} onClick={click}>
        <span>
          {title}
          {sorted && <span aria-hidden>{sort.desc ? ' ↓' : ' ↑'}</span>}
        </span>
        <small>
          <Unit id={id} text={column ? t(column.unit) : unit} delta={delta} />
        </small>
      </button>
      {text && (
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          target={
            <button
              type="button"
              className={styles.info}
              aria-label={t('compare.definition.open', { title })}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.2">
                <circle cx="6" cy="6" r="5" />
                <path d="M6 5.4v3.2M6 3.4v.2" />
              </svg>
            </button>
          }
        >
          <DefinitionBox title={title} text={limits ? [text, limits] : [text]}>
            {(id === 'cost' || id === 'break-even') && <PricesUsed />}
            {column && (
              <p>
                <a href={measurePage(column.page ?? column.measure)} target="_blank" rel="noopener">
                  {t('compare.definition.docs')}
                </a>
              </p>
            )}
          </DefinitionBox>
        </Popover>
      )}
    </th>
  );
});

/** Head of a column: name, unit, sort by a click, definition by Alt-click or ⓘ. */
import { Popover } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { lookup } from '../../i18n/index.ts';
import { useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';
import type { MeasureColumn } from './measures.ts';

/** Tokens carry ≈ where the count is an estimate; validity names whose rules are applied. */
function Unit({ id, text, delta }: { readonly id: string; readonly text: string; readonly delta: string | null }) {
  const { t } = useText();
  const tokenizer = useApp((s) => (s.comparison && !s.comparison.transcript.exact ? s.comparison.transcript.tokenizer : null));
  const provider = useApp((s) => s.comparison?.transcript.provider ?? null);
  if (id === 'valid') return <>{provider === null ? '' : (lookup(`provider.${provider}`) ?? provider)}</>;
  if (delta) return <>{t('compare.unit.delta', { letter: delta })}</>;
  if (id !== 'tokens' || tokenizer === null) return <>{text}</>;
  return (
    <>
      {text}, <abbr className={styles.approx} title={t('compare.definition.approx', { tokenizer })}>≈</abbr>
    </>
  );
}

export function MeasureHead({ id, title, unit, definition, sort, delta = null, className, onSort }: {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly definition: MeasureColumn | null;
  readonly sort: { readonly column: string; readonly desc: boolean };
  /** Letter of the baseline when the column shows deltas. */
  readonly delta?: string | null;
  readonly className?: string;
  onSort(): void;
}) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const sorted = sort.column === id;
  const text = definition ? lookup(`measure.${definition.measure}.definition`) : null;
  const click = (event: MouseEvent): void => {
    if (event.altKey && text) setOpened(true);
    else onSort();
  };
  return (
    <th scope="col" className={className ?? styles.number} data-sorted={sorted || undefined} aria-sort={sorted ? (sort.desc ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={styles.sort} title={text ?? t('compare.sort', { title })} onClick={click}>
        <span>
          {title}
          {sorted && <span aria-hidden>{sort.desc ? ' ↓' : ' ↑'}</span>}
        </span>
        <small>
          <Unit id={id} text={unit} delta={delta} />
        </small>
      </button>
      {text && (
        <Popover opened={opened} onChange={setOpened} position="bottom-end" withRoles={false} returnFocus>
          <Popover.Target>
            <button type="button" className={styles.info} aria-label={t('compare.definition.open', { title })} aria-expanded={opened} onClick={() => setOpened(!opened)}>
              <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.2">
                <circle cx="6" cy="6" r="5" />
                <path d="M6 5.4v3.2M6 3.4v.2" />
              </svg>
            </button>
          </Popover.Target>
          <Popover.Dropdown p={0}>
            <div role="note" className={styles.definition}>
              <h4>{title}</h4>
              <p>{text}</p>
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </th>
  );
}

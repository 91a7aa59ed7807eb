/** Parts of the expanded row: a section with its heading, a list that shows its first lines. */
import { type ReactNode, useState } from 'react';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { FEW, MOST } from '../table/ListTable.tsx';
import styles from './details.module.css';

export function Section({ title, children, action }: { readonly title: ReactNode; readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>
        {title}
        {action}
      </h3>
      {children}
    </section>
  );
}

export function Lines({ items }: { readonly items: readonly { readonly key: string; readonly line: ReactNode }[] }) {
  const { t } = useText();
  const [all, setAll] = useState(false);
  const shown = items.slice(0, all ? MOST : FEW);
  return (
    <>
      <ul className={styles.lines}>
        {shown.map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
      {all && items.length > MOST && <p className={styles.note}>{t('row.more', { count: items.length - MOST })}</p>}
      {items.length > FEW && (
        <Button kind="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('row.fewer') : t('row.all', { count: items.length })}
        </Button>
      )}
    </>
  );
}

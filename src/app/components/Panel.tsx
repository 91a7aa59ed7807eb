import type { ReactNode } from 'react';
import styles from './Panel.module.css';

interface Props {
  readonly title?: ReactNode;
  readonly label?: string;
  readonly children: ReactNode;
}

export function Panel({ title, label, children }: Props) {
  return (
    <section className={styles.panel} aria-label={label}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  );
}

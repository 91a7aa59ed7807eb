import type { ReactNode } from 'react';
import styles from './Panel.module.css';

interface Props {
  readonly title?: ReactNode;
  /** Name of the region, if it is one. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A part of a dialog under its own heading; a line separates it from the part before. */
export function Panel({ title, label, children }: Props) {
  return (
    <section className={styles.panel} aria-label={label}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  );
}

/** The numbers at a place of a chart. What can be read by keyboard is said elsewhere, so this is for the eye only. */
import type { ReactNode } from 'react';
import styles from './charts.module.css';

interface Props {
  /** Place inside the axes, px, and their width: the tip stands on the roomier side. */
  readonly x: number;
  readonly y?: number;
  readonly width: number;
  readonly children: ReactNode;
}

export function Tip({ x, y = 4, width, children }: Props) {
  return (
    <div className={x > width / 2 ? `${styles.tip} ${styles.left}` : styles.tip} style={{ left: x, top: y }} aria-hidden="true">
      {children}
    </div>
  );
}

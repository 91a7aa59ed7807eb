/** A small square button in the head of a chart. */
import type { ReactNode } from 'react';
import styles from './charts.module.css';

interface Props {
  readonly label: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly children: ReactNode;
}

export function ToolButton({ label, onClick, disabled, pressed, children }: Props) {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}

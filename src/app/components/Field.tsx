import type { ReactNode } from 'react';
import styles from './Field.module.css';

interface Props {
  readonly label: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Field({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it wraps
    <label className={className ? `${styles.field} ${className}` : styles.field}>
      <span className={styles.caption}>{label}</span>
      {children}
    </label>
  );
}

export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

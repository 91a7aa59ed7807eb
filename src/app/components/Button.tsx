import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Panel.module.css';

interface Props extends ComponentPropsWithRef<'button'> {
  readonly icon?: IconName;
  readonly kind?: 'default' | 'primary' | 'ghost' | 'link';
}

const KINDS = { default: '', primary: classes.primary, ghost: classes.ghost, link: classes.link };

export function Button({ icon, kind = 'default', className, children, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={[classes.button, KINDS[kind], className].filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly label?: string;
  readonly children: ReactNode;
}

export function Panel({ title, label, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={label}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  );
}

import type { ComponentPropsWithRef } from 'react';
import classes from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';

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

import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import classes from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Panel.module.css';
import segments from './Segmented.module.css';

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

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

/** A choice of few options, all visible: native radio buttons under the segments, so the arrow keys work as usual. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className ? `${segments.group} ${className}` : segments.group}>
      {options.map((option) => (
        <label key={option.value} className={segments.option}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}

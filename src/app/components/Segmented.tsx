import { useId } from 'react';
import classes from './Segmented.module.css';

interface Props<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

/** A choice of few options, all visible: native radio buttons under the segments, so the arrow keys work as usual. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className ? `${classes.group} ${className}` : classes.group}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}

import { useId } from 'react';
import styles from './diff.module.css';

interface Props<T extends string> {
  readonly label: string;
  readonly showLabel?: boolean;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  onChange(value: T): void;
}

/** Few exclusive choices in one line: radio buttons that look like segments. */
export function Segmented<T extends string>({ label, showLabel = false, value, options, onChange }: Props<T>) {
  const name = useId();
  return (
    <fieldset className={styles.segmented}>
      <legend className={showLabel ? styles.legend : styles.hidden}>{label}</legend>
      <div className={styles.segments}>
        {options.map(([id, text]) => (
          <label key={id} className={id === value ? styles.segmentOn : styles.segment}>
            <input type="radio" name={name} value={id} checked={id === value} onChange={() => onChange(id)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A labelled setting of the replay, and the two kinds of numbers in it. */
import type { ReactNode } from 'react';
import { Definition } from '../components/Definition.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { parseNumber } from '../settings/numbers.ts';
import { useText } from '../store/index.ts';
import { readShare, readWhole } from './fields.ts';
import styles from './replay.module.css';

export function Field({ label, help, children }: { readonly label: string; readonly help: string; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
      <Definition title={label} text={help.split('\n')}>
        {label}
      </Definition>
      {children}
    </div>
  );
}

/** A share in a field, shown in percent. */
export function ShareField({
  label,
  value,
  least,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
  onChange(value: number): void;
}) {
  const { n } = useText();
  const set = (next: number | null): boolean => {
    if (next === null) return false;
    onChange(next);
    return true;
  };
  return (
    <NumberField
      label={label}
      text={n.plain(Number((value * 100).toFixed(2)))}
      unit="%"
      onCommit={(typed) => set(readShare(typed, least, most))}
      onStep={(steps) => set(Math.min(most ?? 1, Math.max(least ?? 0.01, Number((value + steps / 100).toFixed(4)))))}
    />
  );
}

/** A whole number in a field. */
export function WholeField({
  label,
  value,
  least,
  most,
  unit,
  step = 1,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit?: string;
  readonly step?: number;
  onChange(value: number): void;
}) {
  const { n } = useText();
  return (
    <NumberField
      label={label}
      text={n.whole(value)}
      {...(unit !== undefined && { unit })}
      onCommit={(typed) => {
        const whole = readWhole(typed, least, most) ?? parseNumber(typed);
        if (whole === null || whole < least || whole > most) return false;
        onChange(Math.round(whole));
        return true;
      }}
      onStep={(steps) => onChange(Math.min(most, Math.max(least, value + steps * step)))}
    />
  );
}

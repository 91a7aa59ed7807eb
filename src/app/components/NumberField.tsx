import { type ComponentPropsWithRef, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './components.module.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words for screen readers, if the slider's number is not the value itself. */
  readonly text?: string;
  readonly onChange: (value: number) => void;
}

/** The browser's own range input with our style, including its keyboard, touch and screen reader support. */
export function Slider({ label, value, min, max, step, text, onChange }: SliderProps) {
  const share = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  // The centre of the thumb moves between 6 px from either end; the fill ends under it.
  const style = { '--fill': `calc(${share * 100}% + ${6 - share * 12}px)` } as CSSProperties;
  return (
    <input
      type="range"
      className={`block wideFull highHit bgNone pressable unlined ${styles.slider}`}
      style={style}
      aria-label={label}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(e) => onChange(e.currentTarget.valueAsNumber)}
    />
  );
}

interface Props {
  readonly label: string;
  /** The value as text, shown while nobody types. */
  readonly text: string;
  readonly unit?: string;
  /** Reads what was typed: true = taken, false = not understood (the field turns red and keeps it). */
  readonly onCommit: (typed: string) => boolean;
  readonly onStep: (steps: number) => void;
}

export function NumberField({ label, text, unit, onCommit, onStep }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A value that changes from outside (slider, reset, another link) replaces half-typed text, but not while somebody types: the first
  // comparison brings the window of the transcript's model.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the signal, it is not read
  useEffect(() => {
    if (document.activeElement === input.current) return;
    setTyped(null);
    setWrong(false);
  }, [text]);
  const commit = () => {
    if (typed === null) return;
    const taken = onCommit(typed);
    setWrong(!taken);
    if (taken) setTyped(null);
  };
  return (
    <label className={wrong ? `block pad2-0 ${styles.number} ${styles.wrong}` : `block pad2-0 ${styles.number}`}>
      <span className={`row surface rounded ${styles.box}`}>
        <input
          ref={input}
          className={`num toRight grows high24 unlined bgNone ${styles.input}`}
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={wrong}
          data-taken={typed === null || undefined}
          value={typed ?? text}
          onFocus={(e) => e.currentTarget.select()}
          onChange={(e) => setTyped(e.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(e) => {
            if (e.key === 'Enter') commit();
            else if (e.key === 'Escape') {
              setTyped(null);
              setWrong(false);
            } else if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
              e.preventDefault();
              onStep((e.key === 'ArrowUp' ? 1 : -1) * (e.shiftKey ? 10 : 1));
            }
          }}
        />
        {unit && (
          <span className={`muted ${styles.unit}`} aria-hidden="true">
            {unit}
          </span>
        )}
      </span>
    </label>
  );
}

interface FieldProps {
  readonly label: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Field({ label, className, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it wraps
    <label className={className ? `stack gap2 shrinks ${styles.field} ${className}` : `stack gap2 shrinks ${styles.field}`}>
      <span className="small muted">{label}</span>
      {children}
    </label>
  );
}

export function Fields({ children }: { readonly children: ReactNode }) {
  return <div className={`wrap gap8 flex toBottom ${styles.fields}`}>{children}</div>;
}

type Options<T> = readonly (readonly [T, string])[];

export interface SelectProps<T extends string | number> extends Omit<ComponentPropsWithRef<'select'>, 'onChange' | 'value'> {
  readonly value: NoInfer<T> | '';
  /** Words of the choice of none, '', which is the first; absent = one of the options is chosen. */
  readonly none?: string | undefined;
  /** Each with its words. */
  readonly options?: Options<T>;
  /** More of them, under a name each. */
  readonly groups?: readonly (readonly [string, Options<T>])[];
  readonly onChange: (chosen: T) => void;
}

export function Select<T extends string | number>({ none, options = [], groups = [], onChange, ...rest }: SelectProps<T>) {
  const first = none === undefined ? options : [['' as T, none] as const, ...options];
  const all = [...first, ...groups.flatMap(([, own]) => own)];
  const drawn = (list: Options<T>) =>
    list.map(([one, words]) => (
      <option key={one} value={one}>
        {words}
      </option>
    ));
  return (
    <select {...rest} onChange={(e) => onChange(all[e.currentTarget.selectedIndex]![0])}>
      {drawn(first)}
      {groups.map(([name, own]) => (
        <optgroup key={name} label={name}>
          {drawn(own)}
        </optgroup>
      ))}
    </select>
  );
}

interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange'> {
  readonly text?: ReactNode;
  readonly onChange: (on: boolean) => void;
}

/** A box to tick, with its words beside it. */
export function Check({ className, title, text, children, onChange, ...rest }: CheckProps) {
  return (
    <label className={className} title={title}>
      <input type="checkbox" {...rest} onChange={(e) => onChange(e.currentTarget.checked)} />
      {text}
      {children}
    </label>
  );
}

interface SearchProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange'> {
  readonly label: string;
  readonly onChange: (text: string) => void;
}

export const Search = ({ label, onChange, ...rest }: SearchProps) => (
  <input type="search" aria-label={label} placeholder={label} {...rest} onChange={(e) => onChange(e.currentTarget.value)} />
);

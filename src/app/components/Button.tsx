import { type ComponentPropsWithRef, type ReactNode, useId, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import classes from './components.module.css';

/** Icons on a 16 px grid with a 1.5 px line. Decorative: the button's text or label says what it does. */
const PATHS = {
  import: 'M8 10.5V2.5M5 5.5l3-3 3 3M2.5 10v3.5h11V10',
  samples: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  share: 'M6.5 9.5l3-3M7 4.5l1.3-1.3a3 3 0 014.3 4.3L11.4 8.7M9 11.5l-1.3 1.3a3 3 0 01-4.3-4.3L4.6 7.3',
  export: 'M8 2.5v8M5 7.5l3 3 3-3M2.5 13.5h11',
  report: 'M4 1.8h5.2L12.5 5v9.2H4zM9 1.8V5h3.5M6 8h4.5M6 10.8h4.5',
  chevron: 'M4 6l4 4 4-4',
  find: 'M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM10.5 10.5l3 3',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  pin: 'M6 2.5h4l-.6 4 2.1 2.2v1.3h-7V8.7l2.1-2.2zM8 10v3.5',
  warning: 'M8 2l6.2 11.5H1.8zM8 6.5v3M8 11.6v.1',
  moon: 'M13 9.5A5.5 5.5 0 016.5 3a5.5 5.5 0 106.5 6.5z',
  sun: 'M8 5.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  system: 'M2.5 3h11v7.5h-11zM6 13.5h4M8 10.5v3',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  tune: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.3v3.4M6 9.3v3.4',
  next: 'M4 5l4 4 4-4M4 12h8',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  check: 'M3 8.5l3.2 3.2L13 5',
  add: 'M8 3v10M3 8h10',
  back: 'M13 8H3.5M7.5 4l-4 4 4 4',
  up: 'M8 13V3.5M4 7.5l4-4 4 4',
  down: 'M8 3v9.5M4 8.5l4 4 4-4',
  history: 'M2.9 9.2A5.3 5.3 0 103.6 5M3.2 2.4V5.2H6M8 5v3.2l2.2 1.4',
  undo: 'M5.6 3.4L2.8 6.2 5.6 9M2.8 6.2h6.4a3.6 3.6 0 010 7.2H5.5',
  redo: 'M10.4 3.4l2.8 2.8L10.4 9M13.2 6.2H6.8a3.6 3.6 0 000 7.2h3.7',
  folder: 'M2.5 6V3.5h4l1.5 2h5.5V13h-11zM2.5 6v7',
  file: 'M4 1.8h5.2L12.5 5v9.2H4zM9 1.8V5h3.5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 14 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.5 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

interface TapProps extends ComponentPropsWithRef<'button'> {
  readonly text?: ReactNode;
}

/** What is pressed, without a look of its own. */
export const Tap = ({ text, children, ...rest }: TapProps) => (
  <button type="button" {...rest}>
    {text}
    {children}
  </button>
);

interface Props extends TapProps {
  readonly icon?: IconName;
  readonly kind?: 'default' | 'primary' | 'ghost' | 'link';
}

const KINDS = { default: '', primary: classes.primary, ghost: classes.ghost, link: classes.link };

export function Button({ icon, kind = 'default', text, className, children, ...rest }: Props) {
  const classNames = [`middle toCenter gap6 high28 framed rounder surface plainText medium oneLine ${classes.button}`, KINDS[kind], className];
  return (
    <Tap {...rest} className={classNames.filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {text}
      {children}
    </Tap>
  );
}

interface PairsProps {
  readonly className?: string | undefined;
  /** Classes of a pair, of its name and of its value. */
  readonly classes?: readonly (string | undefined)[];
  readonly pairs: readonly (readonly [name: string, value: ReactNode])[];
}

export function Pairs({ className, classes: own = [], pairs }: PairsProps) {
  const [pair, name, value] = own;
  return (
    <dl className={className}>
      {pairs.map(([one, is]) => (
        <div key={one} className={pair}>
          <dt className={name}>{one}</dt>
          <dd className={value}>{is}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PanelProps {
  readonly title?: ReactNode;
  readonly label?: string;
  readonly children: ReactNode;
}

export function Panel({ title, label, children }: PanelProps) {
  return (
    <section className={classes.panel} aria-label={label}>
      {title !== undefined && <h3>{title}</h3>}
      {children}
    </section>
  );
}

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** Each with its words. */
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

/** A choice of few options, all visible: native radio buttons under the segments, so the arrow keys work as usual. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={className ? `card oneLine surface fixed clips ${classes.group} ${className}` : `card oneLine surface fixed clips ${classes.group}`}
    >
      {options.map(([one, words]) => (
        <label key={one} className={`relative pad0-6 caption line22 centered second pressable ${classes.option}`}>
          <input className="absolute inset0 opacity0 pressable" type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {words}
        </label>
      ))}
    </div>
  );
}

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const setSlot = (element: HTMLElement | null): void => {
  slot = element;
  for (const listener of listeners) listener();
};

/** Puts tools of the open tab at the right end of the bar of tabs. */
export function TabTools({ children }: { readonly children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
}

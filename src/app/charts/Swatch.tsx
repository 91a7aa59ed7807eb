/** The look of a line, the same in the chart, its legend and next to its letter. */
import type { CSSProperties } from 'react';
import styles from './charts.module.css';

export type Look = number | 'baseline' | 'recorded';

interface SwatchStyle {
  readonly className: string;
  readonly style?: CSSProperties;
}

export function lookOf(look: Look, also = ''): SwatchStyle {
  const className = (name: string | undefined): string => `${name} ${also}`.trim();
  if (look === 'baseline') return { className: className(styles.baseline) };
  if (look === 'recorded') return { className: className(styles.recorded) };
  return { className: className(styles.series), style: { '--series': `var(--series-${look + 1})` } as CSSProperties };
}

export function Swatch({ look, dash = '' }: { readonly look: Look; readonly dash?: string }) {
  return (
    <svg width={20} height={8} aria-hidden="true">
      <line x1={0} x2={20} y1={4} y2={4} {...lookOf(look, styles.line)} strokeDasharray={dash || undefined} />
    </svg>
  );
}

/** The look of a line, the same in the chart, its legend and next to its letter. */
import styles from './charts.module.css';

/** 0–7 = one of the colours of series; the two others are lines that no strategy draws. */
export type Look = number | 'baseline' | 'recorded';

/** Class with the colour and the stroke of a look. */
export const lookOf = (look: Look): string => (typeof look === 'number' ? styles[`series${look + 1}`] : styles[look]) ?? '';

/** A short piece of a line. */
export function Swatch({ look, dash = '' }: { readonly look: Look; readonly dash?: string }) {
  return (
    <svg width={20} height={8} aria-hidden="true">
      <line x1={0} x2={20} y1={4} y2={4} className={`${styles.line} ${lookOf(look)}`} strokeDasharray={dash || undefined} />
    </svg>
  );
}

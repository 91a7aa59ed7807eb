/** Small pictures of shares: a bar in parts, and a bar with marks. */
import type { CSSProperties } from 'react';
import styles from './measures.module.css';

export interface BarPart {
  readonly id: 'retained' | 'recoverable' | 'lost' | 'preserved' | 'degraded';
  readonly count: number;
}

/** Counts as parts of one bar; the numbers are beside it. */
export function PartsBar({ parts }: { readonly parts: readonly BarPart[] }) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <span className={styles.bar} aria-hidden>
      {parts.map(({ id, count }) => count > 0 && <i key={id} data-part={id} style={{ width: `${(100 * count) / all}%` }} />)}
    </span>
  );
}

export interface BarMark {
  readonly id: string;
  /** 0–1. */
  readonly at: number;
  readonly label: string;
}

/** One share from 0 to 1, its interval, and its references. */
export function ShareBar({
  value,
  interval,
  marks,
  label,
}: {
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  readonly marks: readonly BarMark[];
  readonly label: string;
}) {
  const at = (share: number): CSSProperties => ({ left: `${100 * Math.max(0, Math.min(1, share))}%` });
  return (
    <div className={styles.share} role="img" aria-label={label}>
      <i className={styles.fill} style={{ width: `${100 * value}%` }} />
      {interval && <i className={styles.interval} style={{ ...at(interval[0]), width: `${100 * (interval[1] - interval[0])}%` }} />}
      {marks.map((mark) => (
        <span key={mark.id} className={styles.mark} data-mark={mark.id} data-end={mark.at > 0.72 || undefined} style={at(mark.at)}>
          <small>{mark.label}</small>
        </span>
      ))}
    </div>
  );
}

/** Small pictures of shares: a bar in parts, and a bar with marks. */
import type { CSSProperties, ReactNode } from 'react';
import { lookup } from '../../i18n/index.ts';
import { measureDocument } from '../compare/measures.ts';
import { Definition } from '../components/Definition.tsx';
import { useText } from '../store/index.ts';
import { openLoss } from '../store/ui.ts';
import styles from './measures.module.css';

// The name of a measure, which opens its definition and leads to its page.

export function Term({ measure, children }: { readonly measure: string; readonly children: ReactNode }) {
  const { t } = useText();
  const text = lookup(`measure.${measure}.definition`);
  if (text === null) return children;
  return (
    <Definition
      title={lookup(`measure.${measure}.title`) ?? measure}
      text={[text, lookup(`measure.${measure}.limits`) ?? ''].filter(Boolean)}
      link={{ document: measureDocument(measure), label: t('loss.definition') }}
    >
      {children}
    </Definition>
  );
}

interface Props {
  readonly row: string;
  readonly list: string;
  readonly kind?: string | null;
  readonly count: number;
}

export function Listed({ row, list, kind = null, count }: Props) {
  const { t, n } = useText();
  if (count === 0) return n.whole(0);
  return (
    <button type="button" className={styles.listed} title={t('loss.list.open', { count })} onClick={() => openLoss(row, list, kind)}>
      {n.whole(count)}
    </button>
  );
}

export interface BarPart {
  readonly id: 'retained' | 'recoverable' | 'lost' | 'preserved' | 'degraded';
  readonly count: number;
}

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

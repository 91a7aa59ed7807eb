/** The first row: the transcript as it is, outside the sort. */
import type { CSSProperties, RefObject } from 'react';
import type { View } from '../../scenario/schema.ts';
import type { RowResult, TranscriptView } from '../../worker/protocol.ts';
import { useApp, useText } from '../store/index.ts';
import styles from './compare.module.css';
import { formatValue, type MeasureColumn } from './measures.ts';
import { PIN_LETTERS } from './rows.ts';
import { describeOriginal } from './strip/describe.ts';
import { OriginalStrip, type StripFrame } from './strip/Strip.tsx';
import { ValidMark } from './ValidMark.tsx';

/** CSS px. */
const STRIP = 22;
const STRIP_NARROW = 20;

export function OriginalRow({
  transcript,
  frame,
  ruler,
  color,
  baseline,
  columns,
  deltas,
  narrow,
}: {
  readonly transcript: TranscriptView | null;
  readonly frame: StripFrame | null;
  readonly ruler: RefObject<HTMLDivElement | null>;
  readonly color: View['color'];
  readonly baseline: RowResult | null;
  readonly columns: readonly MeasureColumn[];
  /** Columns in which the other rows have a delta behind the value. */
  readonly deltas: ReadonlySet<string>;
  readonly narrow: boolean;
}) {
  const { t, n } = useText();
  const level = useApp((s) => s.comparison?.history.levels.length ?? 0);
  const name = level > 0 ? t('history.original', { level }) : t('compare.original');
  const note =
    color === 'fate'
      ? baseline
        ? t('compare.original.fate', { letter: PIN_LETTERS[0] })
        : t('compare.original.keep')
      : color === 'role'
        ? t('compare.original.role')
        : t('compare.original.priority');
  const cell = (column: MeasureColumn) => {
    if (!transcript || !column.original) return '—';
    if (column.id === 'valid') return <ValidMark violations={transcript.originalViolations} rules={transcript.rules} />;
    return (
      <>
        {formatValue(column, column.original(transcript), n)}
        {column.beside && (
          <small className={styles.beside} aria-hidden>
            {n.whole(100)}
          </small>
        )}
        {deltas.has(column.id) && <span className={styles.delta} style={{ '--delta': `${column.deltaWidth}px` } as CSSProperties} />}
      </>
    );
  };
  return (
    <tr className={styles.original}>
      <td className={`${styles.pinCell} ${styles.sticky}`}>
        <span className="hidden-text">—</span>
      </td>
      <th scope="row" className={`${styles.nameCell} ${styles.sticky}`} aria-label={name}>
        <span className={styles.name}>
          <b>{name}</b>
          <em>{note}</em>
        </span>
      </th>
      <td className={styles.stripCell} data-strip>
        <div ref={ruler}>
          {frame && (
            <OriginalStrip
              frame={frame}
              color={color}
              baseline={baseline}
              label={describeOriginal(frame.transcript)}
              height={narrow ? STRIP_NARROW : STRIP}
            />
          )}
        </div>
      </td>
      {columns.map((column) => (
        <td key={column.id} className={styles.number} data-dash={!transcript || !column.original || undefined} data-brief={column.brief}>
          {cell(column)}
        </td>
      ))}
    </tr>
  );
}

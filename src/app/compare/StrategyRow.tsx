/** One row of the table, and below it its details when it is open. */
import { memo, type MouseEvent, useId } from 'react';
import type { RowResult } from '../../worker/protocol.ts';
import { Icon } from '../components/Icon.tsx';
import { actions, useText } from '../store/index.ts';
import styles from './compare.module.css';
import { linkRow, useIsLinked } from './linked.ts';
import { briefLabel, formatDelta, formatValue, type MeasureColumn } from './measures.ts';
import { RowDetails } from './RowDetails.tsx';
import { isBest, type TableRow } from './rows.ts';
import { describeStrip } from './strip/describe.ts';
import { FateStrip, type StripFrame } from './strip/Strip.tsx';
import { ValidMark } from './ValidMark.tsx';

/** Height of the strip in CSS px. */
const STRIP = 16;
const STRIP_NARROW = 20;

interface Props {
  readonly row: TableRow;
  readonly columns: readonly MeasureColumn[];
  readonly deltas: ReadonlySet<string>;
  /** Result of the baseline, null when there is none with scores. */
  readonly baseline: RowResult | null;
  readonly best: ReadonlyMap<string, number>;
  readonly frame: StripFrame | null;
  readonly narrow: boolean;
  readonly columnCount: number;
  readonly expanded: boolean;
  readonly tabbable: boolean;
  readonly language: string;
  /** ms that a slow comparison has run, null when none runs. */
  readonly elapsed: number | null;
  onFocus(key: string): void;
  onToggle(key: string): void;
}

function Cell({ row, column, baseline, deltas, best, elapsed, onOpen }: Pick<Props, 'row' | 'baseline' | 'deltas' | 'best' | 'elapsed'> & { readonly column: MeasureColumn; onOpen(): void }) {
  const { t, n } = useText();
  const { result } = row;
  const label = briefLabel(column, t);
  const brief = column.brief || undefined;
  if (column.id === 'time' && elapsed !== null) {
    return (
      <td className={styles.number} data-label={label} data-brief={brief} data-counting>
        {n.ms(elapsed)}
      </td>
    );
  }
  const value = result ? column.value(result) : null;
  if (!result || value === null) {
    return (
      <td className={styles.number} data-dash data-label={label} data-brief={brief}>
        —
      </td>
    );
  }
  if (column.id === 'valid') {
    return (
      <td className={styles.number} data-label={label} data-brief={brief}>
        <ValidMark violations={result.violations} provider={row.provider} onOpen={onOpen} />
      </td>
    );
  }
  if (column.id === 'verification') {
    return (
      <td className={styles.number} data-label={label} data-brief={brief}>
        {value === 0 ? <span className={styles.ok}>✓</span> : <span className={styles.invalid}>{n.whole(value)} ✕</span>}
      </td>
    );
  }
  const missed = column.id === 'tokens' && result.metTarget === false;
  const isBase = baseline?.key === row.key;
  const base = baseline ? column.value(baseline) : null;
  const shown = isBest(row, column, best);
  return (
    <td className={styles.number} data-label={label} data-brief={brief} data-best={shown || undefined} data-missed={missed || undefined} title={missed ? row.missed : undefined}>
      {missed && <span aria-hidden>▲ </span>}
      {formatValue(column, value, n)}
      {deltas.has(column.id) && (
        <span className={styles.delta} data-base={isBase || undefined} style={{ width: column.deltaWidth }} title={isBase ? t('compare.baseline.help') : undefined}>
          {isBase ? t('compare.base') : base === null ? '' : formatDelta(column, value - base, n)}
        </span>
      )}
    </td>
  );
}

export const StrategyRow = memo(function StrategyRow(props: Props) {
  const { row, columns, frame, narrow, columnCount, expanded, tabbable, language, elapsed, onFocus, onToggle } = props;
  const { t } = useText();
  const linked = useIsLinked(row.key);
  const id = useId();
  const { result, title, note, pin, state } = row;
  const open = (): void => {
    if (!expanded) onToggle(row.key);
  };
  const click = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('button, a, input, [data-strip]')) onToggle(row.key);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the name in the row is a button that does the same */}
      <tr
        data-key={row.key}
        className={styles.row}
        data-pinned={pin ? true : undefined}
        data-state={state}
        data-linked={linked || undefined}
        data-expanded={expanded || undefined}
        onClick={click}
        onPointerEnter={() => linkRow(row.key)}
        onPointerLeave={() => linkRow(null)}
      >
        <td className={`${styles.pinCell} ${styles.sticky}`}>
          <button
            type="button"
            className={styles.pin}
            aria-pressed={pin !== null}
            aria-label={t('compare.pin', { title })}
            title={t('compare.pin.help')}
            tabIndex={tabbable ? 0 : -1}
            onClick={() => actions.togglePin(row.key)}
          >
            <span>{pin}</span>
          </button>
        </td>
        <th scope="row" className={`${styles.nameCell} ${styles.sticky}`} aria-labelledby={`${id}-name`}>
          <span className={styles.name}>
            <button
              type="button"
              data-name
              aria-expanded={expanded}
              aria-describedby={note || row.missed ? `${id}-note` : undefined}
              tabIndex={tabbable ? 0 : -1}
              title={title}
              onClick={() => onToggle(row.key)}
              onFocus={() => onFocus(row.key)}
            >
              <b id={`${id}-name`}>{title}</b>
            </button>
            {note && (
              <em data-tone={note.tone} title={note.title}>
                {note.tone === 'bad' && <Icon name="warning" size={11} />}
                {note.text}
              </em>
            )}
            {(note || row.missed) && (
              <span id={`${id}-note`} hidden>
                {[note?.title, row.missed].filter(Boolean).join(' · ')}
              </span>
            )}
          </span>
        </th>
        <td className={styles.stripCell} data-strip>
          {frame && result && state !== 'failed' && (
            <FateStrip
              frame={frame}
              result={result}
              label={describeStrip(title, result, language)}
              height={narrow ? STRIP_NARROW : STRIP}
              faded={state !== 'compacted'}
              struck={state === 'rejected' || state === 'refused'}
            />
          )}
        </td>
        {columns.map((column) => (
          <Cell key={column.id} row={row} column={column} baseline={props.baseline} deltas={props.deltas} best={props.best} elapsed={elapsed} onOpen={open} />
        ))}
      </tr>
      {expanded && (
        <tr className={styles.details} data-details>
          <td colSpan={columnCount}>
            <RowDetails row={row} />
          </td>
        </tr>
      )}
    </>
  );
});

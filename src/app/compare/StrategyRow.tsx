/** One row of the table, and below it its details when it is open. */
import { type CSSProperties, memo, type MouseEvent, type ReactNode, Suspense, useDeferredValue, useId, useRef } from 'react';
import type { NumberFormats } from '../../i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { part } from '../components/part.ts';
import { formatReason, t } from '../../i18n/index.ts';
import { actions, useText } from '../store/index.ts';
import { openLoss } from '../store/ui.ts';
import styles from './compare.module.css';
import { linkRow, useIsLinked } from './linked.ts';
import { briefLabel, formatDelta, formatValue, isLate, type MeasureColumn } from './measures.ts';
import { recallSign, recallWords, SIGNS } from './recall.ts';
import { isBest, type Note, pooled, type TableRow } from './rows.ts';
import { FateStrip, type StripFrame } from './strip/Strip.tsx';
import { type InView, useIsInView } from './useInView.ts';
import { ValidMark } from './ValidMark.tsx';

/** Fetched when the first row is opened, or when the page has nothing else to do. */
const loadDetails = () => import('./RowDetails.tsx').then((m) => m.RowDetails);
const RowDetails = part(loadDetails);
if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void loadDetails().catch(() => undefined), { timeout: 10_000 });

/** Height of the strip in CSS px. */
const STRIP = 16;
const STRIP_NARROW = 20;

interface Props {
  readonly row: TableRow;
  readonly columns: readonly MeasureColumn[];
  readonly deltas: ReadonlySet<string>;
  /** The baseline, null when there is none with scores. */
  readonly baseline: TableRow | null;
  readonly best: ReadonlyMap<string, number>;
  readonly frame: StripFrame | null;
  readonly narrow: boolean;
  readonly columnCount: number;
  readonly expanded: boolean;
  readonly tabbable: boolean;
  /** ms that a slow comparison has run, null when none runs. */
  readonly elapsed: number | null;
  readonly inView: InView;
  /** Taken to be in view until the browser has said. */
  readonly early: boolean;
  onFocus(key: string): void;
  onToggle(key: string): void;
}

function Delta({
  row,
  column,
  value,
  baseline,
}: {
  readonly row: TableRow;
  readonly column: MeasureColumn;
  readonly value: number;
  readonly baseline: TableRow | null;
}) {
  const { t, n } = useText();
  const isBase = baseline?.key === row.key;
  const base = baseline && column.value(baseline);
  return (
    <span
      className={styles.delta}
      data-base={isBase || undefined}
      style={{ '--delta': `${column.deltaWidth}px` } as CSSProperties}
      title={isBase ? t('compare.baseline.help') : undefined}
    >
      {isBase ? t('compare.base') : base === null ? '' : formatDelta(column, value - base, n)}
    </span>
  );
}

/** What a cell with a value shows. */
function cellContent(row: TableRow, column: MeasureColumn, value: number, n: NumberFormats, onOpen: () => void): ReactNode {
  if (column.id === 'valid' && row.result) return <ValidMark violations={row.result.violations} rules={row.rules} onOpen={onOpen} />;
  if (column.id === 'verification')
    return value === 0 ? <span className={styles.ok}>✓</span> : <span className={styles.invalid}>{n.whole(value)} ✕</span>;
  const text = formatValue(column, value, n);
  if (!column.lists) return text;
  const { lists } = column;
  const beside = column.beside ? recallWords(row) : [];
  // The details of the row have the same buttons for the keyboard.
  return (
    <button
      type="button"
      className={styles.lists}
      tabIndex={-1}
      aria-label={[t('compare.lost.open', { title: t(column.title), row: row.title, value: text }), ...beside].join(' ')}
      onClick={() => openLoss(row.key, lists)}
    >
      {text}
    </button>
  );
}

/** What a cell without a value shows: that it comes, that it does not apply and why, or nothing. */
function Missing({ row, column, late }: { readonly row: TableRow; readonly column: MeasureColumn; readonly late: boolean }) {
  const { t } = useText();
  if (late)
    return (
      <span role="img" aria-label={t('compare.coming')} title={t('compare.coming')}>
        …
      </span>
    );
  const why = row.result?.outcome === 'compacted' ? column.why?.(row) : null;
  return why ? <abbr title={formatReason(why)}>{t('compare.notApplicable')}</abbr> : '—';
}

/** The interval, what it is of, and what it was paid with, for the tooltip. */
function intervalText(row: TableRow, column: MeasureColumn): string | undefined {
  const interval = column.interval?.(row);
  const { needed = 0, kept = 0 } = row.recall ? pooled(row.recall) : {};
  const words = [
    ...(interval ? [t('compare.recall.interval', { low: interval[0], high: interval[1], needed, kept })] : []),
    ...(column.beside ? recallWords(row) : []),
  ];
  return words.length > 0 ? words.join('\n') : undefined;
}

/** A share that belongs to the value before it. The words for it are in the value's name and in the tooltip. */
function Beside({ share }: { readonly share: number }) {
  const { n } = useText();
  return (
    <small className={styles.beside} aria-hidden>
      {n.whole(100 * share)}
    </small>
  );
}

function Cell({
  row,
  column,
  narrow,
  baseline,
  deltas,
  best,
  elapsed,
  onOpen,
}: Pick<Props, 'row' | 'narrow' | 'baseline' | 'deltas' | 'best' | 'elapsed'> & {
  readonly column: MeasureColumn;
  onOpen(): void;
}) {
  const { n } = useText();
  const { result } = row;
  const counting = column.id === 'time' && elapsed !== null;
  const value = counting ? elapsed : column.value(row);
  const late = isLate(row, column);
  const missed = column.id === 'tokens' && value !== null && result?.metTarget === false;
  const sign = column.beside && value !== null ? recallSign(row) : null;
  const beside = value === null ? null : (column.beside?.(row) ?? null);
  return (
    <td
      className={styles.number}
      // Narrow screens have no heads: the name stands above each value.
      data-label={narrow ? briefLabel(column, t) : undefined}
      data-brief={column.brief}
      data-dash={value === null || undefined}
      data-best={(!counting && isBest(row, column, best)) || undefined}
      data-missed={missed || sign !== null || undefined}
      data-late={late || undefined}
      title={missed ? row.missed : value === null ? undefined : intervalText(row, column)}
    >
      {(missed || sign) && (
        <span className={styles.missed} aria-hidden>
          {SIGNS[sign ?? 'over']}
        </span>
      )}
      {value === null ? <Missing row={row} column={column} late={late} /> : counting ? n.ms(value) : cellContent(row, column, value, n, onOpen)}
      {value !== null && deltas.has(column.id) && <Delta row={row} column={column} value={value} baseline={baseline} />}
      {beside !== null && <Beside share={beside} />}
    </td>
  );
}

interface HeadProps {
  readonly rowKey: string;
  readonly title: string;
  readonly pin: string | null;
  readonly note: string;
  readonly tone: Note['tone'];
  readonly story: string;
  readonly writer: string | null;
  readonly embedder: string | null;
  readonly expanded: boolean;
  readonly tabbable: boolean;
  onFocus(key: string): void;
  onToggle(key: string): void;
}

/** Pin box, name and note. Plain values only, so that a slider that moves numbers leaves it alone. */
const RowHead = memo(function RowHead({ rowKey, title, pin, note, tone, story, writer, embedder, expanded, tabbable, onFocus, onToggle }: HeadProps) {
  const { t } = useText();
  const id = useId();
  return (
    <>
      <td className={`${styles.pinCell} ${styles.sticky}`}>
        <button
          type="button"
          className={styles.pin}
          aria-pressed={pin !== null}
          aria-label={t('compare.pin', { title })}
          title={t('compare.pin.help')}
          tabIndex={tabbable ? 0 : -1}
          onClick={() => actions.togglePin(rowKey)}
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
            aria-describedby={story ? `${id}-note` : undefined}
            tabIndex={tabbable ? 0 : -1}
            title={title}
            onClick={() => onToggle(rowKey)}
            onFocus={() => onFocus(rowKey)}
          >
            <b id={`${id}-name`}>{title}</b>
          </button>
          {embedder && (
            <span className={styles.writer} title={t('models.row.embedded', { model: embedder })}>
              {embedder}
            </span>
          )}
          {writer && (
            <span className={styles.writer} title={t('models.row.by', { writer })}>
              {writer}
            </span>
          )}
          {note && (
            <em data-tone={tone} title={story}>
              {tone === 'bad' && <Icon name="warning" size={11} />}
              {note}
            </em>
          )}
          {story && (
            <span id={`${id}-note`} hidden>
              {story}
            </span>
          )}
        </span>
      </th>
    </>
  );
});

export const StrategyRow = memo(function StrategyRow(props: Props) {
  const { columns, frame, narrow, columnCount, expanded, tabbable, elapsed, onFocus, onToggle } = props;
  const element = useRef<HTMLTableRowElement>(null);
  const shown = useIsInView(element, props.inView, props.early);
  // Out of view, the numbers may follow a moment later: while a slider moves, what is seen comes first.
  const later = useDeferredValue(props.row);
  const row = shown || expanded ? props.row : later;
  const linked = useIsLinked(row.key);
  const { result, title, note, pin, state } = row;
  const open = (): void => {
    if (!expanded) onToggle(row.key);
  };
  const click = (event: MouseEvent): void => {
    if (!(event.target as Element).closest('button, a, input, [data-strip]')) onToggle(row.key);
  };
  return (
    <>
      <tr
        ref={element}
        data-key={row.key}
        className={styles.row}
        data-pinned={pin ? true : undefined}
        data-state={state}
        data-control={row.info.kind === 'control' || undefined}
        data-linked={linked || undefined}
        data-expanded={expanded || undefined}
        onClick={click}
        onPointerEnter={() => linkRow(row.key)}
        onPointerLeave={() => linkRow(null)}
      >
        <RowHead
          rowKey={row.key}
          title={title}
          pin={pin}
          note={note?.text ?? ''}
          tone={note?.tone ?? 'plain'}
          writer={row.writer}
          embedder={row.embedder}
          story={[note?.title, row.missed].filter(Boolean).join(' · ')}
          expanded={expanded}
          tabbable={tabbable}
          onFocus={onFocus}
          onToggle={onToggle}
        />
        <td className={styles.stripCell} data-strip>
          {frame && result && state !== 'failed' && (
            <FateStrip
              frame={frame}
              result={result}
              title={title}
              height={narrow ? STRIP_NARROW : STRIP}
              painted={shown}
              faded={state !== 'compacted'}
              struck={state === 'rejected' || state === 'refused'}
            />
          )}
        </td>
        {columns.map((column) => (
          <Cell
            key={column.id}
            row={row}
            column={column}
            narrow={narrow}
            baseline={props.baseline}
            deltas={props.deltas}
            best={props.best}
            elapsed={elapsed}
            onOpen={open}
          />
        ))}
      </tr>
      {expanded && (
        <tr className={styles.details} data-details>
          <td colSpan={columnCount}>
            <Suspense fallback={<div className={styles.detailsSpace} />}>
              <RowDetails row={row} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});

import { type CSSProperties, type FC, memo, type ReactNode, use, useId } from 'react';
import type { Violation } from '../../engine/measures/contract.ts';
import { formatReason, t } from '../../i18n/index.ts';
import { Icon, Tap } from '../components/Button.tsx';
import { KeptBar } from '../rows/Chips.tsx';
import type { Note, TableRow } from '../rows/compare-rows.ts';
import { belowChance, isBest, missedText, pooled, recallSign, recallWords, rulesName, SIGNS } from '../rows/compare-rows.ts';
import { markOf, type SentMark, sentScores } from '../rows/useTableRows.ts';
import { briefLabel, type Format, formatDelta, formatValue, isLate, type MeasureColumn, pairOf } from '../rows/measures.ts';
import { actions, openLoss, useApp, useText } from '../store/index.ts';
import { RowTh, Td } from '../table/TableCells.tsx';
import type { AnyColumn } from '../table/features.ts';
import cells from './cells.module.css';
import styles from './compare.module.css';
import { ElapsedContext, type TableContext, useRow } from './row-context.ts';
import { FateStrip } from './strip/Strip.tsx';

export function ValidMark({
  violations,
  rules,
  expanded,
  onOpen,
}: {
  readonly violations: readonly Violation[];
  readonly rules: string;
  readonly expanded?: boolean;
  readonly onOpen?: () => void;
}) {
  const { t } = useText();
  const own = violations.filter((v) => !v.original).length;
  const name = rulesName(rules);
  const kept = violations.length - own;
  const inherited = kept > 0 ? t('compare.valid.original', { count: kept }) : '';
  if (own === 0 && !(kept > 0 && onOpen)) {
    const words = [t('compare.valid.ok', { provider: name }), inherited].filter(Boolean).join('; ');
    return (
      <span className="second" role="img" aria-label={words} title={words}>
        ✓
      </span>
    );
  }
  const words = [own > 0 ? t('compare.valid.own', { count: own, provider: name }) : t('compare.valid.ok', { provider: name }), inherited]
    .filter(Boolean)
    .join('; ');
  const mark = own > 0 ? `${own} ✕` : '✓';
  const className = own > 0 ? `bad strong leastHigh24 ${cells.invalid}` : 'muted regular leastHigh24 leastWide24';
  if (!onOpen)
    return (
      <span className={className} role="img" aria-label={words} title={words}>
        {mark}
      </span>
    );
  return <Tap className={className} aria-label={words} aria-expanded={expanded} title={words} onClick={onOpen} text={mark} />;
}

const STRIP = 16;
const STRIP_NARROW = 20;

interface CellProps {
  readonly column: AnyColumn;
  readonly row: TableRow;
}

export function PinCell({ column, row }: CellProps) {
  const { t } = useText();
  const { tabbable } = useRow();
  return (
    <Td column={column} className={styles.pinCell}>
      <Tap
        className={`center rounded highHit ${cells.pin}`}
        aria-pressed={row.pin !== null}
        aria-label={t('compare.other', { title: row.title })}
        title={t('compare.other.help')}
        tabIndex={tabbable ? 0 : -1}
        onClick={() => actions.compareWith(row.key)}
      >
        <span>{row.pin}</span>
      </Tap>
    </Td>
  );
}

interface NameProps {
  readonly id: string;
  readonly rowKey: string;
  readonly title: string;
  readonly note: string;
  readonly tone: Note['tone'];
  readonly story: string;
  readonly writer: string | null;
  readonly embedder: string | null;
  readonly isAnswer: boolean;
  readonly expanded: boolean;
  readonly tabbable: boolean;
  onFocus(key: string): void;
  onToggle(key: string): void;
}

/** Plain values only, so that a slider that changes numbers does not redraw it. */
const Name = memo(function Name({
  id,
  rowKey,
  title,
  note,
  tone,
  story,
  writer,
  embedder,
  isAnswer,
  expanded,
  tabbable,
  onFocus,
  onToggle,
}: NameProps) {
  const { t } = useText();
  return (
    <span className={`row shrinks gap7 ${cells.name}`}>
      <Tap
        className="high24 edge toLeft"
        data-name
        aria-expanded={expanded}
        aria-describedby={story ? `${id}-note` : undefined}
        tabIndex={tabbable ? 0 : -1}
        title={title}
        onClick={() => onToggle(rowKey)}
        onFocus={() => onFocus(rowKey)}
      >
        <b id={`${id}-name`} className="medium">
          {title}
        </b>
      </Tap>
      {isAnswer && <span className={`small strong rounded fixed accent pad0-5 framedAccent ${cells.answer}`}>{t('compare.answer')}</span>}
      {embedder && (
        <span
          className={`small second rounded framed pad0-5 ellipsis ${cells.writer}`}
          title={t('reason.trace-clusters-embeddings', { model: embedder })}
        >
          {embedder}
        </span>
      )}
      {writer && (
        <span className={`small second rounded framed pad0-5 ellipsis ${cells.writer}`} title={t('models.row.by', { writer })}>
          {writer}
        </span>
      )}
      {note && (
        <em data-tone={tone} title={story.includes(note) ? story : [note, story].filter(Boolean).join(' · ')}>
          {tone === 'bad' && <Icon name="warning" size={11} />}
          {tone === 'bad' ? note.replace(/^⚠ /u, '') : note}
        </em>
      )}
      {story && (
        <span id={`${id}-note`} hidden>
          {story}
        </span>
      )}
    </span>
  );
});

export function NameCell({ column, row }: CellProps) {
  const id = useId();
  const { expanded, tabbable, onFocus, onToggle } = useRow();
  const { key, title, note, writer, embedder, isAnswer } = row;
  return (
    <RowTh column={column} className={styles.nameCell} aria-labelledby={`${id}-name`}>
      <Name
        id={id}
        rowKey={key}
        title={title}
        note={note?.text ?? ''}
        tone={note?.tone ?? 'plain'}
        story={[note?.title, missedText(row.result)].filter(Boolean).join(' · ')}
        writer={writer}
        embedder={embedder}
        isAnswer={isAnswer}
        expanded={expanded}
        tabbable={tabbable}
        onFocus={onFocus}
        onToggle={onToggle}
      />
    </RowTh>
  );
}

export function StripCell({ column, row }: CellProps) {
  const { shared, painted } = useRow();
  const { frame, narrow } = shared;
  const { state, title } = row;
  const result = row.result ?? row.former;
  return (
    <Td column={column} className={styles.stripCell} data-strip>
      {frame && result && state !== 'failed' && (
        <FateStrip
          frame={frame}
          result={result}
          title={title}
          height={narrow ? STRIP_NARROW : STRIP}
          painted={painted}
          faded={state !== 'compacted' && row.former === null}
          struck={state === 'rejected' || state === 'refused'}
        />
      )}
    </Td>
  );
}

type Props = CellProps & { readonly measure: MeasureColumn };
type ValueProps = { readonly row: TableRow; readonly measure: MeasureColumn; readonly value: number };

function Plain({ row, measure, value }: ValueProps) {
  const { n } = useText();
  const text = formatValue(measure, value, n);
  const { lists } = measure;
  const chance = measure.plot.limits === 'independent' ? (row.recall?.retained?.chance ?? null) : null;
  const beside = measure.beside ? recallWords(row) : [];
  const told = lists ? (
    <Tap
      className={`pad4-0 edge ${cells.lists}`}
      data-guide="number"
      tabIndex={-1}
      aria-label={[t('compare.lost.open', { title: t(measure.title), row: row.title, value: text }), ...beside].join(' ')}
      onClick={() => openLoss(row.key, lists)}
      text={text}
    />
  ) : (
    text
  );
  if (chance === null) return told;
  return (
    <span className="row toEnd" style={{ width: 136 }}>
      {told} <KeptBar kept={{ share: value, chance }} />
    </span>
  );
}

function Validity({ row }: ValueProps) {
  const rules = useApp((s) => s.comparison?.transcript.rules ?? '');
  const { onOpen } = useRow();
  return row.result && <ValidMark violations={row.result.measures.violations ?? []} rules={rules} onOpen={onOpen} />;
}

function Checks({ value }: ValueProps) {
  const { n } = useText();
  return value === 0 ? <span className="second">✓</span> : <span className={`bad strong leastHigh24 ${cells.invalid}`}>{n.whole(value)} ✕</span>;
}

/** Content of a cell without a value: pending, not applicable with the reason, or empty. */
export function Missing({ row, measure, late }: { readonly row: TableRow; readonly measure: MeasureColumn; readonly late: boolean }) {
  const { t } = useText();
  if (late)
    return (
      <span role="img" aria-label={t('compare.coming')} title={t('compare.coming')}>
        …
      </span>
    );
  const why = row.result?.outcome === 'compacted' ? measure.why(row) : null;
  return why ? <abbr title={formatReason(why)}>{t(why.key === 'measure-hidden' ? 'compare.hidden' : 'compare.notApplicable')}</abbr> : '—';
}

function Delta({ row, measure, value }: ValueProps) {
  const { t, n } = useText();
  const { baseline } = useRow().shared;
  const isBase = baseline?.key === row.key;
  const base = baseline && measure.value(baseline);
  return (
    <span
      className={`regular toRight inlineBlock second clips muted ${cells.delta}`}
      data-base={isBase || undefined}
      style={{ '--delta': `${measure.deltaWidth}px` } as CSSProperties}
      title={isBase ? t('compare.baseline.help') : undefined}
    >
      {isBase ? t('compare.base') : base === null ? '' : formatDelta(measure, value - base, n)}
    </span>
  );
}

function Beside({ share }: { readonly share: number }) {
  const { n } = useText();
  return (
    <small className={`regular toRight inlineBlock second ${cells.beside}`} aria-hidden>
      {n.whole(100 * share)}
    </small>
  );
}

function Other({ row, measure }: { readonly row: TableRow; readonly measure: MeasureColumn }) {
  const { t, n } = useText();
  const { best } = useRow().shared;
  const value = measure.value(row);
  const below = value !== null && belowChance(row);
  return (
    <span
      className={`regular plainText ${cells.other}`}
      data-best={isBest(row, measure, best) || undefined}
      data-missed={below || undefined}
      aria-hidden
    >
      <i> / </i>
      {below && SIGNS.below}
      {value === null ? t('compare.notApplicable') : formatValue(measure, value, n)}
    </span>
  );
}

function intervalText(row: TableRow, measure: MeasureColumn): string | undefined {
  const interval = measure.interval?.(row);
  const { needed = 0, kept = 0 } = row.recall ? pooled(row.recall) : {};
  const words = [
    ...(interval
      ? [
          measure.beside
            ? t('compare.recall.interval', { low: interval[0], high: interval[1], needed, kept })
            : t('compare.recall.interval.only', { low: interval[0], high: interval[1] }),
        ]
      : []),
    ...(measure.beside ? recallWords(row) : []),
  ];
  return words.length > 0 ? words.join('\n') : undefined;
}

interface Remark {
  readonly sign: string | null;
  readonly title: string | undefined;
}

function ofRecall(row: TableRow, measure: MeasureColumn): Remark {
  const sign = measure.beside ? recallSign(row) : null;
  return { sign: sign && SIGNS[sign], title: intervalText(row, measure) };
}

const ofTarget = (row: TableRow): Remark =>
  row.result?.metTarget === false ? { sign: SIGNS.over, title: missedText(row.result) } : { sign: null, title: undefined };

function useSaid(row: TableRow, measure: MeasureColumn, sent: TableContext['sent']): readonly [SentMark | null, string | null] {
  const { t, n } = useText();
  if (!sent) return [null, null];
  const there = sentScores(sent, row.key);
  const other = pairOf(measure);
  const marks = [markOf(measure, row, there), other && markOf(other, row, there)];
  const mark = marks.includes('differs') ? 'differs' : marks[0];
  if (!mark) return [null, null];
  if (mark !== 'differs') return [mark, t(`compare.sent.${mark}`)];
  const values = [measure, ...(other ? [other] : [])].map((column) => {
    const value = there && column.value(there);
    return value === null ? '—' : formatValue(column, value, n);
  });
  return [mark, t('compare.sent.differs', { value: values.join(' / ') })];
}

function NumberCell({
  column,
  row,
  measure,
  value,
  remark = { sign: null, title: undefined },
  children,
}: Props & { readonly value: number | null; readonly remark?: Remark; readonly children: ReactNode }) {
  const { t } = useText();
  const { narrow, deltas, best, sent } = useRow().shared;
  const [mark, said] = useSaid(row, measure, sent);
  const late = isLate(row, measure);
  const { sign, title } = value === null ? { sign: null, title: undefined } : remark;
  const beside = value === null ? null : (measure.beside?.(row) ?? null);
  const other = value === null ? null : pairOf(measure);
  const isBold = isBest(row, measure, best) || (other !== null && isBest(row, other, best));
  return (
    <Td
      column={column}
      className={styles.number}
      // Narrow screens have no heads: the name is above each value.
      data-label={narrow ? briefLabel(measure, t) : undefined}
      data-brief={measure.brief}
      data-dash={value === null || undefined}
      data-best={isBest(row, measure, best) || undefined}
      data-missed={sign !== null || undefined}
      data-late={late || undefined}
      data-sent={mark ?? undefined}
      title={[title, isBold && t('compare.best'), said].filter(Boolean).join('\n') || undefined}
    >
      {mark === 'differs' && <span className="hidden-text">{said}</span>}
      {sign && (
        <span className={cells.missed} aria-hidden>
          {sign}
        </span>
      )}
      {value === null ? <Missing row={row} measure={measure} late={late} /> : children}
      {value !== null && deltas.has(measure.id) && <Delta row={row} measure={measure} value={value} />}
      {other && <Other row={row} measure={other} />}
      {beside !== null && <Beside share={beside} />}
    </Td>
  );
}

const shownBy =
  (Value: FC<ValueProps>, remarkOf: (row: TableRow, measure: MeasureColumn) => Remark = ofRecall): FC<Props> =>
  (props) => {
    const { measure } = props;
    // What is computed again keeps its value of before, which the row shows as old.
    const row = props.row.former ? { ...props.row, result: props.row.former } : props.row;
    const value = measure.value(row);
    return (
      <NumberCell {...props} row={row} value={value} remark={remarkOf(row, measure)}>
        {value !== null && <Value row={row} measure={measure} value={value} />}
      </NumberCell>
    );
  };

const TimeCell: FC<Props> = (props) => {
  const { n } = useText();
  const elapsed = use(ElapsedContext);
  const value = elapsed ?? props.measure.value(props.row);
  return (
    <NumberCell {...props} value={value}>
      {value !== null && <span data-duration>{n.ms(value)}</span>}
    </NumberCell>
  );
};

const PLAIN = shownBy(Plain);

const WITH_TARGET = shownBy(Plain, ofTarget);

const CELLS: Readonly<Partial<Record<Format, FC<Props>>>> = { violations: shownBy(Validity), checks: shownBy(Checks), ms: TimeCell };

export const cellOf = ({ format, missed }: MeasureColumn): FC<Props> => (missed ? WITH_TARGET : (CELLS[format] ?? PLAIN));

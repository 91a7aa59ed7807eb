import { Tap } from '../components/Button.tsx';
import type { Distribution, RowOfSet } from '../../engine/sets/contract.ts';
import { lookup, numbers, t } from '../../i18n/index.ts';
import cells from '../compare/cells.module.css';
import { actions } from '../store/index.ts';
import { SortButton } from '../table/Head.tsx';
import { columnsFor } from '../table/columns.tsx';
import type { AnyColumn, ColumnDef } from '../table/features.ts';
import { openSession } from './set-actions.ts';
import { isSure, KIND_ORDER, type ResultRow, useSet } from './set-state.ts';
import styles from './set.module.css';

const KEPT_WIDTH = 280;
const DIFFERENCE_WIDTH = 226;
const HEIGHT = 27;
const MIDDLE = 13.5;
const PAD = 6;

/** x of a share on the axis from 0 to 1. */
const keptAt = (share: number): number => PAD + share * (KEPT_WIDTH - 2 * PAD);
/** Points left and right of no difference. */
const REACH = 0.74;
const differenceAt = (value: number): number => {
  const half = DIFFERENCE_WIDTH / 2;
  return half + (Math.max(-REACH, Math.min(REACH, value)) / REACH) * (half - PAD);
};

const TICKS = [0, 0.25, 0.5, 0.75, 1];
const STEPS = [-0.6, -0.3, 0, 0.3, 0.6];

const KeptAxis = () => (
  <svg width={KEPT_WIDTH} height={13} className="block atEnd spills" aria-hidden="true">
    {TICKS.map((tick) => (
      <text
        fontWeight={400}
        fontSize="var(--fs-10)"
        fill="var(--text-3)"
        key={tick}
        x={keptAt(tick)}
        y={10}
        textAnchor={tick === 1 ? 'end' : 'middle'}
      >
        {tick * 100}
      </text>
    ))}
  </svg>
);

const DifferenceAxis = () => (
  <svg width={DIFFERENCE_WIDTH} height={13} className="block atEnd spills" aria-hidden="true">
    {STEPS.map((step) => (
      <text fontWeight={400} fontSize="var(--fs-10)" fill="var(--text-3)" key={step} x={differenceAt(step)} y={10} textAnchor="middle">
        {step === 0 ? '0' : `${step > 0 ? '+' : '−'}${Math.round(Math.abs(step) * 100)}`}
      </text>
    ))}
  </svg>
);

interface KeptProps {
  readonly row: Pick<RowOfSet, 'ticks' | 'together'> & { readonly kept: Distribution };
  onWorst(session: string): void;
}

/** Thin line worst to best, box = middle half, bar = 95 % of the median, tick = median, one small tick per session below. */
function KeptGlyph({ row: { kept, ticks, together }, onWorst }: KeptProps) {
  const chance = together?.chance ?? null;
  const { worst, best, quartiles, interval, median, worstSession, outliers } = kept;
  const span = ([from, to]: readonly [number, number]) => ({ x: keptAt(from), width: Math.max(1, keptAt(to) - keptAt(from)) });
  return (
    <span className={`relative block margin0-Minus4-0-Auto ${styles.glyph}`} style={{ width: KEPT_WIDTH }}>
      <svg className="block" width={KEPT_WIDTH} height={HEIGHT} aria-hidden="true">
        {chance !== null && <line stroke="var(--text-3)" strokeDasharray="2 2" x1={keptAt(chance)} x2={keptAt(chance)} y1={0} y2={HEIGHT} />}
        <line stroke="var(--control)" x1={keptAt(worst)} x2={keptAt(best)} y1={MIDDLE} y2={MIDDLE} />
        <rect fill="var(--keep)" opacity={0.28} {...span(quartiles)} y={MIDDLE - 6} height={12} rx={1} />
        {ticks.map(({ session, value }) => (
          <line key={session} stroke="var(--text-3)" opacity={0.75} x1={keptAt(value)} x2={keptAt(value)} y1={21.5} y2={25} />
        ))}
        <rect fill="var(--keep)" {...span(interval)} y={MIDDLE - 1.5} height={3} />
        <rect fill="var(--text)" x={keptAt(median) - 1.25} y={MIDDLE - 7} width={2.5} height={14} />
      </svg>
      <Tap
        className={`absolute wide24 ${styles.worst}`}
        data-outlier={outliers.includes(worstSession) || undefined}
        style={{ left: keptAt(worst) - 12, top: MIDDLE - 12 }}
        aria-label={t('set.worst.open')}
        title={t('set.worst.open')}
        onClick={() => onWorst(worstSession)}
      />
    </span>
  );
}

/** Zero line, one tick per session, bar = 95 % of the mean, dot = mean. */
function DifferenceGlyph({ row: { difference, differences } }: { readonly row: Pick<RowOfSet, 'difference' | 'differences'> }) {
  const zero = differenceAt(0);
  return (
    <svg width={DIFFERENCE_WIDTH} height={HEIGHT} className={`block margin0-Minus4-0-Auto ${styles.difference}`} aria-hidden="true">
      <line stroke="var(--line-strong)" x1={zero} x2={zero} y1={0} y2={HEIGHT} />
      {differences.map(({ session, value }) => (
        <line key={session} stroke="var(--text-3)" opacity={0.75} x1={differenceAt(value)} x2={differenceAt(value)} y1={MIDDLE - 6} y2={MIDDLE + 6} />
      ))}
      {difference && (
        <>
          <rect
            fill="var(--keep)"
            x={differenceAt(difference.interval[0])}
            width={Math.max(1, differenceAt(difference.interval[1]) - differenceAt(difference.interval[0]))}
            y={MIDDLE - 2}
            height={4}
          />
          <circle fill="var(--text)" stroke="var(--bg)" cx={differenceAt(difference.mean)} cy={MIDDLE} r={3.5} />
        </>
      )}
    </svg>
  );
}

const SPARK = { width: 146, height: 18 };

/** The size of the recorded context over the session, with its compactions. */
export function Spark({ sizes, marks }: { readonly sizes: readonly number[]; readonly marks: readonly number[] }) {
  const { width, height } = SPARK;
  const most = Math.max(1, ...sizes);
  // One size is a level line.
  const points = sizes.length === 1 ? [...sizes, ...sizes] : sizes;
  const at = (size: number, i: number): string =>
    `${((i * width) / (points.length - 1)).toFixed(1)} ${(height - 1 - (size / most) * (height - 4)).toFixed(1)}`;
  const line = points.map((size, i) => `${i === 0 ? 'M' : 'L'}${at(size, i)}`).join('');
  return (
    <svg width={width} height={height} className="block" aria-hidden="true">
      <path opacity={0.16} fill="var(--keep)" d={`${line}L${width} ${height}L0 ${height}Z`} />
      <path strokeWidth={1.2} stroke="var(--keep)" fill="none" d={line} />
      {marks.map((share) => (
        <path fill="var(--sum)" key={share} d={`M${share * width - 3} 3l3 -3l3 3l-3 3Z`} />
      ))}
    </svg>
  );
}

const BAR = { width: 84, height: 16 };

export function DifferenceBar({ value }: { readonly value: number }) {
  const { width, height } = BAR;
  const length = Math.max(1, Math.min(1, Math.abs(value) / REACH) * (width / 2));
  return (
    <svg width={width} height={height} aria-hidden="true">
      <line stroke="var(--line-strong)" x1={width / 2} x2={width / 2} y1={0} y2={height} />
      <rect fill="var(--keep)" x={value < 0 ? width / 2 - length : width / 2} y={4} width={length} height={8} />
    </svg>
  );
}

const { words, number, rank } = columnsFor<ResultRow>();

function open(session: string): void {
  const found = useSet.getState().sessions.find((one) => one.session === session);
  if (found) void openSession(found);
}

const percent = (share: number): string => numbers().share(share);
/** Shares of an interval without decimals: the column is narrow, and the picture beside it is exact. */
const between = ([from, to]: readonly [number, number]): string => `${Math.round(from * 100)}–${Math.round(to * 100)}`;
const deltas = ([from, to]: readonly [number, number]): string => t('list.range', { from: numbers().shareDelta(from), to: numbers().shareDelta(to) });

/** In a saved table: both ends, and counts as the cell has them, not the number that sorts. */
const saving = (words: (row: ResultRow) => string | null) => (row: unknown) => words(row as ResultRow);
const ends = (interval: readonly [number, number]): string => JSON.stringify(interval);

/** A head with the axis of the pictures below it. */
const withAxis = (column: ColumnDef<ResultRow>, Axis: () => React.ReactNode): ColumnDef<ResultRow> =>
  ({
    ...column,
    header: ({ column: head }: { readonly column: AnyColumn }) => (
      <SortButton column={head}>
        <Axis />
      </SortButton>
    ),
  }) as ColumnDef<ResultRow>;

function NameCell({ row }: { readonly row: ResultRow }) {
  return (
    <span className={`row gap8 shrinks ${styles.name}`}>
      <Tap
        className={`fixed center rounded highHit ${cells.pin}`}
        aria-pressed={row.letter !== null}
        aria-label={t('compare.other', { title: row.title })}
        title={t('compare.other.help')}
        onClick={() => actions.compareWith(row.key)}
      >
        <span>{row.letter}</span>
      </Tap>
      <b className={row.letter ? 'strong' : 'medium'} title={row.title}>
        {row.title}
      </b>
      {row.answer && <span className={`fixed accent pad0-4 framedAccent rounded ${styles.tag}`}>{t('compare.answer')}</span>}
      {row.wrote !== null && <small className="atEnd">{row.wrote === 1 ? t('compare.agent') : t('set.wrote', { share: row.wrote })}</small>}
    </span>
  );
}

export function resultColumns(best: number | null): readonly ColumnDef<ResultRow>[] {
  return [
    rank('compared', ({ letter }) => (letter === null ? 3 : ['A', 'B', 'C'].indexOf(letter))),
    words('kind', {
      title: 'set.kind',
      width: 90,
      order: KIND_ORDER,
      cell: ({ kind }) => t(`compare.kind.${kind}`),
      optional: true,
      group: {
        title: (kind) => lookup(`compare.kind.${kind}`) ?? kind,
      },
    }),
    words('row', { title: 'label.policy', width: 200, value: 'title', names: true, grow: true, cell: (row) => <NameCell row={row} /> }),
    withAxis(
      number('kept', {
        title: 'compare.controls.kept',
        help: () => t('set.key.distribution'),
        width: KEPT_WIDTH + 6,
        value: ({ together }) => together?.share ?? null,
        cell: (row) => (row.kept ? <KeptGlyph row={{ ...row, kept: row.kept }} onWorst={open} /> : <FewFacts row={row} />),
      }),
      KeptAxis,
    ),
    number('together', {
      title: 'set.together',
      help: () => t('set.together.help'),
      unit: () => '%',
      width: 62,
      value: ({ together }) => together?.share ?? null,
      cell: ({ together, below }) =>
        together ? (
          <span className={below ? 'warn' : together.share === best ? styles.best : undefined} title={below ? t('plot.point.below') : undefined}>
            {below && '▼ '}
            {percent(together.share)}
          </span>
        ) : (
          '—'
        ),
    }),
    number('own', {
      title: 'compare.pair.own',
      unit: () => '%',
      help: () => t('set.own.help'),
      width: 66,
      cell: ({ own }) => <span className="muted">{own === null ? '—' : percent(own)}</span>,
    }),
    number('interval', {
      title: 'set.interval',
      help: () => t('set.interval.help'),
      width: 72,
      value: ({ kept }) => kept?.interval[0] ?? null,
      saved: saving(({ kept }) => kept && ends(kept.interval)),
      cell: ({ kept }) => <span className="muted">{kept ? between(kept.interval) : '—'}</span>,
    }),
    number('worst', {
      title: 'set.worst',
      help: () => t('set.worst.help'),
      width: 56,
      value: ({ kept }) => kept?.worst ?? null,
      cell: ({ kept }) =>
        kept ? (
          <Tap
            className={`accent underlines leastHigh24 pad0-2 narrowLeastHigh36 ${styles.link}`}
            title={t('set.worst.open')}
            onClick={() => open(kept.worstSession)}
            text={Math.round(kept.worst * 100)}
          />
        ) : (
          '—'
        ),
    }),
    withAxis(
      number('difference', {
        title: 'set.difference',
        help: () => t('set.difference.help'),
        width: DIFFERENCE_WIDTH + 6,
        value: ({ difference }) => difference?.mean ?? null,
        cell: (row) => <DifferenceGlyph row={row} />,
      }),
      DifferenceAxis,
    ),
    number('mean', {
      title: 'set.mean',
      help: () => t('set.mean.help'),
      width: 58,
      value: ({ difference }) => difference?.mean ?? null,
      cell: (row) => {
        if (!row.difference) return <span className="muted">{row.letter === 'A' ? t('compare.base') : '—'}</span>;
        return <span className={isSure(row) ? styles.best : 'muted'}>{numbers().shareDelta(row.difference.mean)}</span>;
      },
    }),
    number('differenceInterval', {
      title: 'set.difference.interval',
      help: () => t('set.difference.interval.help'),
      width: 108,
      value: ({ difference }) => difference?.interval[0] ?? null,
      saved: saving(({ difference }) => difference && ends(difference.interval)),
      cell: ({ difference }) => <span className="muted">{difference ? deltas(difference.interval) : ''}</span>,
    }),
    number('counts', {
      title: () => '+ / = / −',
      help: () => t('set.counts.help'),
      width: 82,
      value: ({ difference }) => difference?.better ?? null,
      saved: saving(({ difference }) => difference && `${difference.better} / ${difference.equal} / ${difference.worse}`),
      cell: ({ difference }) =>
        difference ? (
          <span>
            <b className="medium">{difference.better}</b> <span className="muted">/ {difference.equal} /</span>{' '}
            <b className="medium">{difference.worse}</b>
          </span>
        ) : (
          ''
        ),
    }),
    number('over', {
      title: 'compare.column.target',
      help: () => t('set.over.help'),
      width: 60,
      lowFirst: true,
      cell: ({ over }) => (over > 0 ? <span className="warn strong">▲ {over}</span> : <span className="muted">0</span>),
    }),
    number('valid', {
      title: 'compare.column.valid',
      help: () => t('set.valid.help'),
      width: 84,
      lowFirst: true,
      value: ({ invalid, failed }) => invalid + failed,
      cell: ({ invalid, failed }) => (
        <span title={failed > 0 ? t('set.failedIn', { count: failed }) : undefined}>
          {invalid > 0 && <span className="bad">{invalid} ✕</span>}
          {failed > 0 && <span className="bad"> {failed} ⚠</span>}
          {invalid + failed === 0 && <span className="second">✓</span>}
        </span>
      ),
    }),
    number('cost', {
      title: 'compare.column.cost',
      help: () => t('set.cost.help'),
      width: 82,
      lowFirst: true,
      say: (value) => numbers().money(value),
    }),
    number('efficiency', { title: 'set.efficiency', help: () => t('set.efficiency.help'), width: 60, say: (value) => numbers().score(value) }),
    number('sessions', {
      title: 'set.sessions',
      help: () => t('set.sessions.help'),
      width: 66,
      value: ({ kept }) => kept?.sessions ?? 0,
      optional: true,
    }),
    number('median', {
      title: 'set.median',
      unit: () => '%',
      help: () => t('set.median.help'),
      width: 66,
      value: ({ kept }) => kept?.median ?? null,
      say: percent,
      optional: true,
    }),
    number('left', {
      title: 'set.left',
      help: () => t('set.left.help'),
      width: 60,
      value: ({ left }) => left?.median ?? null,
      say: percent,
      optional: true,
    }),
  ];
}

const FewFacts = ({ row }: { readonly row: ResultRow }) => (
  <span className="muted">{row.failed === row.sessions ? t('set.failedAll') : t('set.few')}</span>
);

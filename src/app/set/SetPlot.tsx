/** What is kept of what was needed against the tokens left, over the sessions together, with what random messages keep in a row's own tokens; and the same by group. */
import { useCallback, useMemo } from 'react';
import { formatTitle, lookup } from '../../i18n/index.ts';
import { GROUPINGS, type RowOfSet } from '../../engine/sets/contract.ts';
import { ChartFrame, type ChartTable } from '../charts/ChartFrame.tsx';
import { type ChartPoint, type Link, PointChart } from '../charts/PointChart.tsx';
import { type AxisView, type Range, type Scale, ticks, xOf, yOf } from '../charts/scale.ts';
import { Segmented } from '../components/Button.tsx';
import { linkRow, useLinkedKey } from '../rows/useTableRows.ts';
import { actions, useText } from '../store/index.ts';
import { type ResultRow, show, useSet } from './set-state.ts';
import styles from './set.module.css';

interface Point extends ChartPoint {
  /** What random messages keep in as many tokens. */
  readonly chance: number;
  readonly spread: Range;
  readonly letter: string | null;
  readonly over: boolean;
  readonly invalid: boolean;
  readonly control: boolean;
  readonly sessions: number;
}

const LINK: Link = { use: useLinkedKey, set: linkRow };
const SIZE = 4;
/** Half of the tick of chance, px. */
const TICK = 5;
const MOST_TICKS = 5;

/** Rows with both numbers, the pinned ones last; `of` gives those of a group in the place of the whole set's. */
function pointsOf(rows: readonly ResultRow[], of: (row: ResultRow) => Pick<RowOfSet, 'together' | 'left'> | undefined): readonly Point[] {
  const points = rows.flatMap((row): Point[] => {
    const { together, left } = of(row) ?? {};
    if (!together || !left) return [];
    return [
      {
        key: row.key,
        title: row.title,
        x: left.median,
        y: together.share,
        chance: together.chance,
        spread: left.interval,
        strong: row.letter !== null,
        rank: row.letter !== null ? 0 : row.answer ? 1 : row.info.kind === 'control' ? 3 : 2,
        letter: row.letter,
        over: row.over > 0,
        invalid: row.invalid > 0,
        control: row.info.kind === 'control',
        sessions: row.kept?.sessions ?? 0,
      },
    ];
  });
  // No other sign covers a letter.
  return points.sort((a, b) => Number(a.strong) - Number(b.strong));
}

/** Hollow triangle over the budget, cross where a provider refuses, else a dot; A, B and C with their letter. */
function Sign({ point, x, y }: { readonly point: Point; readonly x: number; readonly y: number }) {
  const { letter, over, invalid, control } = point;
  if (letter)
    return (
      <g>
        <rect fill="var(--accent)" x={x - 7} y={y - 7} width={14} height={14} rx={3} />
        <text className="heavy10" fill="var(--accent-fg)" x={x} y={y + 3.5} textAnchor="middle">
          {letter}
        </text>
      </g>
    );
  if (invalid) return <path stroke="var(--bad)" strokeWidth={1.5} d={`M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`} />;
  if (over) return <path fill="var(--bg)" stroke="var(--warn)" d={`M${x} ${y - 4}l4 7h-8Z`} />;
  return <circle fill={control ? 'var(--bg)' : 'var(--keep)'} stroke={control ? 'var(--control)' : 'none'} cx={x} cy={y} r={3.5} />;
}

function Plot({ points, name }: { readonly points: readonly Point[]; readonly name: string }) {
  const { t } = useText();
  const most = Math.max(0.1, ...points.map(({ x, spread }) => Math.max(x, spread[1])));
  const x = useMemo((): AxisView & { readonly range: Range } => axis(most, t('set.axis.left')), [most, t]);
  const y = useMemo((): AxisView & { readonly range: Range } => axis(1, t('set.axis.kept')), [t]);
  const byKey = useMemo(() => new Map(points.map((point) => [point.key, point])), [points]);
  const under = useCallback(
    (scale: Scale) => (
      <>
        {points.map(({ key, x: at, chance }) => (
          <line
            key={key}
            stroke="var(--text-3)"
            strokeDasharray="2 2"
            x1={xOf(scale, at) - TICK}
            x2={xOf(scale, at) + TICK}
            y1={yOf(scale, chance)}
            y2={yOf(scale, chance)}
          />
        ))}
      </>
    ),
    [points],
  );
  return (
    <PointChart
      label={name}
      points={points}
      x={x}
      y={y}
      reach={({ strong }) => (strong ? 7 : SIZE)}
      sign={(key, cx, cy) => {
        const point = byKey.get(key);
        return point && <Sign point={point} x={cx} y={cy} />;
      }}
      words={(key) => {
        const point = byKey.get(key);
        if (!point) return '';
        return t('set.point', { title: point.title, kept: point.y, chance: point.chance, left: point.x, count: point.sessions });
      }}
      under={under}
      notes={() => []}
      link={LINK}
      onPick={actions.compareWith}
    />
  );
}

function axis(to: number, name: string): AxisView & { readonly range: Range } {
  // Signs at the edge are whole.
  const range: Range = [0, to * 1.05];
  return { range, ticks: ticks(range, MOST_TICKS), format: (value) => String(Math.round(value * 100)), name };
}

export function SetPlot({ rows }: { readonly rows: readonly ResultRow[] }) {
  const { t, n } = useText();
  const points = useMemo(() => pointsOf(rows, (row) => row), [rows]);
  const table = (): ChartTable => ({
    head: [t('label.policy'), t('set.axis.kept'), t('set.axis.left')],
    rows: points.map(({ title, x, y }) => [title, n.share(y), n.share(x)]),
  });
  return (
    <div className={`stack surface shrinksHeight pad8-12 flex1-1-420px ${styles.plot}`}>
      <ChartFrame title={t('set.plot')} table={table}>
        {points.length > 0 ? <Plot points={points} name={t('set.plot')} /> : <p className="margin12 second">{t('set.none.facts')}</p>}
      </ChartFrame>
    </div>
  );
}

/** One plot for each format, model or task type, with the number of its sessions. */
export function Groups({ rows }: { readonly rows: readonly ResultRow[] }) {
  const { t } = useText();
  const groups = useSet((s) => s.tables?.groups);
  const group = useSet((s) => s.group);
  const drawn = useMemo(
    () =>
      (groups ?? []).map(({ name, sessions, rows: of }) => {
        const byKey = new Map(of.map((row) => [row.key, row]));
        return { name, sessions, points: pointsOf(rows, ({ key }) => byKey.get(key)) };
      }),
    [groups, rows],
  );
  const titleOf = (name: string): string =>
    group === 'format' ? formatTitle(name) : group === 'task' ? (lookup(`task.${name}`) ?? name) : name || t('set.noModel');
  return (
    <div className={`surface scrolls pad8-12 ${styles.groups}`}>
      <Segmented
        label={t('set.group')}
        value={group}
        options={GROUPINGS.map((value) => [value, t(`set.group.${value}`)])}
        onChange={(value) => show({ group: value })}
      />
      <ul className="grid gap12 marginTop8">
        {drawn.map(({ name, sessions, points }) => (
          <li key={name}>
            <ChartFrame title={titleOf(name)} note={<small>{t('tab.set.count', { count: sessions })}</small>}>
              {points.length > 0 ? (
                <Plot points={points} name={t('list.pair', { name: t('set.plot'), value: titleOf(name) })} />
              ) : (
                <p className="margin12 second">{t('set.none.facts')}</p>
              )}
            </ChartFrame>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Plot of two selectable measures: every compacted strategy as a point, linked with the table. Loaded once the page is up. */
import { Select } from '../components/NumberField.tsx';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { SIZES } from '../../engine/recall/contract.ts';
import type { RecallReply } from '../../worker/loss-protocol.ts';
import { ChartFrame, type ChartTable, ToolButton, ZOOM } from '../charts/ChartFrame.tsx';
import { type ChartPoint, type Link, type Note, PointChart } from '../charts/PointChart.tsx';
import type { Spot } from '../charts/labels.ts';
import { createPlane, type PlaneStore, zoomedAt } from '../charts/plane.ts';
import { type AxisView, type Range, type Scale, textWidth, xOf, yOf } from '../charts/scale.ts';
import { formatValue, isLate, type MeasureColumn, measureColumns } from '../rows/measures.ts';
import type { Letter } from '../rows/compare-rows.ts';
import { linkRow, selectRows, useLinkedKey, useSelectedRows, useTableRows } from '../rows/useTableRows.ts';
import { actions, client, isSent, useApp, useAsk, useText } from '../store/index.ts';
import styles from './compare.module.css';
import type { Axes, ParetoPoint } from './pareto.ts';
import { axesOf, cornerOf, equalLines, front, mayStandWith, paretoPoints, showEfficiency, spanFor, spotsOn } from './pareto.ts';

interface DrawnPoint extends ParetoPoint, ChartPoint {
  readonly dominated: boolean;
}

function EqualEfficiency({ weight, scale }: { readonly weight: number; readonly scale: Scale }) {
  return (
    <g>
      {equalLines(weight, scale).map(({ efficiency, x1, y1, x2, y2 }) => (
        <path
          strokeDasharray="2 3"
          stroke="var(--line-strong)"
          fill="none"
          key={efficiency}
          d={`M${xOf(scale, x1)} ${yOf(scale, y1)}L${xOf(scale, x2)} ${yOf(scale, y2)}`}
        />
      ))}
    </g>
  );
}

function Front({ points, axes, scale }: { readonly points: readonly ParetoPoint[]; readonly axes: Axes; readonly scale: Scale }) {
  const places = points.flatMap((point, i) => (i === 0 ? [point] : [cornerOf(points[i - 1]!, point, axes), point]));
  return <path fill="none" stroke="var(--keep)" strokeWidth={1.25} opacity={0.8} d={lineThrough(places, scale)} />;
}

function Intervals({ points, scale }: { readonly points: readonly ParetoPoint[]; readonly scale: Scale }) {
  const linked = useLinkedKey();
  return (
    <g className={styles.intervals}>
      {points.map(({ key, title, x, y, xRange, yRange, mark, competes }) => (
        <g key={key} data-interval={title} data-strong={mark === 'compared' || key === linked || undefined} data-dim={!competes || undefined}>
          {yRange && (
            <path opacity={0.35} stroke="var(--keep)" fill="none" d={`M${xOf(scale, x)} ${yOf(scale, yRange[0])}V${yOf(scale, yRange[1])}`} />
          )}
          {xRange && (
            <path opacity={0.35} stroke="var(--keep)" fill="none" d={`M${xOf(scale, xRange[0])} ${yOf(scale, y)}H${xOf(scale, xRange[1])}`} />
          )}
        </g>
      ))}
    </g>
  );
}

interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

const lineThrough = (points: readonly CurvePoint[], scale: Scale): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${xOf(scale, x)} ${yOf(scale, y)}`).join('');

function OverBudget({ at, scale: { width, height } }: { readonly at: number; readonly scale: Scale }) {
  return (
    <g>
      <rect opacity={0.05} fill="var(--text)" x={Math.max(0, at)} y={0} width={Math.max(0, width - Math.max(0, at))} height={height} />
      <path strokeWidth={1.25} stroke="var(--accent)" d={`M${at} 0V${height}`} />
    </g>
  );
}

function Sign({ point, x, y }: { readonly point: ParetoPoint; readonly x: number; readonly y: number }) {
  switch (point.mark) {
    case 'compared':
      return (
        <>
          <rect x={x - 6.5} y={y - 6.5} width={13} height={13} rx={3} fill="var(--accent)" stroke="var(--bg)" strokeWidth={1.5} />
          <text x={x} y={y + 3.4} textAnchor="middle" className={styles.letter}>
            {point.pin}
          </text>
        </>
      );
    case 'invalid':
      return <path d={`M${x - 3} ${y - 3}l6 6M${x + 3} ${y - 3}l-6 6`} stroke="var(--bad)" strokeWidth={1.75} />;
    case 'missed':
      return <path d={`M${x} ${y - 4.5}l4.5 8h-9z`} fill="var(--bg)" stroke="var(--warn)" strokeWidth={1.5} />;
    case 'control':
      return <rect x={x - 3.5} y={y - 3.5} width={7} height={7} fill="var(--bg)" stroke="var(--text-3)" strokeWidth={1.5} />;
    case 'plain':
      return <circle cx={x} cy={y} r={3.8} fill={point.below ? 'var(--warn)' : 'var(--keep)'} stroke="var(--bg)" strokeWidth={1} />;
  }
}

function Point({ point, x, y }: { readonly point: DrawnPoint; readonly x: number; readonly y: number }) {
  const linked = useLinkedKey() === point.key;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart reads its points and picks them by keyboard
    <g
      className="pressable"
      data-point={point.title}
      opacity={point.late ? 0.5 : point.dominated && !linked ? 0.45 : undefined}
      onPointerEnter={() => linkRow(point.key)}
      onPointerLeave={() => linkRow(null)}
      onClick={() => actions.compareWith(point.key)}
    >
      <circle cx={x} cy={y} r={10} fill="transparent" />
      {linked && <circle cx={x} cy={y} r={9.5} fill="none" stroke="var(--text)" strokeWidth={1} />}
      <Sign point={point} x={x} y={y} />
    </g>
  );
}

const BUTTON = ZOOM * ZOOM;

function PlaneTools({ plane }: { readonly plane: PlaneStore }) {
  const { t } = useText();
  const { whole, part, lasso } = plane();
  if (!whole) return null;
  const now = part ?? whole;
  const middle = [(now.x[0] + now.x[1]) / 2, (now.y[0] + now.y[1]) / 2] as const;
  const zoom = (factor: number): void => plane.setState({ part: zoomedAt(now, whole, middle, factor) });
  return (
    <span className="inline gap2" role="group" aria-label={t('chart.tools')}>
      <ToolButton label={t('chart.lasso')} pressed={lasso} onClick={() => plane.setState({ lasso: !lasso })}>
        <span aria-hidden>◌</span>
      </ToolButton>
      <ToolButton label={t('chart.zoom.out')} disabled={part === null} onClick={() => zoom(BUTTON)}>
        −
      </ToolButton>
      <ToolButton label={t('chart.zoom.in')} onClick={() => zoom(1 / BUTTON)}>
        +
      </ToolButton>
      <ToolButton label={t('chart.zoom.all')} disabled={part === null} onClick={() => plane.setState({ part: null })}>
        0
      </ToolButton>
    </span>
  );
}

const LINK: Link = { use: useLinkedKey, set: linkRow };

const reachOf = ({ strong }: ChartPoint): number => (strong ? 7 : 4.5);

type Text = ReturnType<typeof useText>;

const worded = (column: MeasureColumn, value: number, n: Text['n']): string =>
  column.format === 'share' ? n.percent(value) : formatValue(column, value, n);

function wordsOf({ title, x, y, xRange, yRange, mark, below, dominated }: DrawnPoint, axes: Axes, { t, n }: Text): string {
  const range = yRange ?? xRange;
  const words = [
    t('plot.point', {
      title,
      x: worded(axes.x, x, n),
      xTitle: t(axes.x.title).toLocaleLowerCase(),
      y: worded(axes.y, y, n),
      yTitle: t(axes.y.title).toLocaleLowerCase(),
    }),
    ...(range ? [t('plot.point.interval', { low: n.percent(range[0]), high: n.percent(range[1]) })] : []),
    ...(mark === 'compared' || mark === 'plain' ? [] : [t(`plot.point.${mark}`)]),
    ...(below ? [t('plot.point.below')] : []),
    ...(dominated ? [t('plot.point.dominated')] : []),
  ];
  return words.join(' · ');
}

function AxisSelect({ axis, axes }: { readonly axis: 'x' | 'y'; readonly axes: Axes }) {
  const { t } = useText();
  const choose = (id: string): void => actions.setView('plot', { x: axes.x.id, y: axes.y.id, [axis]: id });
  return (
    <Select
      className={`second high24 pad0-2 dots ${styles.axis}`}
      data-axis={axis}
      aria-label={t(`plot.${axis}`)}
      title={axisTitle(axes[axis], t)}
      value={axes[axis].id}
      options={measureColumns.filter((c) => c.plotted && mayStandWith(axes[axis === 'x' ? 'y' : 'x'], c)).map((c) => [c.id, axisTitle(c, t)])}
      onChange={choose}
    />
  );
}

function axisTitle(column: MeasureColumn, t: ReturnType<typeof useText>['t']): string {
  const unit = column.format === 'share' ? '%' : t(column.unit).trim();
  return unit ? `${t(column.title)}, ${unit}` : t(column.title);
}

const spotsOver = (at: number, { width, height }: Scale): readonly Spot[] =>
  [height - 5, 10, height / 2].flatMap((y): Spot[] => [
    { x: width - 2, y, anchor: 'end', leader: null },
    { x: at + 4, y, anchor: 'start', leader: null },
  ]);

const ON_LINE = [0.12, 0.4, 0.7];
/** Shorter lines, px, have no value label. */
const SHORT = 40;

function efficiencyNotes(weight: number, scale: Scale, n: Text['n']): readonly Note[] {
  return equalLines(weight, scale).flatMap(({ efficiency, ...line }): Note[] => {
    const [x1, y1, x2, y2] = [xOf(scale, line.x1), yOf(scale, line.y1), xOf(scale, line.x2), yOf(scale, line.y2)];
    if (x2 - x1 <= SHORT) return [];
    const spots = ON_LINE.map((share): Spot => ({ x: x1 + (x2 - x1) * share + 4, y: y1 + (y2 - y1) * share + 1, anchor: 'start', leader: null }));
    return [{ key: `efficiency ${efficiency}`, text: n.plain(efficiency).replace(/^0(?=\D)/, ''), spots, last: true }];
  });
}

/** Whether points are at the tokens left, over what decides: random dropping and A, B and C are curves there. */
const hasCurves = ({ x, y }: Axes): boolean => x.plot.budget === true && y.plot.limits === 'independent';

/** What random messages keep of the measure at each size; empty unless the independent recall stands over the tokens left. */
const randomOf = (axes: Axes, { curve }: RecallReply): readonly CurvePoint[] =>
  hasCurves(axes) && curve ? curve.map((kept, i) => ({ x: SIZES[i]!, y: kept })) : [];

const CURVES = { A: { strokeWidth: 1.5, opacity: 0.5 }, B: { strokeWidth: 2, opacity: 0.8 }, C: { strokeWidth: 1.5, opacity: 0.5 } } as const;

interface Curve {
  readonly key: string;
  readonly letter: Letter;
  readonly title: string;
  readonly points: readonly CurvePoint[];
}

function useCurves(points: readonly ParetoPoint[], wanted: boolean): readonly Curve[] {
  const { t } = useText();
  const recall = useApp((s) => s.recalled?.reply ?? null);
  const compared = useApp((s) => s.compared);
  const sent = useApp(isSent);
  const { answer } = useAsk(client.curves, wanted && recall && !sent ? [compared] : null, [recall], 'curves');
  return useMemo(
    () =>
      (answer ?? []).flatMap((curve): Curve[] => {
        const { title, pin: letter } = points.find(({ key }) => key === curve.key) ?? {};
        if (!title || !letter || curve.points.length === 0) return [];
        const through = curve.points.map(({ tokens, kept }) => ({ x: tokens, y: kept }));
        return [{ key: curve.key, letter, title: t('plot.curve', { title: `${letter} ${title}` }), points: through }];
      }),
    [answer, points, t],
  );
}

function useAxis(column: MeasureColumn, values: readonly number[]): AxisView & { readonly range: Range } {
  const { n } = useText();
  return useMemo(
    () => ({ ...spanFor(values, column.format), format: (value: number) => tickText(column, value, n), name: null }),
    [column, values, n],
  );
}

const rangeOf = (points: readonly ParetoPoint[], axis: 'x' | 'y'): readonly number[] =>
  points.flatMap((p) => [p[axis], ...((axis === 'x' ? p.xRange : p.yRange) ?? [])]);

const rankOf = ({ mark, competes }: ParetoPoint, isBest: boolean): number => (mark === 'compared' ? 0 : isBest ? 1 : competes ? 2 : 3);

interface ChartProps {
  readonly axes: Axes;
  readonly points: readonly DrawnPoint[];
  readonly best: readonly ParetoPoint[];
  readonly plane: PlaneStore;
}

function Chart({ axes, points, best, plane }: ChartProps) {
  const text = useText();
  const { t, n } = text;
  const weight = useApp((s) => s.scenario.settings.weight);
  const recall = useApp((s) => s.recalled?.reply ?? null);
  const efficiency = showEfficiency(axes);
  const budget = axes.x.plot.budget ? (recall?.budget ?? null) : null;
  const isMatched = recall !== null && recall.match !== null;
  const whole = hasCurves(axes);
  const curves = useCurves(points, whole);
  // The budget's line is always in the picture, even if every row stays below it; curves that come later move nothing.
  const xs = useMemo(() => [...rangeOf(points, 'x'), ...(whole ? [0] : []), ...(budget === null ? [] : [budget])], [points, whole, budget]);
  const ys = useMemo(() => [...rangeOf(points, 'y'), ...(whole ? [0, 1] : [])], [points, whole]);
  const x = useAxis(axes.x, xs);
  const y = useAxis(axes.y, ys);
  const random = useMemo(() => (recall ? randomOf(axes, recall) : []), [recall, axes]);
  const under = useCallback(
    (scale: Scale) => (
      <>
        {budget !== null && <OverBudget at={xOf(scale, budget)} scale={scale} />}
        {efficiency && <EqualEfficiency weight={weight} scale={scale} />}
        {random.length > 0 && <path fill="none" stroke="var(--text-3)" strokeDasharray="5 3" d={lineThrough(random, scale)} data-random />}
        {curves.map(({ key, letter, points: through }) => (
          <path key={key} {...CURVES[letter]} fill="none" stroke="var(--keep)" d={lineThrough(through, scale)} data-curve={letter} />
        ))}
        {!whole && <Front points={best} axes={axes} scale={scale} />}
        <Intervals points={points} scale={scale} />
      </>
    ),
    [budget, efficiency, weight, random, curves, whole, best, axes, points],
  );
  const notes = useCallback(
    (scale: Scale): readonly Note[] => {
      const over = isMatched && budget !== null ? t('plot.over.same', { share: budget }) : t('plot.point.missed');
      const at = budget === null ? scale.width : xOf(scale, budget);
      const room = scale.width - at > textWidth(over, 11) + 8;
      return [
        ...curves.map(({ key, title, points: through }) => ({ key: `curve ${key}`, text: title, spots: spotsOn(through, scale) })),
        ...(random.length > 0 ? [{ key: 'random', text: t('plot.random'), spots: spotsOn(random, scale) }] : []),
        ...(room ? [{ key: 'over', text: over, spots: spotsOver(at, scale), last: true }] : []),
        ...(efficiency ? efficiencyNotes(weight, scale, n) : []),
      ];
    },
    [random, curves, budget, isMatched, efficiency, weight, t, n],
  );
  const byKey = useMemo(() => new Map(points.map((point) => [point.key, point])), [points]);
  const sign = useCallback(
    (key: string, cx: number, cy: number) => {
      const point = byKey.get(key);
      return point && <Point point={point} x={cx} y={cy} />;
    },
    [byKey],
  );
  return (
    <PointChart
      label={t('plot.description', {
        count: points.length,
        x: axisTitle(axes.x, t),
        y: axisTitle(axes.y, t),
        front: best.map((p) => p.title).join(t('list.separator')),
      })}
      points={points}
      x={x}
      y={y}
      reach={reachOf}
      sign={sign}
      words={(key) => {
        const point = byKey.get(key);
        return point ? wordsOf(point, axes, text) : '';
      }}
      under={under}
      notes={notes}
      link={LINK}
      onPick={actions.compareWith}
      plane={plane}
      selection={{ keys: useSelectedRows(), set: selectRows }}
    />
  );
}

export function ParetoPanel() {
  const { t, n } = useText();
  // The plot may follow a moment later: the table comes first while a slider moves.
  const comparison = useDeferredValue(useApp((s) => s.comparison));
  const rows = useTableRows(comparison);
  const chosen = useApp((s) => s.scenario.view.plot);
  const axes = useMemo(() => axesOf(chosen, rows, measureColumns), [chosen, rows]);
  const points = useMemo(() => (axes ? paretoPoints(rows, axes) : []), [rows, axes]);
  const best = useMemo(() => (axes ? front(points, axes) : []), [points, axes]);
  const drawn = useMemo(
    () =>
      points.map((point): DrawnPoint => {
        const isBest = best.includes(point);
        const compared = point.mark === 'compared';
        return { ...point, strong: compared, rank: rankOf(point, isBest), dominated: point.competes && !compared && !isBest };
      }),
    [points, best],
  );
  const [plane] = useState(createPlane);
  const both = axes && `${axes.x.id} ${axes.y.id}`;
  // Another measure has other values: what was seen of the former one says nothing of it.
  useEffect(() => {
    if (both !== null) plane.setState({ part: null });
  }, [plane, both]);
  if (!axes) return null;
  const compacted = rows.some((row) => row.state === 'compacted');
  const late = rows.some((row) => isLate(row, axes.x) || isLate(row, axes.y));
  const table = (): ChartTable => ({
    head: [t('label.policy'), axisTitle(axes.y, t), axisTitle(axes.x, t)],
    rows: drawn.map(({ title, x, y }) => [title, formatValue(axes.y, y, n), formatValue(axes.x, x, n)]),
  });
  return (
    <section className={`stack surface shrinksHeight highFull ${styles.panel}`} aria-label={t('plot.title')}>
      <ChartFrame
        title={t('plot.title')}
        pictured={`↑ ${axisTitle(axes.y, t)}  → ${axisTitle(axes.x, t)}`}
        heading={
          <>
            <span aria-hidden>↑</span>
            <AxisSelect axis="y" axes={axes} />
          </>
        }
        note={
          <small className={`toRight caption grows ellipsis ${styles.lines}`} data-legend>
            {t('plot.legend')}
            {showEfficiency(axes) && `   ${t('plot.lines')}`}
          </small>
        }
        tools={points.length > 0 && <PlaneTools plane={plane} />}
        table={table}
      >
        {points.length === 0 ? (
          <p className="muted margin12-0">{comparison && t(!compacted ? 'plot.empty' : late ? 'plot.coming' : 'plot.none')}</p>
        ) : (
          <Chart axes={axes} points={drawn} best={best} plane={plane} />
        )}
      </ChartFrame>
      <p className="row small gap2 second toEnd">
        <AxisSelect axis="x" axes={axes} />
        <span aria-hidden>→</span>
      </p>
    </section>
  );
}

function tickText(column: MeasureColumn, value: number, n: Text['n']): string {
  switch (column.format) {
    case 'share':
      return n.plain(value * 100);
    case 'money':
      return n.money(value);
    case 'whole':
    case 'turns':
      return n.axis(value);
    default:
      return n.plain(value);
  }
}

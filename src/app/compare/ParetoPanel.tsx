/** Plot of two measures of a person's choice: every compacted strategy as a point, linked with the table. Loaded when the page is up. */
import { useDeferredValue, useMemo } from 'react';
import {
  CartesianGrid,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';
import { actions, useApp, useText } from '../store/index.ts';
import { linkRow, useLinkedKey } from './linked.ts';
import { formatValue, isLate, type MeasureColumn, measureColumns } from './measures.ts';
import {
  type Axes,
  axesOf,
  cornerOf,
  equalLines,
  freePlace,
  front,
  paretoPoints,
  mayStandWith,
  placeLabels,
  scaleFor,
  type ParetoPoint,
  type Placed,
  type Scale,
} from './pareto.ts';
import styles from './pareto.module.css';
import { useTableRows } from './useTableRows.ts';

/** Lower plots name pinned points only. */
const LOW = 220;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };

/** Points in pixels; null until the chart knows its size. */
function usePlaced(points: readonly ParetoPoint[]): readonly Placed[] | null {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (!xScale || !yScale) return null;
  return points.flatMap((point) => {
    const x = xScale(point.x);
    const y = yScale(point.y);
    return x === undefined || y === undefined ? [] : [{ point, x, y }];
  });
}

function EqualEfficiency({ weight, x, y }: { readonly weight: number; readonly x: Scale; readonly y: Scale }) {
  const { n } = useText();
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (!xScale || !yScale) return null;
  return (
    <g className={styles.equal}>
      {equalLines(weight, x, y).map((line) => {
        const [x1, y1, x2, y2] = [xScale(line.x1), yScale(line.y1), xScale(line.x2), yScale(line.y2)];
        if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
        return (
          <g key={line.efficiency}>
            <path d={`M${x1} ${y1}L${x2} ${y2}`} />
            {x2 - x1 > 40 && (
              <text x={x1 + (x2 - x1) * 0.12 + 4} y={y1 + (y2 - y1) * 0.12 + 1}>
                {n.plain(line.efficiency).replace(/^0(?=\D)/, '')}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Front({ points, axes }: { readonly points: readonly ParetoPoint[]; readonly axes: Axes }) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  if (!xScale || !yScale) return null;
  const places = points.flatMap((point, i) => (i === 0 ? [point] : [cornerOf(points[i - 1]!, point, axes), point]));
  const path = places.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${xScale(x)} ${yScale(y)}`).join('');
  return <path className={styles.front} d={path} />;
}

/** Whiskers of 95 % intervals. */
function Intervals({ points }: { readonly points: readonly ParetoPoint[] }) {
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const linked = useLinkedKey();
  if (!xScale || !yScale) return null;
  return (
    <g className={styles.intervals}>
      {points.map(({ key, x, y, xRange, yRange, mark, competes }) => (
        <g key={key} data-strong={mark === 'pinned' || key === linked || undefined} data-dim={!competes || undefined}>
          {yRange && <path d={`M${xScale(x)} ${yScale(yRange[0])}V${yScale(yRange[1])}`} />}
          {xRange && <path d={`M${xScale(xRange[0])} ${yScale(y)}H${xScale(xRange[1])}`} />}
        </g>
      ))}
    </g>
  );
}

/** What chance and foresight reach: lines across the plot where one of the axes is recall. */
function Limits({ axes, points }: { readonly axes: Axes; readonly points: readonly ParetoPoint[] }) {
  const { t } = useText();
  const recall = useApp((s) => s.recalled?.reply ?? null);
  const xScale = useXAxisScale();
  const yScale = useYAxisScale();
  const area = usePlotArea();
  const vertical = axes.x.id === 'recall';
  const placed = usePlaced(points);
  if (!recall || !xScale || !yScale || !area || (!vertical && axes.y.id !== 'recall')) return null;
  const limits = [
    { id: 'oracle', value: recall.oracle },
    { id: 'random', value: recall.random },
  ] as const;
  return (
    <g className={styles.limits}>
      {limits.map(({ id, value }) => {
        const at = value === null ? undefined : vertical ? xScale(value) : yScale(value);
        const [from, to] = vertical ? [area.x, area.x + area.width] : [area.y, area.y + area.height];
        if (at === undefined || at < from || at > to) return null;
        const free = freePlace(placed ?? [], vertical ? area.y : area.x, vertical ? area.height : area.width, at, vertical);
        return (
          <g key={id}>
            <path d={vertical ? `M${at} ${area.y}V${area.y + area.height}` : `M${area.x} ${at}H${area.x + area.width}`} />
            <text x={vertical ? at + 3 : free} y={vertical ? free : at - 3} textAnchor={vertical ? 'start' : 'middle'}>
              {t(`plot.${id}`)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Where more tokens are left than the budget allows. */
function OverBudget({ axes }: { readonly axes: Axes }) {
  const { t } = useText();
  const budget = useApp((s) => s.recalled?.reply.budget ?? null);
  const xScale = useXAxisScale();
  const area = usePlotArea();
  const at = budget === null || axes.x.id !== 'left-at-cuts' ? undefined : xScale?.(budget);
  if (!area || at === undefined || at < area.x || at > area.x + area.width) return null;
  const right = area.x + area.width;
  return (
    <g className={styles.budget}>
      <rect x={at} y={area.y} width={right - at} height={area.height} />
      <path d={`M${at} ${area.y}V${area.y + area.height}`} />
      {right - at > 90 && (
        <text x={right - 4} y={area.y + area.height - 5} textAnchor="end">
          {t('plot.over')}
        </text>
      )}
    </g>
  );
}

function Labels({ points, low }: { readonly points: readonly ParetoPoint[]; readonly low: boolean }) {
  const placed = usePlaced(points);
  const area = usePlotArea();
  const linked = useLinkedKey();
  if (!placed || !area) return null;
  const box = { left: area.x, right: area.x + area.width, top: area.y, bottom: area.y + area.height };
  const labels = placeLabels(placed, box, low);
  return (
    <g className={styles.labels}>
      {labels.map((label) => (
        <g key={label.points[0]?.key} data-strong={label.strong || undefined} data-linked={label.points.some((p) => p.key === linked) || undefined}>
          {label.leader && (
            <path
              d={`M${label.x + (label.side === 'left' ? -6 : 6)} ${label.y}L${label.textX + (label.side === 'left' ? 2 : -2)} ${label.textY - 3.5}`}
            />
          )}
          <text x={label.textX} y={label.textY} textAnchor={label.side === 'left' ? 'end' : 'start'}>
            {label.text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The sign of a point; its shape says what its place does not. */
function Sign({ point, x, y }: { readonly point: ParetoPoint; readonly x: number; readonly y: number }) {
  switch (point.mark) {
    case 'pinned':
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
      return <circle cx={x} cy={y} r={3.8} fill="var(--keep)" stroke="var(--bg)" strokeWidth={1} />;
  }
}

/** A value with its unit, as a sentence says it. */
function worded(column: MeasureColumn, value: number, n: ReturnType<typeof useText>['n']): string {
  return column.format === 'share' ? n.percent(value) : formatValue(column, value, n);
}

interface DrawnPoint extends ParetoPoint {
  readonly axes: Axes;
  readonly dominated: boolean;
}

function Point({ point, x, y }: { readonly point: DrawnPoint; readonly x: number; readonly y: number }) {
  const { t, n } = useText();
  const linked = useLinkedKey() === point.key;
  const { axes, yRange, xRange, mark, dominated } = point;
  const range = yRange ?? xRange;
  const words = [
    t('plot.point', {
      title: point.title,
      x: worded(axes.x, point.x, n),
      xTitle: t(axes.x.title).toLocaleLowerCase(),
      y: worded(axes.y, point.y, n),
      yTitle: t(axes.y.title).toLocaleLowerCase(),
    }),
    ...(range ? [t('plot.point.interval', { low: n.percent(range[0]), high: n.percent(range[1]) })] : []),
    ...(mark === 'pinned' || mark === 'plain' ? [] : [t(`plot.point.${mark}`)]),
    ...(dominated ? [t('plot.point.dominated')] : []),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same rows and pins for the keyboard; the plot is a picture of them
    <g
      className={styles.point}
      data-dominated={(dominated && !linked) || undefined}
      data-late={point.late || undefined}
      onPointerEnter={() => linkRow(point.key)}
      onPointerLeave={() => linkRow(null)}
      onClick={() => actions.togglePin(point.key)}
    >
      <title>{words.join(' · ')}</title>
      <circle cx={x} cy={y} r={10} fill="transparent" />
      {linked && <circle cx={x} cy={y} r={9.5} className={styles.ring} />}
      <Sign point={point} x={x} y={y} />
    </g>
  );
}

interface ShapeProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: DrawnPoint;
}

const drawPoint = ({ cx, cy, payload }: ShapeProps) =>
  payload && cx !== undefined && cy !== undefined ? <Point point={payload} x={cx} y={cy} /> : <g />;

/** Which measure an axis shows. */
function AxisSelect({ axis, axes }: { readonly axis: 'x' | 'y'; readonly axes: Axes }) {
  const { t } = useText();
  const choose = (id: string): void => actions.setView('plot', { x: axes.x.id, y: axes.y.id, [axis]: id });
  return (
    <select className={styles.axis} aria-label={t(`plot.${axis}`)} value={axes[axis].id} onChange={(e) => choose(e.currentTarget.value)}>
      {measureColumns
        .filter((c) => c.plotted && mayStandWith(axes[axis === 'x' ? 'y' : 'x'], c))
        .map((c) => (
          <option key={c.id} value={c.id}>
            {axisTitle(c, t)}
          </option>
        ))}
    </select>
  );
}

function axisTitle(column: MeasureColumn, t: ReturnType<typeof useText>['t']): string {
  const unit = column.format === 'share' ? '%' : t(column.unit).trim();
  return unit ? `${t(column.title)}, ${unit}` : t(column.title);
}

const rangeOf = (points: readonly ParetoPoint[], axis: 'x' | 'y'): readonly number[] =>
  points.flatMap((p) => [p[axis], ...((axis === 'x' ? p.xRange : p.yRange) ?? [])]);

export function ParetoPanel() {
  const { t, n } = useText();
  // The plot may follow a moment later: the table comes first while a slider moves.
  const comparison = useDeferredValue(useApp((s) => s.comparison));
  const rows = useTableRows(comparison);
  const weight = useApp((s) => s.scenario.settings.weight);
  const chosen = useApp((s) => s.scenario.view.plot);
  const axes = useMemo(() => axesOf(chosen, rows, measureColumns), [chosen, rows]);
  const points = useMemo(() => (axes ? paretoPoints(rows, axes) : []), [rows, axes]);
  const best = useMemo(() => (axes ? front(points, axes) : []), [points, axes]);
  const drawn = useMemo(
    () => (axes ? points.map((p): DrawnPoint => ({ ...p, axes, dominated: p.competes && p.mark !== 'pinned' && !best.includes(p) })) : []),
    [points, best, axes],
  );
  const budget = useApp((s) => s.recalled?.reply.budget ?? null);
  // The line of the budget is in the picture, also where every row stays below it.
  const x = useMemo(
    () => scaleFor([...rangeOf(points, 'x'), ...(budget !== null && axes?.x.id === 'left-at-cuts' ? [budget] : [])], axes?.x.format),
    [points, axes, budget],
  );
  const y = useMemo(() => scaleFor(rangeOf(points, 'y'), axes?.y.format), [points, axes]);
  if (!axes) return null;
  const compacted = rows.some((row) => row.state === 'compacted');
  const late = rows.some((row) => isLate(row, axes.x) || isLate(row, axes.y));
  const efficiency = axes.x.id === 'saved' && axes.y.id === 'kept';
  return (
    <section className={styles.panel} aria-label={t('plot.title')}>
      <h3>
        <span aria-hidden>↑</span>
        <AxisSelect axis="y" axes={axes} />
        {efficiency && <small>{t('plot.lines')}</small>}
      </h3>
      {points.length === 0 ? (
        // Before there is a comparison nothing can be said of it.
        <p className={styles.empty}>{comparison && t(!compacted ? 'plot.empty' : late ? 'plot.coming' : 'plot.none')}</p>
      ) : (
        <div
          className={styles.plot}
          role="img"
          aria-label={t('plot.description', {
            count: points.length,
            x: axisTitle(axes.x, t),
            y: axisTitle(axes.y, t),
            front: best.map((p) => p.title).join(t('list.separator')),
          })}
        >
          <ResponsiveContainer width="100%" height="100%" minHeight={120} debounce={50}>
            <Chart
              points={drawn}
              best={best}
              axes={axes}
              x={x}
              y={y}
              weight={efficiency ? weight : null}
              tick={(c, value) => tickText(c, value, n)}
            />
          </ResponsiveContainer>
        </div>
      )}
      <p className={styles.axisX}>
        <AxisSelect axis="x" axes={axes} />
        <span aria-hidden>→</span>
      </p>
    </section>
  );
}

function tickText(column: MeasureColumn, value: number, n: ReturnType<typeof useText>['n']): string {
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

interface ChartProps {
  readonly points: readonly DrawnPoint[];
  readonly best: readonly ParetoPoint[];
  readonly axes: Axes;
  readonly x: Scale;
  readonly y: Scale;
  /** Of efficiency, where its lines are drawn. */
  readonly weight: number | null;
  tick(column: MeasureColumn, value: number): string;
  /** Given by the container. */
  readonly width?: number;
  readonly height?: number;
}

/** A number at its tick. The library's own text measures itself in the page to break lines; these have nothing to break. */
const drawTick = ({ x, y, textAnchor, verticalAnchor, payload, tickFormatter }: XAxisTickContentProps | YAxisTickContentProps) => (
  <text x={x} y={y} dy={verticalAnchor === 'middle' ? '0.355em' : '0.71em'} textAnchor={textAnchor} fontSize={10} fill="var(--text-3)">
    {tickFormatter?.(payload.value, payload.index)}
  </text>
);

/** Room for the longest tick of the vertical axis, px. */
const tickRoom = (ticks: readonly string[]): number => Math.max(28, Math.max(0, ...ticks.map((tick) => tick.length)) * 6 + 8);

function Chart({ points, best, axes, x, y, weight, tick, width, height = 0 }: ChartProps) {
  return (
    <ScatterChart width={width} height={height} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="x"
        domain={[x.min, x.max]}
        ticks={[...x.ticks]}
        tickFormatter={(value: number) => tick(axes.x, value)}
        tick={drawTick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        height={20}
        interval={0}
        allowDataOverflow
      />
      <YAxis
        type="number"
        dataKey="y"
        domain={[y.min, y.max]}
        ticks={[...y.ticks]}
        tickFormatter={(value: number) => tick(axes.y, value)}
        tick={drawTick}
        tickLine={false}
        axisLine={false}
        width={tickRoom(y.ticks.map((value) => tick(axes.y, value)))}
        interval={0}
        allowDataOverflow
      />
      <OverBudget axes={axes} />
      {weight !== null && <EqualEfficiency weight={weight} x={x} y={y} />}
      <Limits axes={axes} points={points} />
      <Front points={best} axes={axes} />
      <Intervals points={points} />
      <Labels points={points} low={height < LOW} />
      <Scatter data={[...points]} isAnimationActive={false} shape={drawPoint} />
    </ScatterChart>
  );
}

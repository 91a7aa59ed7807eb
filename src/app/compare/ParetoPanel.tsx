/** Plot "Saved against kept": every compacted strategy as a point, linked with the table. Loaded when the page is up. */
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
import { equalLines, front, paretoPoints, placeLabels, scaleFor, type ParetoPoint, type Placed, type Scale } from './pareto.ts';
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
    const x = xScale(point.saved);
    const y = yScale(point.kept);
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

function Front({ points }: { readonly points: readonly ParetoPoint[] }) {
  const placed = usePlaced(points);
  if (!placed) return null;
  const path = placed.map(({ x, y }, i) => (i === 0 ? `M${x} ${y}` : `V${y}H${x}`)).join('');
  return <path className={styles.front} d={path} />;
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

function Point({ point, x, y }: { readonly point: ParetoPoint; readonly x: number; readonly y: number }) {
  const { t } = useText();
  const linked = useLinkedKey() === point.key;
  const state = point.mark === 'pinned' || point.mark === 'plain' ? '' : ` · ${t(`plot.point.${point.mark}`)}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same rows and pins for the keyboard; the plot is a picture of them
    <g
      className={styles.point}
      onPointerEnter={() => linkRow(point.key)}
      onPointerLeave={() => linkRow(null)}
      onClick={() => actions.togglePin(point.key)}
    >
      <title>{t('plot.point', { title: point.title, saved: point.saved, kept: point.kept }) + state}</title>
      <circle cx={x} cy={y} r={10} fill="transparent" />
      {linked && <circle cx={x} cy={y} r={9.5} className={styles.ring} />}
      <Sign point={point} x={x} y={y} />
    </g>
  );
}

interface ShapeProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: ParetoPoint;
}

const drawPoint = ({ cx, cy, payload }: ShapeProps) =>
  payload && cx !== undefined && cy !== undefined ? <Point point={payload} x={cx} y={cy} /> : <g />;

export function ParetoPanel() {
  const { t, n } = useText();
  // The plot may follow a moment later: the table comes first while a slider moves.
  const rows = useTableRows(useDeferredValue(useApp((s) => s.comparison)));
  const weight = useApp((s) => s.scenario.settings.weight);
  const points = useMemo(() => paretoPoints(rows), [rows]);
  const best = useMemo(() => front(points), [points]);
  const x = useMemo(() => scaleFor(points.map((p) => p.saved)), [points]);
  const y = useMemo(() => scaleFor(points.map((p) => p.kept)), [points]);
  const percent = (value: number): string => n.plain(value * 100);
  return (
    <section className={styles.panel} aria-label={t('plot.title')}>
      <h3>
        {t('plot.title')}
        <span>{t('plot.lines')}</span>
      </h3>
      {points.length === 0 ? (
        <p className={styles.empty}>{t('plot.empty')}</p>
      ) : (
        <>
          <p className={styles.axisY} aria-hidden>
            ↑ {t('plot.y')}
          </p>
          <div
            className={styles.plot}
            role="img"
            aria-label={t('plot.description', { count: points.length, front: best.map((p) => p.title).join(t('list.separator')) })}
          >
            <ResponsiveContainer width="100%" height="100%" minHeight={120} debounce={50}>
              <Chart points={points} best={best} x={x} y={y} weight={weight} percent={percent} />
            </ResponsiveContainer>
          </div>
          <p className={styles.axisX} aria-hidden>
            {t('plot.x')} →
          </p>
        </>
      )}
    </section>
  );
}

interface ChartProps {
  readonly points: readonly ParetoPoint[];
  readonly best: readonly ParetoPoint[];
  readonly x: Scale;
  readonly y: Scale;
  readonly weight: number;
  percent(value: number): string;
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

function Chart({ points, best, x, y, weight, percent, width, height = 0 }: ChartProps) {
  return (
    <ScatterChart width={width} height={height} margin={MARGIN} accessibilityLayer={false}>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="saved"
        domain={[x.min, x.max]}
        ticks={[...x.ticks]}
        tickFormatter={percent}
        tick={drawTick}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        height={20}
        interval={0}
        allowDataOverflow
      />
      <YAxis
        type="number"
        dataKey="kept"
        domain={[y.min, y.max]}
        ticks={[...y.ticks]}
        tickFormatter={percent}
        tick={drawTick}
        tickLine={false}
        axisLine={false}
        width={28}
        interval={0}
        allowDataOverflow
      />
      <EqualEfficiency weight={weight} x={x} y={y} />
      <Front points={best} />
      <Labels points={points} low={height < LOW} />
      <Scatter data={[...points]} isAnimationActive={false} shape={drawPoint} />
    </ScatterChart>
  );
}

/** What the plot draws inside its axes: lines, whiskers and the signs of the points. */
import { type Scale, xOf, yOf } from '../charts/scale.ts';
import type { ChartPoint } from '../charts/PointChart.tsx';
import { actions } from '../store/index.ts';
import { linkRow, useLinkedKey } from '../rows/shown-rows.ts';
import { type Axes, cornerOf, equalLines, type ParetoPoint } from './pareto.ts';
import styles from './pareto.module.css';

export interface DrawnPoint extends ParetoPoint, ChartPoint {
  readonly dominated: boolean;
}

export function EqualEfficiency({ weight, scale }: { readonly weight: number; readonly scale: Scale }) {
  return (
    <g className={styles.equal}>
      {equalLines(weight, scale).map(({ efficiency, x1, y1, x2, y2 }) => (
        <path key={efficiency} d={`M${xOf(scale, x1)} ${yOf(scale, y1)}L${xOf(scale, x2)} ${yOf(scale, y2)}`} />
      ))}
    </g>
  );
}

export function Front({ points, axes, scale }: { readonly points: readonly ParetoPoint[]; readonly axes: Axes; readonly scale: Scale }) {
  const places = points.flatMap((point, i) => (i === 0 ? [point] : [cornerOf(points[i - 1]!, point, axes), point]));
  const path = places.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${xOf(scale, x)} ${yOf(scale, y)}`).join('');
  return <path className={styles.front} d={path} />;
}

export function Intervals({ points, scale }: { readonly points: readonly ParetoPoint[]; readonly scale: Scale }) {
  const linked = useLinkedKey();
  return (
    <g className={styles.intervals}>
      {points.map(({ key, title, x, y, xRange, yRange, mark, competes }) => (
        <g key={key} data-interval={title} data-strong={mark === 'compared' || key === linked || undefined} data-dim={!competes || undefined}>
          {yRange && <path d={`M${xOf(scale, x)} ${yOf(scale, yRange[0])}V${yOf(scale, yRange[1])}`} />}
          {xRange && <path d={`M${xOf(scale, xRange[0])} ${yOf(scale, y)}H${xOf(scale, xRange[1])}`} />}
        </g>
      ))}
    </g>
  );
}

export interface RandomPoint {
  readonly x: number;
  readonly y: number;
}

export function RandomCurve({ points, scale }: { readonly points: readonly RandomPoint[]; readonly scale: Scale }) {
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${xOf(scale, x)} ${yOf(scale, y)}`).join('');
  return <path className={styles.random} d={path} data-random />;
}

export function OverBudget({ at, scale: { width, height } }: { readonly at: number; readonly scale: Scale }) {
  return (
    <g className={styles.budget}>
      <rect x={Math.max(0, at)} y={0} width={Math.max(0, width - Math.max(0, at))} height={height} />
      <path d={`M${at} 0V${height}`} />
    </g>
  );
}

/** The sign of a point; its shape shows what its position does not. */
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

export function Point({ point, x, y }: { readonly point: DrawnPoint; readonly x: number; readonly y: number }) {
  const linked = useLinkedKey() === point.key;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart reads its points and picks them by keyboard
    <g
      className={styles.point}
      data-point={point.title}
      data-dominated={(point.dominated && !linked) || undefined}
      data-late={point.late || undefined}
      onPointerEnter={() => linkRow(point.key)}
      onPointerLeave={() => linkRow(null)}
      onClick={() => actions.compareWith(point.key)}
    >
      <circle cx={x} cy={y} r={10} fill="transparent" />
      {linked && <circle cx={x} cy={y} r={9.5} className={styles.ring} />}
      <Sign point={point} x={x} y={y} />
    </g>
  );
}

import { memo } from 'react';
import { CartesianGrid, ComposedChart, Scatter, XAxis, type XAxisTickContentProps, YAxis, type YAxisTickContentProps } from 'recharts';
import { type AxisView, type Scale, textWidth } from './scale.ts';
import type { DrawingProps, PlotPoint } from './plane.ts';

/** Size of the numbers at the ticks, px: `--fs-10`. */
const TICK = 10;
const TICK_LINE = 3;
const APART = 10;

/** A number at its tick. The library's own text measures itself in the page to break lines; ours never breaks. */
const drawTick = ({ x, y, textAnchor, verticalAnchor, payload, tickFormatter }: XAxisTickContentProps | YAxisTickContentProps) => (
  <text fill="var(--text-3)" x={x} y={y} dy={verticalAnchor === 'middle' ? '0.355em' : '0.71em'} textAnchor={textAnchor}>
    {tickFormatter?.(payload.value, payload.index)}
  </text>
);

function besideName({ ticks, format, name }: AxisView, { x: [from, to], width }: Scale): number[] {
  if (name === null || to <= from) return [...ticks];
  const free = width - textWidth(name, TICK) - APART;
  return ticks.filter((tick) => ((tick - from) / (to - from)) * width + textWidth(format(tick), TICK) / 2 <= free);
}

interface ShapeProps {
  readonly cx?: number;
  readonly cy?: number;
  readonly payload?: PlotPoint;
}

export const Drawing = memo(function Drawing({ margins, scale, x, y, children, points, sign }: DrawingProps) {
  const width = margins.left + scale.width + margins.right;
  const height = margins.top + scale.height + margins.bottom;
  const drawSign = ({ cx, cy, payload }: ShapeProps) => <g>{payload && cx !== undefined && cy !== undefined && sign(payload.key, cx, cy)}</g>;
  return (
    <ComposedChart
      className="plain10 num"
      width={width}
      height={height}
      margin={{ top: margins.top, right: margins.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="x"
        domain={[...scale.x]}
        ticks={besideName(x, scale)}
        tickFormatter={x.format}
        tick={drawTick}
        tickLine={{ stroke: 'var(--line-strong)' }}
        tickSize={TICK_LINE}
        axisLine={{ stroke: 'var(--line-strong)' }}
        height={margins.bottom}
        interval={0}
        allowDataOverflow
      />
      <YAxis
        type="number"
        dataKey="y"
        domain={[...scale.y]}
        ticks={[...y.ticks]}
        tickFormatter={y.format}
        tick={drawTick}
        tickLine={false}
        axisLine={false}
        width={margins.left}
        interval={0}
        allowDataOverflow
      />
      {y.name !== null && (
        <text className="legible" fill="var(--text-2)" data-axis="y" x={2} y={TICK}>
          {y.name}
        </text>
      )}
      {x.name !== null && (
        <text className="legible" fill="var(--text-2)" data-axis="x" x={width - margins.right} y={height - 6} textAnchor="end">
          {x.name}
        </text>
      )}
      <g transform={`translate(${margins.left} ${margins.top})`}>{children}</g>
      {points.length > 0 && <Scatter data={[...points]} isAnimationActive={false} shape={drawSign} />}
    </ComposedChart>
  );
});

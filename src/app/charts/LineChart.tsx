/**
 * Lines over an ordered axis (requests, rounds). Screen readers get a slider over its steps, whose text gives the numbers of every line at
 * that step. Moving parts (crosshair, tooltip, brush) are in a layer of their own, so that hovering redraws no line.
 */
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useElementSize, listen } from '../components/elements.ts';
import { useText } from '../store/index.ts';
import { type Look, lookOf, marginsFor, Plot, stepByKey, STROKE, Tip, type ViewStore, ZOOM } from './ChartFrame.tsx';
import styles from './charts.module.css';
import { type AxisView, nearestStep, type Range, round, type Scale, textWidth, ticks, wholeTicks, xOf, yOf, zoomed } from './scale.ts';
import { linePath } from './thin.ts';
import type { Margins, PlotPoint } from './plane.ts';

/** The lines of text stand so far apart, px. */
export const END_LINE = 12;

/**
 * Where names stand whose lines end at `wanted` (px from the top): as near as they can be, at least a line apart, within the height.
 * Of more than fit, the last ones have no place (null).
 */
export function endPlaces(wanted: readonly number[], height: number): readonly (number | null)[] {
  const fit = Math.max(0, Math.floor(height / END_LINE) + 1);
  const order = wanted
    .map((y, i) => ({ y, i }))
    .slice(0, fit)
    .sort((a, b) => a.y - b.y);
  const places: (number | null)[] = wanted.map(() => null);
  let least = Number.NEGATIVE_INFINITY;
  const down = order.map(({ y }) => (least = Math.max(y, least + END_LINE)));
  let most = height;
  for (let k = order.length - 1; k >= 0; k--) {
    const place = Math.max(0, Math.min(down[k]!, most));
    places[order[k]!.i] = place;
    most = place - END_LINE;
  }
  return places;
}

export interface LineEnd {
  readonly key: string;
  readonly text: string;
  /** What is in the one label of lines that lie on each other: what tells them apart, and what they share. Absent = each has its own. */
  readonly short?: readonly [name: string, value: string];
}

interface Found extends LineEnd {
  readonly x: number;
  readonly y: number;
}

export function joined(ends: readonly Found[]): readonly Found[] {
  const isSame = (one: Found, other: Found): boolean =>
    one.short !== undefined && one.short[1] === other.short?.[1] && Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
  return ends.flatMap((end, i) => {
    if (ends.findIndex((other) => isSame(other, end)) < i && end.short) return [];
    const same = ends.filter((other) => isSame(end, other));
    return same.length < 2 ? [end] : [{ ...end, text: `${same.map(({ short }) => short![0]).join(', ')} ${end.short![1]}` }];
  });
}

interface LineEndsProps {
  readonly ends: readonly LineEnd[];
  readonly lines: readonly { readonly key: string; readonly values: Float64Array }[];
  readonly first: number;
  readonly scale: Scale;
}

/** Right of the axes without names, px. */
const BARE = 14;
/** From the end of a line to its name, px. */
const LEADER = 14;

/** Room for the names; none where they would leave the lines less than they take. */
function endsRoom(ends: readonly LineEnd[], outer: number): number {
  const together = joined(ends.map((end) => ({ ...end, x: 0, y: 0 })));
  const room = LEADER + 4 + Math.ceil(Math.max(0, ...[...ends, ...together].map(({ text }) => textWidth(text, 10))));
  return room * 2 < outer ? room : 0;
}

function Ends({ ends, lines, first, scale }: LineEndsProps) {
  const last = Math.floor(scale.x[1]);
  const all = ends.flatMap((end): readonly Found[] => {
    const values = lines.find(({ key }) => key === end.key)?.values;
    const at = values ? Math.min(last, first + values.length - 1) : -1;
    const value = values?.[at - first];
    return value === undefined || Number.isNaN(value) ? [] : [{ ...end, x: xOf(scale, at), y: Math.max(0, yOf(scale, value)) }];
  });
  const found = joined(all);
  const places = endPlaces(
    found.map(({ y }) => y),
    scale.height,
  );
  return (
    <g>
      {found.map(({ key, text, x, y }, i) => {
        const place = places[i];
        if (place === null || place === undefined) return null;
        return (
          <g key={key}>
            <path stroke="var(--line-strong)" fill="none" d={`M${round(x + 2)} ${round(y)}L${scale.width + LEADER - 3} ${round(place)}`} />
            <text fill="var(--text-2)" x={scale.width + LEADER} y={round(place + 3.5)}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Charts below one another start at the same offset, px. */
const LEFT = 46;
/** A pointer that moves less than this, px, clicks. */
const CLICK = 4;
/** Outside the axes, positions this near still count as their ends, px. */
const BEYOND = 8;

export interface ChartLine {
  readonly key: string;
  /** `values[i]` belongs to the first step + i; NaN is a gap. */
  readonly values: Float64Array;
  readonly look: Look;
  readonly dash: string;
}

interface Props {
  readonly label: string;
  readonly height: number;
  readonly view: ViewStore;
  readonly whole: Range;
  readonly range: Range;
  readonly max: number;
  readonly lines: readonly ChartLine[];
  readonly x: Omit<AxisView, 'ticks'>;
  readonly y: Omit<AxisView, 'ticks'>;
  readonly under?: (scale: Scale) => ReactNode;
  readonly over?: (scale: Scale) => ReactNode;
  /** Said at the ends of lines, the first ones where not all have room. */
  readonly ends?: readonly LineEnd[];
  readonly tooltip: (at: number) => ReactNode;
  readonly words: (at: number) => string;
  readonly keys?: string;
  readonly onPick?: (at: number, key: string | null) => void;
}

export function LineChart(props: Props) {
  const { label, height, view, whole, range, max, words, onPick } = props;
  const { t } = useText();
  const { ref, width: outer } = useElementSize<HTMLDivElement>();
  const room: Range = [0, max];
  const y: AxisView = { ...props.y, ticks: ticks(room, Math.max(2, Math.floor(height / 46))) };
  const beside = props.ends ? endsRoom(props.ends, outer) : 0;
  const margins = { ...marginsFor(y, LEFT), ...(beside > 0 && { right: beside }) };
  const width = Math.max(0, outer - margins.left - margins.right);
  const scale: Scale = { x: range, y: room, width, height: height - margins.top - margins.bottom };
  const at = view((s) => s.at);
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  /** The numbers appear in the chart in use, by pointer or by keys. */
  const [used, setUsed] = useState<'pointer' | 'keys' | null>(null);
  const pressed = useRef<number | null>(null);
  const [first, last] = whole;
  const now = Math.max(first, Math.min(last, at ?? first));

  const setRange = (next: Range | null) => view.setState({ range: next });
  const placeOf = (e: { readonly clientX: number; readonly currentTarget: Element }): number =>
    e.clientX - e.currentTarget.getBoundingClientRect().left - margins.left;

  useWheelZoom(ref, margins.left, (x, factor) => setRange(zoomed(range, whole, nearestStep(scale, x), factor)));

  const keyDown = (e: KeyboardEvent): void => {
    if (stepByKey(e, { view, whole, range, ...(onPick && { onEnter: (at) => onPick(at, null) }) })) setUsed('keys');
  };
  const down = (e: PointerEvent<HTMLDivElement>): void => {
    if (e.button !== 0) return;
    pressed.current = placeOf(e);
    e.currentTarget.setPointerCapture(e.pointerId);
  };
  const move = (e: PointerEvent<HTMLDivElement>): void => {
    const x = placeOf(e);
    const from = pressed.current;
    setUsed('pointer');
    if (from !== null && e.pointerType === 'mouse' && Math.abs(x - from) >= CLICK) setBrush([from, x]);
    else view.setState({ hover: x < -BEYOND || x > width + BEYOND ? null : nearestStep(scale, x) });
  };
  const up = (e: PointerEvent<HTMLDivElement>): void => {
    const from = pressed.current;
    pressed.current = null;
    if (from === null) return;
    const x = placeOf(e);
    if (brush) {
      const [a, b] = [nearestStep(scale, Math.min(from, x)), nearestStep(scale, Math.max(from, x))];
      setBrush(null);
      if (b - a >= 2) setRange([a, b]);
      return;
    }
    if (x < -BEYOND) return;
    const step = nearestStep(scale, x);
    const height = e.clientY - e.currentTarget.getBoundingClientRect().top - margins.top;
    onPick?.(step, nearestLine(props.lines, first, step, height, scale));
  };

  return (
    <div
      ref={ref}
      className={`shrinks relative crosshair panY unselectable outlinesInside ${styles.plot}`}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={first}
      aria-valuemax={Math.max(first, last)}
      aria-valuenow={now}
      aria-valuetext={words(now)}
      aria-description={props.keys ?? t('chart.keys')}
      onKeyDown={keyDown}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => {
        pressed.current = null;
        setBrush(null);
      }}
      onPointerLeave={() => {
        setUsed(null);
        view.setState({ hover: null });
      }}
      onBlur={() => setUsed(null)}
      onDoubleClick={() => setRange(null)}
    >
      {width > 0 && <Picture {...props} scale={scale} y={y} margins={margins} />}
      {width > 0 && <Layer scale={scale} margins={margins} view={view} tooltip={props.tooltip} last={last} brush={brush} used={used} />}
    </div>
  );
}

function nearestLine(lines: readonly ChartLine[], first: number, at: number, y: number, scale: Scale): string | null {
  let found: string | null = null;
  let best = Number.POSITIVE_INFINITY;
  for (const { key, values, look } of lines) {
    const value = values[at - first];
    if (value === undefined || Number.isNaN(value) || look === 'recorded') continue;
    const distance = Math.abs(yOf(scale, value) - y);
    if (distance < best || (distance === best && look !== 'baseline')) {
      best = distance;
      found = key;
    }
  }
  return found;
}

/** Wheel with Ctrl zooms at the pointer; without it the page scrolls. React's own wheel listeners cannot prevent the browser's zoom. */
function useWheelZoom(ref: { readonly current: HTMLElement | null }, left: number, zoom: (x: number, factor: number) => void): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onWheel = (e: WheelEvent): void => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      latest.current(e.clientX - element.getBoundingClientRect().left - left, e.deltaY > 0 ? ZOOM : 1 / ZOOM);
    };
    return listen(element, { wheel: onWheel }, { passive: false });
  }, [ref, left]);
}

interface PictureProps extends Pick<Props, 'lines' | 'x' | 'under' | 'over' | 'whole' | 'ends'> {
  readonly y: AxisView;
  readonly scale: Scale;
  readonly margins: Margins;
}
const same = (a: Range, b: Range): boolean => a[0] === b[0] && a[1] === b[1];
const sameScale = (a: Scale, b: Scale): boolean => a.width === b.width && a.height === b.height && same(a.x, b.x) && same(a.y, b.y);
const sameAxis = (a: Omit<AxisView, 'ticks'>, b: Omit<AxisView, 'ticks'>): boolean => a.name === b.name && a.format === b.format;
const NO_POINTS: readonly PlotPoint[] = [];

const Picture = memo(
  function Picture({ scale, margins, whole, lines, x, y, under, over, ends }: PictureProps) {
    const clip = useId();
    const requests: AxisView = { ...x, ticks: wholeTicks(scale.x, Math.max(2, Math.floor(scale.width / 90))) };
    return (
      <div className={`absolute block clips inset0 ${styles.picture}`} aria-hidden="true" data-chart>
        <Plot scale={scale} margins={margins} x={requests} y={y} points={NO_POINTS} sign={() => null}>
          <clipPath id={clip}>
            <rect x={-4} y={-margins.top} width={scale.width + 8} height={scale.height + margins.top + 4} />
          </clipPath>
          <g clipPath={`url(#${clip})`}>
            {under?.(scale)}
            {lines.map(({ key, values, look, dash }) => (
              <path key={key} d={linePath(values, whole[0], scale)} {...STROKE} {...lookOf(look)} strokeDasharray={dash || undefined} />
            ))}
            {over?.(scale)}
          </g>
          {ends && margins.right > BARE && <Ends ends={ends} lines={lines} first={whole[0]} scale={scale} />}
        </Plot>
      </div>
    );
  },
  (a, b) =>
    sameScale(a.scale, b.scale) &&
    a.margins.left === b.margins.left &&
    a.lines === b.lines &&
    a.under === b.under &&
    a.over === b.over &&
    a.ends === b.ends &&
    a.margins.right === b.margins.right &&
    sameAxis(a.x, b.x) &&
    sameAxis(a.y, b.y),
);

interface LayerProps {
  readonly scale: Scale;
  readonly margins: Margins;
  readonly view: ViewStore;
  readonly last: number;
  readonly brush: readonly [number, number] | null;
  readonly used: 'pointer' | 'keys' | null;
  readonly tooltip: (at: number) => ReactNode;
}

function Layer({ scale, margins, view, last, brush, used, tooltip }: LayerProps) {
  const hover = view((s) => s.hover);
  const at = view((s) => s.at);
  const [from, to] = scale.x;
  const chosen = at === null ? null : Math.min(at, last);
  const inView = (x: number | null): x is number => x !== null && x >= from && x <= to;
  const tip = used === 'keys' ? chosen : used === 'pointer' ? hover : null;
  return (
    <div className="absolute through" style={{ left: margins.left, top: margins.top, width: scale.width, height: scale.height }}>
      {inView(chosen) && (
        <i
          className="absolute top0 bottom0 wide1 bgAccent leftHalf"
          style={{ left: -1, width: 2, transform: `translateX(${xOf(scale, chosen)}px)` }}
        />
      )}
      {inView(hover) && <i className="absolute top0 bottom0 wide1 bgAccent leftHalf" style={{ transform: `translateX(${xOf(scale, hover)}px)` }} />}
      {brush && <i className={`absolute top0 bottom0 ${styles.brush}`} style={{ left: Math.min(...brush), width: Math.abs(brush[1] - brush[0]) }} />}
      {inView(tip) && !brush && (
        <Tip x={xOf(scale, tip)} width={scale.width}>
          {tooltip(tip)}
        </Tip>
      )}
    </div>
  );
}

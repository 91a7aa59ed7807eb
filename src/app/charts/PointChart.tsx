/** Points over two measures, with labels that cover neither each other nor a point. */
import type { KeyboardEvent, PointerEvent, ReactNode, RefObject } from 'react';
import { memo, useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useElementSize, listen } from '../components/elements.ts';
import { useText } from '../store/index.ts';
import { marginsFor, Plot, Tip, ZOOM } from './ChartFrame.tsx';
import styles from './charts.module.css';
import { blockSigns, type Box, type Cluster, type LabelPoint, LabelSpace, type PlacedLabel, placeLabels, sideBySide, type Spot } from './labels.ts';
import { boxed, createPlane, encloses, holds, type Margins, panned, type Part, type PlaneStore, type PlotPoint, valueAt, zoomedAt } from './plane.ts';
import { type AxisView, fitted, type Range, type Scale, textWidth, ticks, xOf, yOf } from './scale.ts';

type Place = readonly [x: number, y: number];

interface Options {
  readonly ref: RefObject<HTMLElement | null>;
  readonly plane: PlaneStore;
  readonly scale: Scale;
  readonly whole: Part;
  readonly margins: Margins;
  readonly points: readonly PlotPoint[];
  readonly onSelect: ((keys: ReadonlySet<string>) => void) | undefined;
}

type DragShape = { readonly kind: 'box'; readonly from: Place; readonly to: Place } | { readonly kind: 'lasso'; readonly line: readonly Place[] };

/** Shorter drags (px) are clicks. */
const CLICK = 4;

interface Press {
  readonly from: Place;
  readonly kind: 'box' | 'pan' | 'lasso';
  last: Place;
  readonly line: Place[];
  moved: boolean;
}

function usePlaneGestures({ ref, plane, scale, whole, margins, points, onSelect }: Options) {
  const [dragged, setDragged] = useState<DragShape | null>(null);
  const press = useRef<Press | null>(null);
  const touches = useRef(new Map<number, Place>());
  const now: Part = scale;

  const placeIn = (e: { readonly clientX: number; readonly clientY: number }, element: Element): Place => {
    const { left, top } = element.getBoundingClientRect();
    return [e.clientX - left - margins.left, e.clientY - top - margins.top];
  };
  const zoomBy = (place: Place, factor: number): void => plane.setState({ part: zoomedAt(now, whole, valueAt(scale, place), factor) });
  const panBy = ([dx, dy]: Place): void => {
    if (plane.getState().part) plane.setState({ part: panned(now, whole, [-dx / scale.width, dy / scale.height]) });
  };

  const wheel = useEffectEvent((e: WheelEvent): void => {
    const root = document.documentElement;
    // Where the page itself scrolls, the wheel is the page's; with Ctrl, or two fingers on a pad, it zooms everywhere.
    if (!e.ctrlKey && root.scrollHeight > root.clientHeight) return;
    e.preventDefault();
    zoomBy(placeIn(e, e.currentTarget as Element), e.deltaY > 0 ? ZOOM : 1 / ZOOM);
  });
  useEffect(() => {
    return listen(ref.current, { wheel: (e: WheelEvent) => wheel(e) }, { passive: false });
  }, [ref]);

  const onPointerDown = (e: PointerEvent<HTMLElement>): void => {
    const place = placeIn(e, e.currentTarget);
    if (e.pointerType === 'touch') touches.current.set(e.pointerId, place);
    if (e.button !== 0 || touches.current.size > 1) {
      press.current = null;
      return;
    }
    const { lasso, part } = plane.getState();
    const kind = lasso && onSelect ? 'lasso' : e.shiftKey || (e.pointerType === 'touch' && part) ? 'pan' : 'box';
    if (kind === 'box' && e.pointerType === 'touch') return;
    press.current = { from: place, kind, last: place, line: [place], moved: false };
  };
  const onPointerMove = (e: PointerEvent<HTMLElement>): void => {
    const place = placeIn(e, e.currentTarget);
    if (touches.current.has(e.pointerId)) {
      const other = [...touches.current].find(([id]) => id !== e.pointerId)?.[1];
      const before = touches.current.get(e.pointerId)!;
      touches.current.set(e.pointerId, place);
      if (other) {
        const apart = (a: Place): number => Math.hypot(a[0] - other[0], a[1] - other[1]);
        if (apart(place) > 0) zoomBy([(place[0] + other[0]) / 2, (place[1] + other[1]) / 2], apart(before) / apart(place));
        return;
      }
    }
    const one = press.current;
    if (!one) return;
    if (!one.moved && Math.hypot(place[0] - one.from[0], place[1] - one.from[1]) < CLICK) return;
    if (!one.moved) e.currentTarget.setPointerCapture(e.pointerId);
    one.moved = true;
    if (one.kind === 'pan') panBy([place[0] - one.last[0], place[1] - one.last[1]]);
    else if (one.kind === 'box') setDragged({ kind: 'box', from: one.from, to: place });
    else {
      one.line.push(place);
      setDragged({ kind: 'lasso', line: [...one.line] });
    }
    one.last = place;
  };
  const end = (): void => {
    press.current = null;
    setDragged(null);
  };
  const onPointerUp = (e: PointerEvent<HTMLElement>): void => {
    touches.current.delete(e.pointerId);
    const one = press.current;
    end();
    if (!one?.moved) return;
    if (one.kind === 'box') {
      const part = boxed(scale, one.from, one.last);
      if (part) plane.setState({ part });
    } else if (one.kind === 'lasso') {
      onSelect?.(new Set(points.filter((p) => encloses(one.line, [xOf(scale, p.x), yOf(scale, p.y)])).map(({ key }) => key)));
      plane.setState({ lasso: false });
    }
  };
  const onPointerCancel = (e: PointerEvent<HTMLElement>): void => {
    touches.current.delete(e.pointerId);
    end();
  };
  return { dragged, zoomBy, panBy, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}

export interface ChartPoint extends PlotPoint {
  readonly title: string;
  readonly strong: boolean;
  readonly rank: number;
}

export interface Note {
  readonly key: string;
  readonly text: string;
  /** Candidate positions, px inside the axes, the best first; it is omitted if none is free. */
  readonly spots: readonly Spot[];
  readonly last?: boolean;
}

export interface Link {
  readonly use: () => string | null;
  readonly set: (key: string | null) => void;
}

interface Props {
  readonly label: string;
  readonly points: readonly ChartPoint[];
  readonly x: AxisView & { readonly range: Range };
  readonly y: AxisView & { readonly range: Range };
  /** Half of a sign's size, px. */
  readonly reach: (point: ChartPoint) => number;
  readonly sign: (key: string, x: number, y: number) => ReactNode;
  readonly words: (key: string) => string;
  readonly under: (scale: Scale) => ReactNode;
  readonly notes: (scale: Scale) => readonly Note[];
  readonly link: Link;
  readonly onPick: (key: string) => void;
  readonly plane?: PlaneStore;
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly set: (keys: ReadonlySet<string>) => void };
}

/** Lower plots (px) draw leaders only for their strong points. */
const LOW = 300;
const MOST = 0.55;

export function PointChart(props: Props) {
  const { label, points, words, link, onPick, selection } = props;
  const { t } = useText();
  const { ref, width: outer, height: outerHeight } = useElementSize<HTMLDivElement>();
  const active = link.use();
  const [reading, setReading] = useState(false);
  const [own] = useState(createPlane);
  const plane = props.plane ?? own;
  const part = plane((s) => s.part);
  const lasso = plane((s) => s.lasso);
  const whole = useMemo((): Part => ({ x: props.x.range, y: props.y.range }), [props.x, props.y]);
  useEffect(() => plane.setState({ whole }), [plane, whole]);
  const x = useMemo(() => seen(props.x, part?.x), [props.x, part]);
  const y = useMemo(() => seen(props.y, part?.y), [props.y, part]);
  const margins = useMemo(() => marginsFor(y), [y]);
  const scale = useMemo(
    (): Scale => ({
      x: x.range,
      y: y.range,
      width: Math.max(0, outer - margins.left - margins.right),
      height: Math.max(0, outerHeight - margins.top - margins.bottom),
    }),
    [x, y, outer, outerHeight, margins],
  );
  const inside = useMemo(() => (part ? points.filter((point) => holds(part, point)) : points), [points, part]);
  const shown = inside.find(({ key }) => key === active);
  const { dragged, zoomBy, panBy, handlers } = usePlaneGestures({ ref, plane, scale, whole, margins, points: inside, onSelect: selection?.set });

  const keyDown = (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (reading && shown && e.key === ' ' && selection) selection.set(toggled(selection.keys, shown.key));
    else if (reading && shown && (e.key === 'Enter' || e.key === ' ')) onPick(shown.key);
    else if (e.key === 'Escape' && selection && selection.keys.size > 0) selection.set(new Set());
    else if (e.key in ZOOMS) zoomBy(shown ? [xOf(scale, shown.x), yOf(scale, shown.y)] : [scale.width / 2, scale.height / 2], ZOOMS[e.key]!);
    else if (e.key === '0') plane.setState({ part: null });
    else if (e.shiftKey && e.key in PANS) panBy([PANS[e.key]![0] * scale.width, PANS[e.key]![1] * scale.height]);
    else {
      const next = nextPoint(inside, reading ? (shown?.key ?? null) : null, e.key);
      if (!next) return;
      setReading(true);
      link.set(next.key);
    }
    e.preventDefault();
  };
  return (
    <div
      ref={ref}
      className={`fill relative leastHigh120 panY unselectable ${styles.points}`}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are read by keyboard
      tabIndex={0}
      aria-label={t('chart.points', { count: points.length })}
      aria-description={t('chart.points.keys')}
      data-lasso={(lasso && selection !== undefined) || undefined}
      {...handlers}
      onKeyDown={keyDown}
      onBlur={() => {
        if (reading) link.set(null);
        setReading(false);
      }}
    >
      <div role="img" aria-label={label} className={`absolute block clips inset0 ${styles.picture}`} data-chart>
        {scale.width > 0 && scale.height > 0 && <Picture {...props} points={inside} x={x} y={y} scale={scale} margins={margins} />}
      </div>
      {scale.width > 0 && (dragged || (selection && selection.keys.size > 0)) && (
        <svg
          className="absolute through"
          style={{ left: margins.left, top: margins.top }}
          width={scale.width}
          height={scale.height}
          aria-hidden="true"
        >
          <g fill="color-mix(in srgb, var(--accent) 12%, transparent)" stroke="var(--accent)">
            {selection &&
              inside
                .filter(({ key }) => selection.keys.has(key))
                .map(({ key, x, y }) => <circle key={key} cx={xOf(scale, x)} cy={yOf(scale, y)} r={11} />)}
            {dragged && <path d={outline(dragged)} />}
          </g>
        </svg>
      )}
      {shown && !dragged && scale.width > 0 && (
        <div className="absolute through" style={{ left: margins.left, top: margins.top, width: scale.width, height: scale.height }}>
          <Tip x={xOf(scale, shown.x)} y={Math.min(scale.height - 20, yOf(scale, shown.y) + 10)} width={scale.width}>
            {words(shown.key)}
          </Tip>
        </div>
      )}
      <p className="hidden-text" aria-live="polite">
        {reading && shown ? words(shown.key) : ''}
        {reading && shown && selection?.keys.has(shown.key) ? ` · ${t('chart.selected')}` : ''}
      </p>
    </div>
  );
}

const ZOOMS: Readonly<Record<string, number>> = { '+': 1 / ZOOM, '=': 1 / ZOOM, '-': ZOOM };
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.25, 0],
  ArrowRight: [-0.25, 0],
  ArrowUp: [0, 0.25],
  ArrowDown: [0, -0.25],
};
const TICKS = 6;

type RangedAxis = AxisView & { readonly range: Range };

const seen = (axis: RangedAxis, range: Range | undefined): RangedAxis => (range ? { ...axis, range, ticks: ticks(range, TICKS) } : axis);

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function outline(dragged: DragShape): string {
  if (dragged.kind === 'lasso') return `M${dragged.line.map((place) => place.join(' ')).join('L')}Z`;
  const [[x1, y1], [x2, y2]] = [dragged.from, dragged.to];
  return `M${x1} ${y1}H${x2}V${y2}H${x1}Z`;
}

function nextPoint(points: readonly ChartPoint[], now: string | null, key: string): ChartPoint | null {
  const horizontal = key === 'ArrowLeft' || key === 'ArrowRight' || key === 'Home' || key === 'End';
  if (!horizontal && key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const order = [...points].sort((a, b) => (horizontal ? a.x - b.x || a.y - b.y : a.y - b.y || a.x - b.x));
  const at = order.findIndex((point) => point.key === now);
  if (key === 'Home' || at < 0) return order[0] ?? null;
  if (key === 'End') return order.at(-1) ?? null;
  return order[at + (key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1)] ?? order[at]!;
}

interface LabelLayout {
  /** Where signs stand that another one would cover, px from the left. */
  readonly aside: ReadonlyMap<string, number>;
  readonly notes: readonly (Note & { readonly spot: Spot })[];
  readonly labels: readonly PlacedLabel[];
}

function laidOut(
  points: readonly ChartPoint[],
  scale: Scale,
  size: number,
  reach: (point: ChartPoint) => number,
  notes: readonly Note[],
): LabelLayout {
  const area: Box = { left: -4, right: scale.width + 8, top: -6, bottom: scale.height - 1 };
  const space = new LabelSpace(area);
  const exact = points.map((point): LabelPoint => {
    const { key, title, strong, rank } = point;
    return { key, title, strong, rank, x: xOf(scale, point.x), y: yOf(scale, point.y), reach: reach(point) };
  });
  const named = sideBySide(exact, scale.width);
  blockSigns(space, named);
  const place = (list: readonly Note[]): LabelLayout['notes'] =>
    list.flatMap((note) => {
      const spot = space.take(textWidth(note.text, size) + 2, note.spots);
      return spot ? [{ ...note, spot }] : [];
    });
  const textOf = ({ points, strong }: Cluster) => {
    const more = points.length > 1 ? ` +${points.length - 1}` : '';
    const weight = strong ? 600 : 400;
    const text = fitted(points[0]!.title, scale.width * MOST - textWidth(more, size, weight), size, weight) + more;
    return { text, width: textWidth(text, size, 600) + 2 };
  };
  const first = place(notes.filter(({ last }) => !last));
  const labels = placeLabels(named, space, textOf, scale.height >= LOW);
  const aside = new Map(named.flatMap(({ key, x }, i) => (x === exact[i]!.x ? [] : [[key, x] as const])));
  return { aside, labels, notes: [...first, ...place(notes.filter(({ last }) => last))] };
}

type PictureProps = Props & { readonly scale: Scale; readonly margins: ReturnType<typeof marginsFor> };

const Picture = memo(
  function Picture({ points, scale, margins, x, y, sign, under, notes, reach, link }: PictureProps) {
    const { language } = useText();
    const clip = useId();
    const size = language === 'zh-CN' ? 11 : 10;
    const laid = useMemo(() => laidOut(points, scale, size, reach, notes(scale)), [points, scale, size, reach, notes]);
    const { aside } = laid;
    const drawn = useCallback(
      (key: string, cx: number, cy: number) => sign(key, aside.has(key) ? margins.left + aside.get(key)! : cx, cy),
      [sign, aside, margins],
    );
    return (
      <Plot scale={scale} margins={margins} x={x} y={y} points={points} sign={drawn}>
        <clipPath id={clip}>
          <rect width={scale.width} height={scale.height} />
        </clipPath>
        <g clipPath={`url(#${clip})`}>{under(scale)}</g>
        <g className="through">
          {laid.notes.map(({ key, text, spot }) => (
            <text className="halo" fill="var(--text-3)" key={key} x={spot.x} y={spot.y} textAnchor={spot.anchor} fontSize={size}>
              {text}
            </text>
          ))}
        </g>
        <Names labels={laid.labels} size={size} link={link} />
      </Plot>
    );
  },
  (a, b) =>
    a.points === b.points && a.scale === b.scale && a.under === b.under && a.notes === b.notes && a.sign === b.sign && a.x === b.x && a.y === b.y,
);

function Names({ labels, size, link }: { readonly labels: readonly PlacedLabel[]; readonly size: number; readonly link: Link }) {
  const active = link.use();
  return (
    <g className={`through ${styles.names}`}>
      {labels.map(({ points, strong, text, spot }) => (
        <g key={points[0]!.key} data-strong={strong || undefined} data-linked={points.some(({ key }) => key === active) || undefined}>
          {spot.leader && <path stroke="var(--line-strong)" d={`M${spot.leader.map((place) => place.join(' ')).join('L')}`} />}
          <text className="halo" fill="var(--text-2)" x={spot.x} y={spot.y} textAnchor={spot.anchor} fontSize={size}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

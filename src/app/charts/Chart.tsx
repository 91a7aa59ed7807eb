/**
 * Lines over requests, drawn as SVG. Values reach screen readers as a slider over the requests; the tables hold them all. What
 * moves (crosshair, tooltip, brush) lies in a layer of its own, so that hovering redraws no line.
 */
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useElementWidth } from '../components/useMedia.ts';
import { useText } from '../store/index.ts';
import { show, useReplay } from '../replay/state.ts';
import styles from './chart.module.css';
import { linePath, moved, type Range, requestAt, requestTicks, type Scale, showing, ticks, xOf, yOf, zoomed } from './scale.ts';

export const LEFT = 46;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 20;
/** A pointer that moves less than this is a click. */
const CLICK = 4;
const ZOOM = 1.25;

export interface Drawn {
  readonly key: string;
  readonly values: Float64Array;
  /** 0–7, or one of the two lines that are no strategy. */
  readonly look: number | 'baseline' | 'recorded';
  readonly dash: string;
}

interface Props {
  /** Accessible name. */
  readonly label: string;
  readonly height: number;
  readonly requests: number;
  readonly range: Range;
  readonly max: number;
  readonly lines: readonly Drawn[];
  readonly axis: (value: number) => string;
  /** Drawn under and over the lines. */
  readonly under?: (scale: Scale) => ReactNode;
  readonly over?: (scale: Scale) => ReactNode;
  /** The numbers at a request: in the tooltip, and in words. */
  readonly tooltip: (at: number) => ReactNode;
  readonly words: (at: number) => string;
  /** A click or Enter at a request; `key` = of the nearest line. */
  readonly onPick: (at: number, key: string | null) => void;
}

export function Chart(props: Props) {
  const { label, height, requests, range, max, words, onPick } = props;
  const { t } = useText();
  const { ref, width: outer } = useElementWidth<HTMLDivElement>();
  const width = Math.max(0, outer - LEFT - RIGHT);
  const scale: Scale = { range, max, width, height: height - TOP - BOTTOM };
  const at = useReplay((s) => s.at);
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  /** The numbers stand in the chart that is used, by pointer or by keys. */
  const [used, setUsed] = useState<'pointer' | 'keys' | null>(null);
  const pressed = useRef<number | null>(null);
  const now = Math.min(requests, at ?? 1);

  const setRange = (next: Range | null) => show({ range: next });
  const go = (to: number) => {
    const request = Math.max(1, Math.min(requests, to));
    show({ at: request, hover: null, range: useReplay.getState().range && showing(range, requests, request) });
  };
  const placeOf = (e: { readonly clientX: number; readonly currentTarget: Element }): number =>
    e.clientX - e.currentTarget.getBoundingClientRect().left - LEFT;

  useWheelZoom(ref, (x, factor) => setRange(zoomed(range, requests, requestAt(scale, x), factor)));

  const keyDown = (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const page = Math.max(1, Math.round((range[1] - range[0]) / 10));
    if (e.key === 'ArrowRight' || e.key === 'ArrowUp') go(now + (at === null ? 0 : e.shiftKey ? page : 1));
    else if (e.key === 'ArrowLeft' || e.key === 'ArrowDown') go(now - (e.shiftKey ? page : 1));
    else if (e.key === 'PageUp') go(now + page);
    else if (e.key === 'PageDown') go(now - page);
    else if (e.key === 'Home') go(1);
    else if (e.key === 'End') go(requests);
    else if (e.key === 'Enter' || e.key === ' ') onPick(now, null);
    else if (e.key === '+' || e.key === '=') setRange(zoomed(range, requests, now, 1 / ZOOM));
    else if (e.key === '-') setRange(zoomed(range, requests, now, ZOOM));
    else if (e.key === '0') setRange(null);
    else return;
    setUsed('keys');
    e.preventDefault();
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
    else show({ hover: x < -8 || x > width + 8 ? null : requestAt(scale, x) });
  };
  const up = (e: PointerEvent<HTMLDivElement>): void => {
    const from = pressed.current;
    pressed.current = null;
    if (from === null) return;
    const x = placeOf(e);
    if (brush) {
      const [a, b] = [requestAt(scale, Math.min(from, x)), requestAt(scale, Math.max(from, x))];
      setBrush(null);
      if (b - a >= 2) setRange([a, b]);
      return;
    }
    if (x < -8) return;
    const request = requestAt(scale, x);
    const y = e.clientY - e.currentTarget.getBoundingClientRect().top - TOP;
    onPick(request, nearest(props.lines, request, y, scale));
  };

  return (
    <div
      ref={ref}
      className={styles.plot}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, requests)}
      aria-valuenow={now}
      aria-valuetext={words(now)}
      aria-description={t('replay.chart.keys')}
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
        show({ hover: null });
      }}
      onBlur={() => setUsed(null)}
      onDoubleClick={() => setRange(null)}
    >
      {width > 0 && <Picture {...props} scale={scale} />}
      {width > 0 && <Layer scale={scale} height={height} tooltip={props.tooltip} requests={requests} brush={brush} used={used} />}
    </div>
  );
}

/** The line whose value at a request is nearest to a height. */
function nearest(lines: readonly Drawn[], at: number, y: number, scale: Scale): string | null {
  let found: string | null = null;
  let best = Number.POSITIVE_INFINITY;
  for (const { key, values, look } of lines) {
    const value = values[at - 1];
    if (value === undefined || Number.isNaN(value) || look === 'recorded') continue;
    const distance = Math.abs(yOf(scale, value) - y);
    // Of lines that lie on each other the strategy is meant.
    if (distance < best || (distance === best && look !== 'baseline')) {
      best = distance;
      found = key;
    }
  }
  return found;
}

/** Wheel with Ctrl zooms at the pointer; without it the page scrolls. React's own wheel listeners cannot keep the browser from zooming. */
function useWheelZoom(ref: { readonly current: HTMLElement | null }, zoom: (x: number, factor: number) => void): void {
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
      latest.current(e.clientX - element.getBoundingClientRect().left - LEFT, e.deltaY > 0 ? ZOOM : 1 / ZOOM);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [ref]);
}

type PictureProps = Props & { readonly scale: Scale };
const sameScale = (a: Scale, b: Scale): boolean =>
  a.width === b.width && a.height === b.height && a.max === b.max && a.range[0] === b.range[0] && a.range[1] === b.range[1];

/** Everything that does not move with the pointer. */
const Picture = memo(
  function Picture({ scale, height, lines, axis, under, over }: PictureProps) {
    const { width, max } = scale;
    const clip = `clip-${height}`;
    return (
      <svg className={styles.picture} width={width + LEFT + RIGHT} height={height} aria-hidden="true">
        <defs>
          <clipPath id={clip}>
            <rect x={-4} y={-TOP} width={width + 8} height={scale.height + TOP + 4} />
          </clipPath>
        </defs>
        <g transform={`translate(${LEFT} ${TOP})`}>
          {ticks(max, Math.max(2, Math.floor(scale.height / 40))).map((value) => (
            <g key={value} transform={`translate(0 ${yOf(scale, value)})`}>
              <line x2={width} className={value === 0 ? styles.base : styles.grid} />
              <text x={-6} dy="0.32em" className={styles.tick} textAnchor="end">
                {axis(value)}
              </text>
            </g>
          ))}
          {requestTicks(scale.range, Math.max(2, Math.floor(width / 90))).map((request) => (
            <g key={request} transform={`translate(${xOf(scale, request)} ${scale.height})`}>
              <line y2={3} className={styles.base} />
              <text y={14} className={styles.tick} textAnchor={xOf(scale, request) > width - 16 ? 'end' : 'middle'}>
                {request}
              </text>
            </g>
          ))}
          <g clipPath={`url(#${clip})`}>
            {under?.(scale)}
            {lines.map((line) => (
              <path
                key={line.key}
                d={linePath(line.values, scale)}
                className={`${styles.line} ${typeof line.look === 'number' ? styles[`series${line.look + 1}`] : styles[line.look]}`}
                strokeDasharray={line.dash || undefined}
              />
            ))}
            {over?.(scale)}
          </g>
        </g>
      </svg>
    );
  },
  (a, b) =>
    sameScale(a.scale, b.scale) && a.lines === b.lines && a.under === b.under && a.over === b.over && a.axis === b.axis && a.height === b.height,
);

interface LayerProps {
  readonly scale: Scale;
  readonly height: number;
  readonly requests: number;
  readonly brush: readonly [number, number] | null;
  readonly used: 'pointer' | 'keys' | null;
  readonly tooltip: (at: number) => ReactNode;
}

/** Crosshair at the request under the pointer, else at the chosen one; the part that is being chosen. */
function Layer({ scale, height, requests, brush, used, tooltip }: LayerProps) {
  const hover = useReplay((s) => s.hover);
  const at = useReplay((s) => s.at);
  const [from, to] = scale.range;
  const chosen = at === null ? null : Math.min(at, requests);
  const inView = (x: number | null): x is number => x !== null && x >= from && x <= to;
  const tip = used === 'keys' ? chosen : used === 'pointer' ? hover : null;
  return (
    <div className={styles.layer} style={{ left: LEFT, top: TOP, width: scale.width, height: height - TOP - BOTTOM }}>
      {inView(chosen) && <i className={styles.chosen} style={{ transform: `translateX(${xOf(scale, chosen)}px)` }} />}
      {inView(hover) && <i className={styles.cross} style={{ transform: `translateX(${xOf(scale, hover)}px)` }} />}
      {brush && <i className={styles.brush} style={{ left: Math.min(...brush), width: Math.abs(brush[1] - brush[0]) }} />}
      {inView(tip) && !brush && (
        <div className={xOf(scale, tip) > scale.width / 2 ? `${styles.tip} ${styles.left}` : styles.tip} style={{ left: xOf(scale, tip) }}>
          {tooltip(tip)}
        </div>
      )}
    </div>
  );
}

/** Zoom and back as buttons: what wheel, brush and keys do. */
export function ZoomButtons({ requests }: { readonly requests: number }) {
  const { t } = useText();
  const range = useReplay((s) => s.range);
  const at = useReplay((s) => s.at);
  const tall = useReplay((s) => s.tall);
  const now: Range = range ?? [1, Math.max(1, requests)];
  const middle = at !== null && at >= now[0] && at <= now[1] ? at : (now[0] + now[1]) / 2;
  const shift = (direction: 1 | -1): void => show({ range: range && moved(range, requests, (direction * (range[1] - range[0])) / 2) });
  const button = (text: string, label: string, onClick: () => void, disabled: boolean) => (
    <button type="button" className={styles.zoom} aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <span className={styles.zooms} role="group" aria-label={t('replay.zoom')}>
      {button('‹', t('replay.zoom.earlier'), () => shift(-1), range === null || range[0] <= 1)}
      {button('−', t('replay.zoom.out'), () => show({ range: zoomed(now, requests, middle, ZOOM * ZOOM) }), range === null)}
      {button('+', t('replay.zoom.in'), () => show({ range: zoomed(now, requests, middle, 1 / (ZOOM * ZOOM)) }), now[1] - now[0] <= 8)}
      {button('›', t('replay.zoom.later'), () => shift(1), range === null || range[1] >= requests)}
      {button('0', t('replay.zoom.all'), () => show({ range: null }), range === null)}
      <button
        type="button"
        className={styles.zoom}
        aria-pressed={tall}
        aria-label={t('replay.zoom.tall')}
        title={t('replay.zoom.tall')}
        onClick={() => show({ tall: !tall })}
      >
        ↕
      </button>
    </span>
  );
}

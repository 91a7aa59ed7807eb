/** Canvases of the strips: one per row, redrawn only when its result, the axis, the width or the theme changes. */
import { listen } from '../../components/elements.ts';
import { keyAt } from '../../components/acts.ts';
import { type RefObject, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { PRIORITIES } from '../../../engine/signals/contract.ts';
import { type FateKind, FATES, KEEP } from '../../../engine/strategies/contract.ts';
import { cachedFateBins, kindBins, PRIORITY_HEIGHTS, stripHeights } from '../../../engine/strips/bins.ts';
import { t } from '../../../i18n/index.ts';
import type { View } from '../../../scenario/schema.ts';
import { pause } from '../../../worker/pause.ts';
import type { RowResult, TranscriptView } from '../../../worker/protocol.ts';
import { pageToken } from '../../charts/scale.ts';
import { differenceStops, nextStop } from '../../diff/model.ts';
import { actions, during, useApp, useText } from '../../store/index.ts';
import type { Pixels, StripAxis, StripColors } from './axis.ts';
import { centreOf, messagesAt, mix, nearestAt, paintStack, paintStrip, parseColor, pixels, stripAxis, valueAt, zoomRange } from './axis.ts';
import styles from './strip.module.css';

interface FateRun {
  readonly fate: number;
  readonly first: number;
  readonly last: number;
}

/** Longest run of messages that share one fate other than keep; null when everything is kept. */
export function longestRun(fates: Uint8Array): FateRun | null {
  let best: FateRun | null = null;
  for (let first = 0; first < fates.length; ) {
    const fate = fates[first] ?? KEEP;
    let last = first;
    while (last + 1 < fates.length && fates[last + 1] === fate) last += 1;
    if (fate !== KEEP && (!best || last - first > best.last - best.first)) best = { fate, first, last };
    first = last + 1;
  }
  return best;
}

const sentences = new WeakMap<RowResult, Map<string, string>>();

function sentence(title: string, result: RowResult): string {
  const counts = FATES.filter((f) => result.measures.messagesByFate[f] > 0).map((f: FateKind) =>
    t('strip.alt.count', { fate: t(`fate.${f}`), count: result.measures.messagesByFate[f] }),
  );
  const run = longestRun(result.fates);
  if (!run) return t('strip.alt.nothing', { title });
  const kind = FATES[run.fate] ?? 'drop';
  const where = kind === 'keep' ? [] : [t('strip.alt.run', { fate: t(`fate.${kind}`), first: run.first + 1, last: run.last + 1 })];
  const changed = result.fates.reduce((sum, f) => sum + (f === KEEP ? 0 : 1), 0);
  const rest = changed - (run.last - run.first + 1);
  if (rest > 0) where.push(t('strip.alt.rest', { count: rest }));
  return `${t('list.pair', { name: title, value: counts.join(t('list.separator')) })}; ${where.join(' ')}`;
}

/** "Middle removal: 510 kept, 404 dropped; dropped #8–#260 and 51 other messages elsewhere". Kept per result. */
export function describeStrip(title: string, result: RowResult, language: string): string {
  const known = sentences.get(result) ?? new Map<string, string>();
  sentences.set(result, known);
  const key = `${language}|${title}`;
  const text = known.get(key) ?? sentence(title, result);
  known.set(key, text);
  return text;
}

export function describeOriginal(transcript: TranscriptView): string {
  const count = [0, 0, 0, 0];
  for (const p of transcript.priority) count[p] = (count[p] ?? 0) + 1;
  const by = (name: (typeof PRIORITIES)[number]): number => count[PRIORITIES.indexOf(name)] ?? 0;
  return t('strip.alt.original', {
    messages: transcript.n,
    tokens: transcript.total,
    critical: by('CRITICAL'),
    high: by('HIGH'),
    normal: by('NORMAL'),
    low: by('LOW'),
  });
}

// Work that is done soon, in tasks of a few milliseconds between which the page is free.

const STRETCH = 8;

const waiting = new Set<() => void>();
let isRunning = false;

async function run(): Promise<void> {
  isRunning = true;
  try {
    while (waiting.size > 0) {
      await pause();
      const from = performance.now();
      for (const work of waiting) {
        waiting.delete(work);
        work();
        if (performance.now() - from > STRETCH) break;
      }
    }
  } finally {
    isRunning = false;
  }
}

export function soon(work: () => void): () => void {
  waiting.add(work);
  if (!isRunning) void during(run());
  return () => void waiting.delete(work);
}

export interface StripFrame {
  readonly transcript: TranscriptView;
  readonly axis: StripAxis;
  readonly width: number;
  readonly dpr: number;
  readonly colors: StripColors;
}

/** A strip of more messages is painted a moment after its row: reading them takes milliseconds, and rows come several at a time. */
const AT_ONCE = 20_000;

let scratch: Pixels | null = null;

function area(width: number, height: number): Pixels {
  if (scratch?.width !== width || scratch.height !== height) scratch = pixels(width, height);
  return scratch;
}

function show(canvas: HTMLCanvasElement, width: number, height: number, draw: (p: Pixels) => void): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  const p = area(width, height);
  draw(p);
  context.putImageData(new ImageData(p.data, width, height), 0, 0);
}

/** @param height CSS px */
export function FateStrip({
  frame,
  result,
  title,
  height,
  painted,
  faded,
  struck,
}: {
  readonly frame: StripFrame;
  readonly result: RowResult;
  readonly title: string;
  readonly height: number;
  readonly painted: boolean;
  readonly faded: boolean;
  readonly struck: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { axis, colors, dpr, transcript, width } = frame;
  // The label may follow the picture a moment later: nobody hears all of them while a slider moves.
  const label = describeStrip(title, useDeferredValue(result), useText().language);
  useLayoutEffect(() => {
    if (!painted) return undefined;
    const paint = (): void => {
      if (!canvas.current) return;
      const w = Math.round(width * dpr);
      const h = Math.round(height * dpr);
      const heights = stripHeights(cachedFateBins(result, axis, transcript.tokens, w), h, dpr);
      show(canvas.current, w, h, (p) =>
        paintStrip(p, { axis, fates: result.fates, heights, summaries: result.summaries.map((s) => s.before) }, colors),
      );
    };
    if (transcript.n > AT_ONCE) return soon(paint);
    paint();
    return undefined;
  }, [axis, colors, dpr, height, painted, result, transcript, width]);
  return (
    <span className={`relative block ${styles.frame}`} data-struck={struck || undefined}>
      <canvas ref={canvas} className="block wideFull" style={{ height, opacity: faded ? 0.35 : undefined }} role="img" aria-label={label} />
    </span>
  );
}

export function OriginalStrip({
  frame,
  color,
  baseline,
  label,
  height,
}: {
  readonly frame: StripFrame;
  readonly color: View['color'];
  readonly baseline: RowResult | null;
  readonly label: string;
  readonly height: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { axis, colors, dpr, transcript, width } = frame;
  const fates = color === 'fate' ? (baseline?.fates ?? null) : null;
  useLayoutEffect(() => {
    if (!canvas.current) return;
    const w = Math.round(width * dpr);
    const fateColors = [colors.keep, colors.edit, colors.sum, colors.off, colors.drop];
    const [kind, scale, palette] =
      color === 'fate'
        ? ([fates ?? new Uint8Array(transcript.n), [1, 1, 1, 1, 1], fateColors] as const)
        : color === 'role'
          ? ([transcript.roles, [1, 1, 0.74, 0.5], colors.role] as const)
          : ([transcript.priority, PRIORITY_HEIGHTS, colors.priority] as const);
    show(canvas.current, w, Math.round(height * dpr), (p) => paintStack(p, axis, kindBins(axis, kind, scale.length, w), scale, palette, colors, dpr));
  }, [axis, color, colors, dpr, fates, height, transcript, width]);
  return (
    <span className={`relative block ${styles.frame}`}>
      <canvas ref={canvas} className="block wideFull" style={{ height }} role="img" aria-label={label} />
    </span>
  );
}

// The palette's variables as packed colours; new ones when the colour scheme changes.

const SCHEME = 'data-theme';
let known: { readonly scheme: string | null; readonly colors: StripColors } | null = null;

function read(): StripColors {
  const scheme = document.documentElement.getAttribute(SCHEME);
  if (known && known.scheme === scheme) return known.colors;
  const context = document.createElement('canvas').getContext('2d');
  /** The canvas normalises any CSS colour to #rrggbb; a build may have shortened it. */
  const color = (name: string) => {
    const value = pageToken(name);
    if (!context) return parseColor(value);
    context.fillStyle = value;
    return parseColor(context.fillStyle);
  };
  const colors: StripColors = {
    bg: color('--bg'),
    track: color('--track'),
    keep: color('--keep'),
    edit: color('--edit'),
    editText: color('--edit-text'),
    sum: color('--sum'),
    off: color('--off'),
    offText: color('--off-text'),
    drop: color('--drop'),
    priority: ['--p-l', '--p-n', '--p-h', '--p-c'].map(color),
    role: [color('--p-c'), color('--accent'), color('--keep'), mix(color('--track'), color('--keep'), 0.5)],
  };
  known = { scheme, colors };
  return colors;
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}

export const useStripColors = (): StripColors => useSyncExternalStore(subscribe, read);

function subscribeDpr(listener: () => void): () => void {
  const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  query.addEventListener('change', listener);
  window.addEventListener('resize', listener);
  return () => {
    query.removeEventListener('change', listener);
    window.removeEventListener('resize', listener);
  };
}
const readDpr = (): number => Math.max(1, window.devicePixelRatio || 1);

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** The common frame; `ruler` goes on an element exactly aligned with the strips. Null until both are known. */
export function useStripFrame(
  transcript: TranscriptView | null,
  mode: View['width'],
): { readonly ruler: RefObject<HTMLDivElement | null>; readonly frame: StripFrame | null } {
  const ruler = useRef<HTMLDivElement>(null);
  const width = useWidth(ruler);
  const range = useApp((s) => s.range);
  const dpr = useSyncExternalStore(subscribeDpr, readDpr);
  const colors = useStripColors();
  const axis = useMemo(() => (transcript ? stripAxis(transcript, mode, range) : null), [transcript, mode, range]);
  const frame = useMemo(
    () => (transcript && axis && width > 0 ? { transcript, axis, width, dpr, colors } : null),
    [transcript, axis, width, dpr, colors],
  );
  return { ruler, frame };
}

function reveal(transcript: TranscriptView, axis: StripAxis, index: number): void {
  const at = transcript.prefix[index] ?? 0;
  const end = transcript.prefix[index + 1] ?? at;
  const range = useApp.getState().range;
  if (range && (at < range[0] || end > range[1])) {
    const half = (range[1] - range[0]) / 2;
    const total = transcript.prefix[transcript.n] ?? 0;
    const start = Math.max(0, Math.min(total - 2 * half, (at + end) / 2 - half));
    actions.zoom(axis.to > axis.from ? [start, start + 2 * half] : null);
  }
  actions.hover(index);
}

export function useStripKeys(frame: StripFrame | null): (event: Pick<KeyboardEvent, 'key' | 'shiftKey'>) => boolean {
  return useCallback(
    (event) => {
      if (!frame) return false;
      const { transcript, axis } = frame;
      const { hover, scenario, comparison, visible, compared } = useApp.getState();
      const at = hover ?? scenario.view.selected ?? visible?.[0] ?? 0;
      const isStop = keyAt('difference', event) >= 0;
      const side = isStop ? keyAt('difference', event) : keyAt('message', event);
      if (side >= 0) {
        const direction = side === 1 ? 1 : -1;
        const pins = compared.flatMap((k) => {
          const row = comparison?.rows.find((r) => r.key === k);
          return row ? [{ key: k, fates: row.fates, insertionsBefore: row.insertions.map((i) => i.before) }] : [];
        });
        const next = isStop ? nextStop(differenceStops(transcript.n, pins), at, direction) : hover === null ? at : at + direction;
        if (next !== null && next >= 0 && next < transcript.n) reveal(transcript, axis, next);
        return true;
      }
      const centre = hover === null ? (axis.from + axis.to) / 2 : valueAt(axis, centreOf(axis, hover, 1), 1);
      const zoom = keyAt('zoom', event);
      if (zoom >= 0) actions.zoom(zoomRange(transcript, axis, zoom === 0 ? 0.5 : 2, centre));
      else if (keyAt('whole', event) === 0) actions.zoom(null);
      else return false;
      return true;
    },
    [frame],
  );
}

/** Hover, click, double click and Ctrl + wheel on every element marked `data-strip` inside `area`. */
export function useStripPointer(area: RefObject<HTMLElement | null>, ruler: RefObject<HTMLElement | null>, frame: StripFrame | null): void {
  useEffect(() => {
    const element = area.current;
    if (!element || !frame) return;
    const { transcript, axis, width } = frame;
    let inside: number | null = null;

    const placeOf = (event: MouseEvent): number | null => {
      if (!(event.target instanceof Element) || !event.target.closest('[data-strip]') || !ruler.current) return null;
      const x = event.clientX - ruler.current.getBoundingClientRect().left;
      return x >= 0 && x <= width ? x : null;
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      const x = placeOf(event);
      const hadPlace = inside !== null;
      inside = x;
      if (x === null) {
        if (hadPlace) leave();
        return;
      }
      actions.hover(nearestAt(axis, transcript.tokens, x, width));
    };
    const leave = (): void => {
      inside = null;
      actions.hover(null);
    };
    const click = (event: MouseEvent): void => {
      const x = placeOf(event);
      if (x === null || event.detail > 1) return;
      const { hover } = useApp.getState();
      actions.select(inside === null || hover === null ? nearestAt(axis, transcript.tokens, x, width) : hover);
    };
    const doubleClick = (event: MouseEvent): void => {
      if (placeOf(event) !== null) actions.zoom(null);
    };
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      const x = placeOf(event);
      if (x === null) return;
      event.preventDefault();
      const factor = Math.exp(Math.max(-100, Math.min(100, event.deltaY)) * 0.005);
      actions.zoom(zoomRange(transcript, axis, factor, valueAt(axis, x, width)));
    };
    const key = (event: KeyboardEvent): void => {
      if (inside === null || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.target instanceof HTMLInputElement) return;
      const span = messagesAt(axis, inside, width);
      const { hover } = useApp.getState();
      if (!span || span[0] === span[1] || hover === null) return;
      event.preventDefault();
      event.stopPropagation();
      actions.hover(Math.max(span[0], Math.min(span[1], hover + (event.key === 'ArrowDown' ? 1 : -1))));
    };
    const ends = [
      listen(element, { pointermove: move, pointerleave: leave, click, dblclick: doubleClick }),
      listen(element, { wheel }, { passive: false }),
      listen(window, { keydown: key }, { capture: true }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [area, ruler, frame]);
}

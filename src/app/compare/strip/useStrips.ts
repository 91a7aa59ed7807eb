/** Shared state of all strips, and their pointer and keyboard handling. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { View } from '../../../scenario/schema.ts';
import type { TranscriptView } from '../../../worker/protocol.ts';
import { actions, useApp } from '../../store/index.ts';
import { differenceStops, nextStop } from '../../diff/model.ts';
import { centreOf, messagesAt, nearestAt, stripAxis, valueAt, zoomRange, type StripAxis } from './axis.ts';
import type { StripFrame } from './Strip.tsx';
import { mix, parseColor, type StripColors } from './paint.ts';

// The palette's variables as packed colours; new ones when the colour scheme changes.

const SCHEME = 'data-theme';
let known: { readonly scheme: string | null; readonly colors: StripColors } | null = null;

function read(): StripColors {
  const scheme = document.documentElement.getAttribute(SCHEME);
  if (known && known.scheme === scheme) return known.colors;
  const style = getComputedStyle(document.documentElement);
  const context = document.createElement('canvas').getContext('2d');
  /** The canvas normalises any CSS colour to #rrggbb; a build may have shortened it. */
  const color = (name: string) => {
    const value = style.getPropertyValue(name).trim();
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

export function useStripKeys(frame: StripFrame | null): (key: string, shift: boolean) => boolean {
  return useCallback(
    (key, shift) => {
      if (!frame) return false;
      const { transcript, axis } = frame;
      const { hover, scenario, comparison, visible, compared } = useApp.getState();
      const at = hover ?? scenario.view.selected ?? visible?.[0] ?? 0;
      const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (direction !== 0) {
        const pins = compared.flatMap((k) => {
          const row = comparison?.rows.find((r) => r.key === k);
          return row ? [{ key: k, fates: row.fates, insertionsBefore: row.insertions.map((i) => i.before) }] : [];
        });
        const next = shift ? nextStop(differenceStops(transcript.n, pins), at, direction) : hover === null ? at : at + direction;
        if (next !== null && next >= 0 && next < transcript.n) reveal(transcript, axis, next);
        return true;
      }
      const centre = hover === null ? (axis.from + axis.to) / 2 : valueAt(axis, centreOf(axis, hover, 1), 1);
      if (key === '+' || key === '=') actions.zoom(zoomRange(transcript, axis, 0.5, centre));
      else if (key === '-' || key === '−') actions.zoom(zoomRange(transcript, axis, 2, centre));
      else if (key === '0') actions.zoom(null);
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
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('click', click);
    element.addEventListener('dblclick', doubleClick);
    element.addEventListener('wheel', wheel, { passive: false });
    window.addEventListener('keydown', key, true);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('click', click);
      element.removeEventListener('dblclick', doubleClick);
      element.removeEventListener('wheel', wheel);
      window.removeEventListener('keydown', key, true);
    };
  }, [area, ruler, frame]);
}

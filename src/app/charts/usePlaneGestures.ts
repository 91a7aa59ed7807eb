/** Pointer, wheel and two fingers over a plot: zoom to a box, move, go round points. */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { boxed, encloses, type Part, panned, type PlaneStore, valueAt, zoomedAt } from './plane.ts';
import { type Scale, xOf, yOf } from './scale.ts';
import type { Margins, PlotPoint } from './types.ts';
import { ZOOM } from './Zoom.tsx';

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

export type DragShape =
  | { readonly kind: 'box'; readonly from: Place; readonly to: Place }
  | { readonly kind: 'lasso'; readonly line: readonly Place[] };

/** Shorter drags (px) are clicks. */
const CLICK = 4;

interface Press {
  readonly from: Place;
  readonly kind: 'box' | 'pan' | 'lasso';
  last: Place;
  readonly line: Place[];
  moved: boolean;
}

export function usePlaneGestures({ ref, plane, scale, whole, margins, points, onSelect }: Options) {
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
    const element = ref.current;
    const listener = (e: WheelEvent): void => wheel(e);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
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

/** Zoom and selection in a picture with two free axes. Pure; the store only holds what is seen. */
import { create } from 'zustand';
import type { ReactNode } from 'react';
import type { AxisView, Range, Scale } from './scale.ts';

export interface Part {
  readonly x: Range;
  readonly y: Range;
}

type Place = readonly [x: number, y: number];

const CLOSEST = 1 / 200;

function along([from, to]: Range, [first, last]: Range, at: number, factor: number): Range {
  const all = last - first;
  const span = Math.min(all, Math.max(all * CLOSEST, (to - from) * factor));
  const share = to > from ? (at - from) / (to - from) : 0.5;
  const start = Math.max(first, Math.min(last - span, at - share * span));
  return [start, start + span];
}

const isAll = (part: Part, whole: Part): boolean =>
  part.x[1] - part.x[0] >= whole.x[1] - whole.x[0] && part.y[1] - part.y[0] >= whole.y[1] - whole.y[0];

/** Both axes by a factor (below 1 = closer); the value under `at` stays where it is. null = everything. */
export function zoomedAt(now: Part, whole: Part, [x, y]: Place, factor: number): Part | null {
  const part = { x: along(now.x, whole.x, x, factor), y: along(now.y, whole.y, y, factor) };
  return isAll(part, whole) ? null : part;
}

export function panned(now: Part, whole: Part, [byX, byY]: Place): Part {
  const move = ([from, to]: Range, [first, last]: Range, by: number): Range => {
    const start = Math.max(first, Math.min(last - (to - from), from + by * (to - from)));
    return [start, start + to - from];
  };
  return { x: move(now.x, whole.x, byX), y: move(now.y, whole.y, byY) };
}

export const valueAt = ({ x, y, width, height }: Scale, [px, py]: Place): Place => [
  x[0] + (px / width) * (x[1] - x[0]),
  y[1] - (py / height) * (y[1] - y[0]),
];

/** Smaller boxes (px) are a click. */
const CLICK = 6;

/** What a dragged box holds; null where it is hardly one. */
export function boxed(scale: Scale, a: Place, b: Place): Part | null {
  if (Math.abs(a[0] - b[0]) < CLICK || Math.abs(a[1] - b[1]) < CLICK) return null;
  const within = ([x, y]: Place): Place => [Math.max(0, Math.min(scale.width, x)), Math.max(0, Math.min(scale.height, y))];
  const [x1, y1] = valueAt(scale, within(a));
  const [x2, y2] = valueAt(scale, within(b));
  return { x: [Math.min(x1, x2), Math.max(x1, x2)], y: [Math.min(y1, y2), Math.max(y1, y2)] };
}

export const holds = ({ x, y }: Part, at: { readonly x: number; readonly y: number }): boolean =>
  at.x >= x[0] && at.x <= x[1] && at.y >= y[0] && at.y <= y[1];

export function encloses(line: readonly Place[], [x, y]: Place): boolean {
  let inside = false;
  for (const [i, [x1, y1]] of line.entries()) {
    const [x2, y2] = line[(i + 1) % line.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}

interface PlaneView {
  /** Everything that the axes show; null before the plot is drawn. */
  readonly whole: Part | null;
  /** Visible part; null = everything. */
  readonly part: Part | null;
  /** A drag goes round points instead of zooming. */
  readonly lasso: boolean;
}
export const createPlane = () => create<PlaneView>()(() => ({ whole: null, part: null, lasso: false }));
export type PlaneStore = ReturnType<typeof createPlane>;

export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlotPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

export interface DrawingProps {
  readonly margins: Margins;
  readonly scale: Scale;
  readonly x: AxisView;
  readonly y: AxisView;
  readonly children: ReactNode;
  readonly points: readonly PlotPoint[];
  /** The sign of a point at its place in the whole picture, px. */
  readonly sign: (key: string, x: number, y: number) => ReactNode;
}

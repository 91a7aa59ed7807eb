/**
 * The common axis of all strips. Its unit is tokens (width = tokens) or messages (all equally wide); the visible range is always stored in
 * tokens, so that switching the unit shows the same messages.
 */
import { upperBound } from '../../../engine/lib/bisect.ts';
import { multiples, type Range, roundStep, WHOLE_STEPS } from '../../charts/scale.ts';
import type { TranscriptView } from '../../../worker/protocol.ts';
import type { View } from '../../../scenario/schema.ts';

export interface StripAxis {
  readonly mode: View['width'];
  readonly edges: Float64Array;
  readonly from: number;
  readonly to: number;
}

const messageEdges = new Map<number, Float64Array>();

function edgesOf(view: Pick<TranscriptView, 'prefix' | 'n'>, mode: View['width']): Float64Array {
  if (mode === 'tokens') return view.prefix;
  let edges = messageEdges.get(view.n);
  if (!edges) {
    messageEdges.clear();
    edges = Float64Array.from({ length: view.n + 1 }, (_, i) => i);
    messageEdges.set(view.n, edges);
  }
  return edges;
}

export function floorIndex(values: ArrayLike<number>, value: number): number {
  return upperBound(values, value, 1) - 1;
}

function locate(edges: Float64Array, value: number): readonly [number, number] {
  const last = edges.length - 2;
  const i = Math.max(0, Math.min(floorIndex(edges, value), last));
  const start = edges[i] ?? 0;
  const width = (edges[i + 1] ?? start) - start;
  return [i, width > 0 ? Math.max(0, Math.min(1, (value - start) / width)) : 0];
}

function convert(from: Float64Array, to: Float64Array, value: number): number {
  const [i, share] = locate(from, value);
  const start = to[i] ?? 0;
  return start + share * ((to[i + 1] ?? start) - start);
}

/** @param range visible part in tokens, null = all. */
export function stripAxis(view: Pick<TranscriptView, 'prefix' | 'n'>, mode: View['width'], range: Range | null): StripAxis {
  const edges = edgesOf(view, mode);
  const end = edges[view.n] ?? 0;
  if (!range) return { mode, edges, from: 0, to: end };
  if (mode === 'tokens') return { mode, edges, from: Math.max(0, range[0]), to: Math.min(end, range[1]) };
  return { mode, edges, from: convert(view.prefix, edges, range[0]), to: convert(view.prefix, edges, range[1]) };
}

/** Smallest visible part: half an average message; more would hide single long ones. */
function leastSpan(axis: StripAxis): number {
  const n = axis.edges.length - 1;
  const end = axis.edges[n] ?? 0;
  return Math.max(axis.mode === 'tokens' ? 8 : 0.5, Math.min(end, end / Math.max(n, 1) / 2));
}

/** The range in tokens for a visible part in the axis' unit; null when it is everything. Clamped, never empty. */
export function rangeOf(view: Pick<TranscriptView, 'prefix' | 'n'>, axis: StripAxis, from: number, to: number): Range | null {
  const end = axis.edges[axis.edges.length - 1] ?? 0;
  const span = Math.min(end, Math.max(leastSpan(axis), to - from));
  const start = Math.max(0, Math.min(end - span, (from + to - span) / 2));
  if (span >= end * 0.9995) return null;
  if (axis.mode === 'tokens') return [start, start + span];
  return [convert(axis.edges, view.prefix, start), convert(axis.edges, view.prefix, start + span)];
}

export function zoomRange(view: Pick<TranscriptView, 'prefix' | 'n'>, axis: StripAxis, factor: number, at: number): Range | null {
  return rangeOf(view, axis, at - (at - axis.from) * factor, at + (axis.to - at) * factor);
}

export function xOf(axis: StripAxis, value: number, width: number): number {
  const span = axis.to - axis.from;
  return span > 0 ? ((value - axis.from) / span) * width : 0;
}

export function valueAt(axis: StripAxis, x: number, width: number): number {
  return width > 0 ? axis.from + (x / width) * (axis.to - axis.from) : axis.from;
}

export function centreOf(axis: StripAxis, i: number, width: number): number {
  const a = axis.edges[i] ?? 0;
  return xOf(axis, (a + (axis.edges[i + 1] ?? a)) / 2, width);
}

export function messagesAt(axis: StripAxis, x: number, width: number): Range | null {
  const n = axis.edges.length - 1;
  if (n < 1 || width <= 0 || x < 0 || x > width) return null;
  const column = Math.min(Math.floor(x), Math.ceil(width) - 1);
  const a = valueAt(axis, column, width);
  const b = valueAt(axis, Math.min(width, column + 1), width);
  const first = Math.min(floorIndex(axis.edges, a), n - 1);
  let last = Math.min(floorIndex(axis.edges, b), n - 1);
  if (last > first && (axis.edges[last] ?? 0) >= b) last -= 1;
  return [first, last];
}

export function nearestAt(axis: StripAxis, tokens: ArrayLike<number>, x: number, width: number): number | null {
  const span = messagesAt(axis, x, width);
  if (!span) return null;
  let best: number | null = null;
  let distance = Infinity;
  for (let i = span[0]; i <= span[1]; i++) {
    const d = Math.abs(centreOf(axis, i, width) - x) + ((tokens[i] ?? 0) >= 1 ? 0 : 1e6);
    if (d < distance) {
      distance = d;
      best = i;
    }
  }
  return best;
}

export function ticks(axis: StripAxis, width: number, gap = 64): readonly number[] {
  const span = axis.to - axis.from;
  if (span <= 0 || width <= 0) return [];
  return multiples([axis.from, axis.to], roundStep(Math.max(1, (span * gap) / width), WHOLE_STEPS));
}

export interface WideMessage {
  readonly index: number;
  readonly left: number;
  readonly right: number;
}

const wideCache = new WeakMap<StripAxis, { readonly width: number; readonly least: number; readonly found: readonly WideMessage[] }>();

/** Visible messages at least `least` px wide in a strip `width` px wide; the same for all strips on an axis, so cached. */
export function wideMessages(axis: StripAxis, width: number, least: number): readonly WideMessage[] {
  const known = wideCache.get(axis);
  if (known?.width === width && known.least === least) return known.found;
  const found: WideMessage[] = [];
  const n = axis.edges.length - 1;
  if (n > 0 && axis.to > axis.from) {
    for (let index = Math.min(floorIndex(axis.edges, axis.from), n - 1); index < n; index++) {
      const start = axis.edges[index] ?? 0;
      if (start >= axis.to) break;
      const left = xOf(axis, start, width);
      const right = xOf(axis, axis.edges[index + 1] ?? start, width);
      if (right - left >= least) found.push({ index, left, right });
    }
  }
  wideCache.set(axis, { width, least, found });
  return found;
}

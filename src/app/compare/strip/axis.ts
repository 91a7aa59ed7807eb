/**
 * The common axis of all strips. Its unit is tokens (width = tokens) or messages (all equally wide); the visible range is always stored in
 * tokens, so that switching the unit shows the same messages.
 */
import { DROP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import type { Bins, StripHeights, StripRange } from '../../../engine/strips/bins.ts';
import { floorIndex, NESTED_LID, NO_LID, OFFLOAD_LID, stackHeights, SUMMARY_LID } from '../../../engine/strips/bins.ts';
import type { View } from '../../../scenario/schema.ts';
import type { TranscriptView } from '../../../worker/protocol.ts';
import { multiples, type Range, roundStep, WHOLE_STEPS } from '../../charts/scale.ts';

export interface StripAxis extends StripRange {
  readonly mode: View['width'];
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

/** Message whose interval holds `value`, and how far into it (0–1). */
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

/** Zooms by `factor` (< 1 = closer) and keeps `at` (axis unit) in place on the screen. */
export function zoomRange(view: Pick<TranscriptView, 'prefix' | 'n'>, axis: StripAxis, factor: number, at: number): Range | null {
  return rangeOf(view, axis, at - (at - axis.from) * factor, at + (axis.to - at) * factor);
}

/** Horizontal position of `value` (axis unit) in a strip `width` px wide; outside the visible part it is outside 0–width. */
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

/** Messages that share the pixel column at `x`: [first, last], both inclusive. */
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

/** Of the messages under `x`, the nearest one with at least one token (else the nearest). */
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

/** Ticks at 1, 2 or 5 × 10ⁿ, at least `gap` px apart, the first at or after the visible start; whole numbers only. */
export function ticks(axis: StripAxis, width: number, gap = 64): readonly number[] {
  const span = axis.to - axis.from;
  if (span <= 0 || width <= 0) return [];
  return multiples([axis.from, axis.to], roundStep(Math.max(1, (span * gap) / width), WHOLE_STEPS));
}

/** A message wide enough to be drawn by itself; edges in px. */
interface WideMessage {
  readonly index: number;
  readonly left: number;
  readonly right: number;
}

const wideCache = new WeakMap<StripAxis, { readonly width: number; readonly least: number; readonly found: readonly WideMessage[] }>();

/** Visible messages at least `least` px wide in a strip `width` px wide; the same for all strips on an axis, so cached. */
function wideMessages(axis: StripAxis, width: number, least: number): readonly WideMessage[] {
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

/** A picture as plain numbers: testable without a browser, and shown with one `putImageData`. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each, row by row; the layout of ImageData. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
}

/** Packed as the words of ImageData on a little-endian machine: 0xAABBGGRR. */
type Color = number;

export function pixels(width: number, height: number): Pixels {
  const buffer = new ArrayBuffer(width * height * 4);
  return { width, height, data: new Uint8ClampedArray(buffer), words: new Uint32Array(buffer) };
}

/** `#rrggbb` → packed, opaque. Anything else is black, so that a missing variable is noticed. */
export function parseColor(hex: string): Color {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  const byte = (i: number): number => Number.parseInt(match?.[i] ?? '0', 16);
  return ((255 << 24) | (byte(3) << 16) | (byte(2) << 8) | byte(1)) >>> 0;
}

/** `over` at opacity `alpha` (0–1) on `under`; both opaque. */
export function mix(under: Color, over: Color, alpha: number): Color {
  const channel = (shift: number): number => {
    const a = (under >>> shift) & 255;
    const b = (over >>> shift) & 255;
    return Math.round(a + (b - a) * alpha) << shift;
  };
  return ((255 << 24) | channel(16) | channel(8) | channel(0)) >>> 0;
}

function fill(p: Pixels, x: number, y: number, width: number, height: number, color: Color): void {
  const left = Math.max(0, x);
  const right = Math.min(p.width, x + width);
  const bottom = Math.min(p.height, y + height);
  for (let row = Math.max(0, y); row < bottom; row++)
    p.words.fill(color, row * p.width + left, Math.max(row * p.width + left, row * p.width + right));
}

/** One column from y0 (inclusive) to y1 (exclusive). */
function column(p: Pixels, x: number, y0: number, y1: number, color: Color): void {
  const end = Math.min(p.height, y1);
  for (let y = Math.max(0, y0), at = y * p.width + x; y < end; y++, at += p.width) p.words[at] = color;
}

function blend(p: Pixels, x: number, y: number, color: Color, alpha: number): void {
  if (x < 0 || y < 0 || x >= p.width || y >= p.height || alpha <= 0) return;
  const at = y * p.width + x;
  p.words[at] = mix(p.words[at] ?? 0, color, Math.min(1, alpha));
}

/** Diamond around (centre, middle), anti-aliased; `radius` from the middle to a corner, all in device pixels. */
function diamond(p: Pixels, centre: number, middle: number, radius: number, color: Color): void {
  for (let y = 0; y <= middle + radius; y++) {
    for (let x = Math.floor(centre - radius - 1); x <= Math.ceil(centre + radius + 1); x++) {
      const inside = radius - (Math.abs(x + 0.5 - centre) + Math.abs(y + 0.5 - middle));
      blend(p, x, y, color, Math.max(0, Math.min(1, inside + 0.5)));
    }
  }
}

/** Coverage (0–1) of a 45° hatch: lines `line` wide every `gap` px, measured along the row. */
function hatchCoverage(x: number, y: number, gap: number, line: number): number {
  const phase = (((x + y + 0.5) % gap) + gap) % gap;
  const distance = Math.min(phase, gap - phase);
  return Math.max(0, Math.min(1, line / 2 - distance + 0.5));
}

export interface StripColors {
  readonly bg: Color;
  readonly track: Color;
  readonly keep: Color;
  readonly edit: Color;
  readonly editText: Color;
  readonly sum: Color;
  readonly off: Color;
  readonly offText: Color;
  readonly drop: Color;
  /** LOW, NORMAL, HIGH, CRITICAL. */
  readonly priority: readonly Color[];
  /** system, user, assistant, tool. */
  readonly role: readonly Color[];
}

interface StripInput {
  readonly axis: StripAxis;
  readonly fates: Uint8Array;
  readonly heights: StripHeights;
  /** Original indexes that summaries precede. */
  readonly summaries: readonly number[];
}

export function paintStrip(p: Pixels, input: StripInput, colors: StripColors): void {
  const { heights } = input;
  const { dpr, lidHeight, height } = heights;
  const px = (n: number): number => Math.max(1, Math.round(n * dpr));
  const cutColor = mix(colors.track, colors.edit, 0.2);
  const offBody = mix(colors.track, colors.off, 0.16);
  fill(p, 0, 0, p.width, p.height, colors.track);
  for (let x = 0; x < p.width; x++) {
    const keepTop = height - (heights.keep[x] ?? 0);
    const editTop = keepTop - (heights.edit[x] ?? 0);
    const cutTop = editTop - (heights.cut[x] ?? 0);
    const lid = heights.lid[x] ?? NO_LID;
    if (lid === OFFLOAD_LID) column(p, x, 0, editTop, offBody);
    if (cutTop < editTop) column(p, x, cutTop, editTop, cutColor);
    column(p, x, keepTop, height, colors.keep);
    if (editTop < keepTop) {
      column(p, x, editTop, keepTop, colors.edit);
      column(p, x, editTop, editTop + px(1), colors.editText);
    }
    if (lid === OFFLOAD_LID) column(p, x, 0, lidHeight - px(1), colors.off);
    if (lid === SUMMARY_LID) paintSummaryLid(p, x, lidHeight, px(1), dpr, colors);
    if (lid === NESTED_LID) {
      column(p, x, 0, px(1), colors.sum);
      column(p, x, lidHeight - px(1), lidHeight, colors.sum);
    }
  }
  paintOutlines(p, input, colors, px(1), dpr);
  paintGaps(p, input.axis, colors.bg, px(1), dpr, (i) => (input.fates[i] ?? 0) !== DROP && (input.fates[i] ?? 0) !== SUMMARIZE);
  paintSummaries(p, input, colors, px(1));
}

function paintSummaryLid(p: Pixels, x: number, lidHeight: number, line: number, dpr: number, colors: StripColors): void {
  for (let y = 0; y < lidHeight; y++) {
    const onLine = y < line || y >= lidHeight - line;
    const coverage = onLine ? 1 : hatchCoverage(x, y, 4 * dpr, 1.6 * dpr);
    if (coverage > 0) column(p, x, y, y + 1, mix(colors.track, colors.sum, coverage));
  }
}

/** CSS px from which an offloaded message has an outline, and from which any message has a gap. */
const OUTLINED = 3;
const SEPARATED = 6;

function paintOutlines(p: Pixels, { axis, fates }: StripInput, colors: StripColors, line: number, dpr: number): void {
  for (const { index, left, right } of wideMessages(axis, p.width, OUTLINED * dpr)) {
    if (fates[index] !== OFFLOAD) continue;
    const x0 = Math.round(left);
    const x1 = Math.round(right);
    fill(p, x0, 0, x1 - x0, line, colors.offText);
    fill(p, x0, p.height - line, x1 - x0, line, colors.offText);
    fill(p, x0, 0, line, p.height, colors.offText);
    fill(p, x1 - line, 0, line, p.height, colors.offText);
  }
}

/** A gap at the right edge of messages that are wide enough and (by `still`) still there. */
function paintGaps(p: Pixels, axis: StripAxis, color: Color, line: number, dpr: number, still: (i: number) => boolean): void {
  for (const { index, left, right } of wideMessages(axis, p.width, OUTLINED * dpr)) {
    if (right - left >= SEPARATED * dpr && right < p.width && still(index)) fill(p, Math.round(right) - line, 0, line, p.height, color);
  }
}

const isSummary = (lid: number | undefined): boolean => lid === SUMMARY_LID || lid === NESTED_LID;

function paintSummaries(p: Pixels, { axis, heights, summaries }: StripInput, colors: StripColors, line: number): void {
  const radius = 5 * heights.dpr;
  const places = summaries.map((before) => xOf(axis, axis.edges[before] ?? 0, p.width)).filter((x) => x >= -radius && x <= p.width + radius);
  for (const place of places) {
    const x = Math.round(place);
    const between = x > 0 && x < p.width && isSummary(heights.lid[x - 1]) && isSummary(heights.lid[x]);
    if (between) fill(p, x - line, 0, line * 2, heights.lidHeight, colors.track);
  }
  for (const place of places) {
    const x = Math.max(radius + line, Math.min(p.width - radius - line, place));
    diamond(p, x, radius - line, radius + 2 * line, colors.bg);
    diamond(p, x, radius - line, radius, colors.sum);
  }
}

/** The original row: shares of each kind stacked from the bottom, least important first. */
export function paintStack(
  p: Pixels,
  axis: StripAxis,
  bins: Bins,
  scale: readonly number[],
  palette: readonly Color[],
  colors: StripColors,
  dpr: number,
): void {
  const px = (n: number): number => Math.max(1, Math.round(n * dpr));
  fill(p, 0, 0, p.width, p.height, colors.track);
  const stacks = stackHeights(bins, scale, p.height);
  for (let x = 0; x < p.width; x++) {
    let base = p.height;
    stacks.forEach((stack, kind) => {
      const h = stack[x] ?? 0;
      column(p, x, base - h, base, palette[kind] ?? colors.keep);
      base -= h;
    });
  }
  paintGaps(p, axis, colors.bg, px(1), dpr, () => true);
}

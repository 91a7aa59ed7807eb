/** Column sums of the strips: the share of each fate (or priority, or role) in every device pixel column. */
import { DROP, EDIT, FATES, KEEP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import { floorIndex, type StripAxis, wideMessages, xOf } from './axis.ts';

interface Bins {
  readonly columns: number;
  readonly shares: readonly Float64Array[];
}

interface FateBins extends Bins {
  readonly editLeft: Float64Array;
}

interface Overlaps {
  readonly columns: number;
  readonly message: Int32Array;
  readonly column: Int32Array;
  /** Of the column, 0–1. */
  readonly share: Float64Array;
}

function findOverlaps(axis: StripAxis, columns: number): Overlaps {
  const { edges, from, to } = axis;
  const n = edges.length - 1;
  const scale = columns / (to - from);
  // Each overlap ends a message or a column, so there are at most n + columns of them.
  const most = n + columns + 1;
  const message = new Int32Array(most);
  const column = new Int32Array(most);
  const share = new Float64Array(most);
  let count = 0;
  if (n > 0 && columns > 0 && Number.isFinite(scale)) {
    for (let i = Math.min(floorIndex(edges, from), n - 1); i < n; i++) {
      let left = Math.max(0, (edges[i]! - from) * scale);
      if (left >= columns) break;
      const end = Math.min(columns, (edges[i + 1]! - from) * scale);
      for (let x = Math.floor(left); left < end && x < columns; x++) {
        const right = Math.min(end, x + 1);
        message[count] = i;
        column[count] = x;
        share[count] = right - left;
        count += 1;
        left = right;
      }
    }
  }
  return { columns, message: message.subarray(0, count), column: column.subarray(0, count), share: share.subarray(0, count) };
}

const overlapCache = new WeakMap<StripAxis, Overlaps>();

function overlapsOf(axis: StripAxis, columns: number): Overlaps {
  const known = overlapCache.get(axis);
  if (known?.columns === columns) return known;
  const found = findOverlaps(axis, columns);
  overlapCache.set(axis, found);
  return found;
}

export function kindBins(axis: StripAxis, kind: Uint8Array, kinds: number, columns: number): Bins {
  // One array for all kinds, kind after kind, so that the inner loop writes to one place.
  const sums = new Float64Array(kinds * columns);
  const { message, column, share } = overlapsOf(axis, columns);
  for (let k = 0; k < message.length; k++) {
    const at = kind[message[k]!]! * columns + column[k]!;
    sums[at] = sums[at]! + share[k]!;
  }
  return { columns, shares: Array.from({ length: kinds }, (_, i) => sums.subarray(i * columns, (i + 1) * columns)) };
}

export function fateBins(axis: StripAxis, fates: Uint8Array, tokens: Float64Array, left: Float64Array, columns: number): FateBins {
  const editLeft = new Float64Array(columns);
  const { message, column, share } = overlapsOf(axis, columns);
  for (let k = 0; k < message.length; k++) {
    const i = message[k]!;
    if (fates[i] !== EDIT) continue;
    const x = column[k]!;
    editLeft[x] = editLeft[x]! + share[k]! * Math.min(1, left[i]! / Math.max(1, tokens[i]!));
  }
  return { ...kindBins(axis, fates, FATES.length + 1, columns), editLeft };
}

/** Beyond the codes of `FATES`: summarised into a summary of summaries. */
const NESTED = FATES.length;

interface FateArrays {
  readonly fates: Uint8Array;
  readonly left: Float64Array;
  readonly into: Int16Array | null;
  readonly summaries: readonly { readonly generation: number }[];
}

function drawnFates({ fates, into, summaries }: FateArrays): Uint8Array {
  if (!summaries.some((s) => s.generation > 1)) return fates;
  return fates.map((fate, i) => (fate === SUMMARIZE && (summaries[into?.[i] ?? 0]?.generation ?? 1) > 1 ? NESTED : fate));
}

const cache = new WeakMap<object, { readonly axis: StripAxis; readonly columns: number; readonly bins: FateBins }>();

export function cachedFateBins(result: FateArrays, axis: StripAxis, tokens: Float64Array, columns: number): FateBins {
  const known = cache.get(result);
  if (known && known.axis === axis && known.columns === columns) return known.bins;
  const bins = fateBins(axis, drawnFates(result), tokens, result.left, columns);
  cache.set(result, { axis, columns, bins });
  return bins;
}

/*
 * From column shares to pixel heights, with the rules that keep a strip honest: remaining content is never drawn as nothing, and removed
 * content never as full.
 */

export const NO_LID = 0;
export const SUMMARY_LID = 1;
export const OFFLOAD_LID = 2;
export const NESTED_LID = 3;

export interface StripHeights {
  readonly height: number;
  readonly dpr: number;
  readonly lidHeight: number;
  readonly keep: Uint16Array;
  readonly edit: Uint16Array;
  readonly cut: Uint16Array;
  readonly lid: Uint8Array;
}

const SIGN = 0.04;
const GONE = 0.03;
const EPSILON = 1e-9;

export function stripHeights(bins: FateBins, height: number, dpr: number): StripHeights {
  const px = (n: number): number => Math.max(1, Math.round(n * dpr));
  const lidHeight = px(4);
  const { columns, shares, editLeft } = bins;
  const keep = new Uint16Array(columns);
  const edit = new Uint16Array(columns);
  const cut = new Uint16Array(columns);
  const lid = new Uint8Array(columns);
  for (let x = 0; x < columns; x++) {
    const kept = shares[KEEP]?.[x] ?? 0;
    const edited = shares[EDIT]?.[x] ?? 0;
    const nested = shares[NESTED]?.[x] ?? 0;
    const summarized = (shares[SUMMARIZE]?.[x] ?? 0) + nested;
    const offloaded = shares[OFFLOAD]?.[x] ?? 0;
    const gone = summarized + offloaded + (shares[DROP]?.[x] ?? 0);
    const sign = summarized >= SIGN ? (nested * 2 > summarized ? NESTED_LID : SUMMARY_LID) : offloaded >= SIGN ? OFFLOAD_LID : NO_LID;
    const room = sign ? height - lidHeight - px(1) : gone > GONE ? height - px(2) : height;
    let e = 0;
    if (edited >= SIGN || (edited > EPSILON && kept <= EPSILON)) e = Math.min(room, Math.max(px(3), Math.round((editLeft[x] ?? 0) * height)));
    let k = kept > EPSILON ? Math.max(px(2), Math.round(kept * height)) : 0;
    k = Math.max(kept > EPSILON ? px(2) : 0, Math.min(k, room - e));
    e = Math.min(e, room - k);
    keep[x] = k;
    edit[x] = e;
    cut[x] = e > 0 ? Math.min(room - k - e, Math.round((edited - (editLeft[x] ?? 0)) * height)) : 0;
    lid[x] = sign;
  }
  return { height, dpr, lidHeight, keep, edit, cut, lid };
}

export const PRIORITY_HEIGHTS = [0.28, 0.5, 0.74, 1] as const;

/** Stacked bars of the original row: heights[kind][column] in device pixels, to be drawn from the bottom in the order of `kinds`. */
export function stackHeights(bins: Bins, scale: readonly number[], height: number): readonly Uint16Array[] {
  const stacks = bins.shares.map(() => new Uint16Array(bins.columns));
  for (let x = 0; x < bins.columns; x++) {
    let whole = 0;
    let visible = 0;
    bins.shares.forEach((share, kind) => {
      const s = share[x] ?? 0;
      if (s <= GONE) return;
      whole += s * (scale[kind] ?? 1);
      visible += s;
    });
    if (visible <= 0) continue;
    whole = Math.min(height, Math.max(1, Math.round(whole * height)));
    let share = 0;
    let base = 0;
    bins.shares.forEach((s, kind) => {
      if ((s[x] ?? 0) <= GONE) return;
      share += s[x] ?? 0;
      const top = Math.round((whole * share) / visible);
      const stack = stacks[kind];
      if (stack) stack[x] = top - base;
      base = top;
    });
  }
  return stacks;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
}

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

function column(p: Pixels, x: number, y0: number, y1: number, color: Color): void {
  const end = Math.min(p.height, y1);
  for (let y = Math.max(0, y0), at = y * p.width + x; y < end; y++, at += p.width) p.words[at] = color;
}

function blend(p: Pixels, x: number, y: number, color: Color, alpha: number): void {
  if (x < 0 || y < 0 || x >= p.width || y >= p.height || alpha <= 0) return;
  const at = y * p.width + x;
  p.words[at] = mix(p.words[at] ?? 0, color, Math.min(1, alpha));
}

function diamond(p: Pixels, centre: number, middle: number, radius: number, color: Color): void {
  for (let y = 0; y <= middle + radius; y++) {
    for (let x = Math.floor(centre - radius - 1); x <= Math.ceil(centre + radius + 1); x++) {
      const inside = radius - (Math.abs(x + 0.5 - centre) + Math.abs(y + 0.5 - middle));
      blend(p, x, y, color, Math.max(0, Math.min(1, inside + 0.5)));
    }
  }
}

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
  readonly priority: readonly Color[];
  readonly role: readonly Color[];
}

interface StripInput {
  readonly axis: StripAxis;
  readonly fates: Uint8Array;
  readonly heights: StripHeights;
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

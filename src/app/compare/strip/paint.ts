import { DROP, OFFLOAD, SUMMARIZE } from '../../../engine/strategies/contract.ts';
import { wideMessages, xOf, type StripAxis } from './axis.ts';
import { type Bins, NESTED_LID, NO_LID, OFFLOAD_LID, stackHeights, type StripHeights, SUMMARY_LID } from './bins.ts';

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

export interface StripInput {
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

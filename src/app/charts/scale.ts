/** Axes of a chart: values to pixels, round ticks, zoom. Pure: components only draw. */
import { BoundedMap } from '../../engine/lib/bounded-map.ts';

export type Range = readonly [number, number];

export interface Scale {
  readonly x: Range;
  readonly y: Range;
  readonly width: number;
  readonly height: number;
}

export interface AxisView {
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** What it measures, with its unit; null if something beside the chart says it, which has `data-axis`. */
  readonly name: string | null;
}

export const xOf = ({ x: [from, to], width }: Scale, at: number): number => (to > from ? ((at - from) / (to - from)) * width : width / 2);
export const yOf = ({ y: [from, to], height }: Scale, value: number): number => height - (to > from ? (value - from) / (to - from) : 0) * height;

export function nearestStep({ x: [from, to], width }: Scale, x: number): number {
  const at = Math.round(from + (width > 0 ? x / width : 0) * (to - from));
  return Math.max(Math.ceil(from), Math.min(Math.floor(to), at));
}

export const round = (x: number): number => Math.round(x * 10) / 10;

const STEPS = [1, 2, 2.5, 5];
export const WHOLE_STEPS = [1, 2, 5];

export function roundStep(least: number, steps: readonly number[] = STEPS): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([...steps, 10].find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}

export function multiples([from, to]: Range, step: number): readonly number[] {
  const found: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) found.push(Number((k * step).toPrecision(12)));
  return found;
}

/** Round values within the range, so that it has at most `most` steps. */
export function ticks(range: Range, most: number): readonly number[] {
  const span = range[1] - range[0];
  return span > 0 ? multiples(range, roundStep(span / Math.max(1, most))) : [range[0]];
}

export function wholeTicks(range: Range, most: number): readonly number[] {
  const span = range[1] - range[0];
  return multiples(range, Math.max(1, span > 0 ? roundStep(span / Math.max(1, most), WHOLE_STEPS) : 1));
}

const CLOSEST = 8;

/** Zooms by a factor (below 1 = closer) around a value; null = everything. */
export function zoomed(range: Range, whole: Range, at: number, factor: number): Range | null {
  const [from, to] = range;
  const all = whole[1] - whole[0];
  const span = Math.max(Math.min(CLOSEST, all), (to - from) * factor);
  if (span >= all) return null;
  const share = to > from ? (at - from) / (to - from) : 0.5;
  return within(at - share * span, span, whole);
}

export function moved([from, to]: Range, whole: Range, by: number): Range {
  return within(from + by, to - from, whole);
}

export function showing(range: Range, whole: Range, at: number): Range {
  const [from, to] = range;
  if (at >= from && at <= to) return range;
  return moved(range, whole, at < from ? at - from : at - to);
}

function within(from: number, span: number, [first, last]: Range): Range {
  const start = Math.max(first, Math.min(last - span, from));
  return [start, start + span];
}

export function spaced<T>(
  marks: readonly T[],
  x: (mark: T) => number,
  apart: number,
): readonly { readonly mark: T; readonly x: number; readonly count: number }[] {
  const found: { mark: T; x: number; count: number }[] = [];
  for (const mark of marks) {
    const at = x(mark);
    const last = found.at(-1);
    if (last && at - last.x < apart) last.count++;
    else found.push({ mark, x: at, count: 1 });
  }
  return found;
}

const NARROW = 0.56;
const WIDE = 1.02;

let context: CanvasRenderingContext2D | null | undefined;
const known = new BoundedMap<string, number>(1000);

export function textWidth(text: string, size: number, weight: 400 | 600 = 400): number {
  const key = `${weight} ${size} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (context === undefined) context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  let width: number;
  if (context) {
    context.font = `${weight} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue('--font-ui') || 'sans-serif'}`;
    width = context.measureText(text).width;
  } else width = [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? WIDE : NARROW) * size, 0);
  known.set(key, width);
  return width;
}

export function fitted(text: string, room: number, size: number, weight: 400 | 600 = 400): string {
  if (textWidth(text, size, weight) <= room) return text;
  const characters = [...text];
  for (let length = characters.length - 1; length > 0; length--) {
    const shorter = `${characters.slice(0, length).join('').trimEnd()}…`;
    if (textWidth(shorter, size, weight) <= room) return shorter;
  }
  return '…';
}

/** What pictures need that are written as text: names are untrusted, and programs that draw SVG know neither variables nor mixed colours. */

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A custom property holds what was written: of `light-dark(a, b)` the one of the theme. */
export function pageToken(name: string): string {
  const style = getComputedStyle(document.documentElement);
  const value = style.getPropertyValue(name).trim();
  const [, light, dark] = /^light-dark\(([^,]+),\s*([^)]+)\)$/.exec(value) ?? [value, value, value];
  return style.colorScheme === 'dark' ? dark! : light!;
}

export function mixedColour(under: string, over: string, share: number): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return under;
  context.fillStyle = under;
  context.fillRect(0, 0, 1, 1);
  context.globalAlpha = share;
  context.fillStyle = over;
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${r}, ${g}, ${b})`;
}

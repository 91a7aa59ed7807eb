/** From values by request to lines of a chart. Pure: the components only draw. */

/** Visible requests [from, to], both from 1, fractions while zooming. */
export type Range = readonly [number, number];

export interface Scale {
  readonly range: Range;
  /** Value at the top. */
  readonly max: number;
  readonly width: number;
  readonly height: number;
}

export const xOf = ({ range: [from, to], width }: Scale, at: number): number => (to > from ? ((at - from) / (to - from)) * width : width / 2);
export const yOf = ({ max, height }: Scale, value: number): number => height - (max > 0 ? value / max : 0) * height;

/** The request nearest to a place, within the visible ones. */
export function requestAt({ range: [from, to], width }: Scale, x: number): number {
  const at = Math.round(from + (width > 0 ? x / width : 0) * (to - from));
  return Math.max(Math.ceil(from), Math.min(Math.floor(to), at));
}

/** To a tenth of a pixel: shorter paths that look the same. */
export const round = (x: number): number => Math.round(x * 10) / 10;

/**
 * One line as an SVG path. With more requests than pixels each column shows its least and its greatest value in the order in
 * which they come, so that no peak and no drop is lost. `values[i]` belongs to request i + 1; NaN is a gap.
 */
export function linePath(values: Float64Array, scale: Scale): string {
  const [from, to] = scale.range;
  const first = Math.max(0, Math.floor(from) - 2);
  const last = Math.min(values.length - 1, Math.ceil(to));
  let path = '';
  let drawing = false;
  const point = (i: number): void => {
    path += `${drawing ? 'L' : 'M'}${round(xOf(scale, i + 1))} ${round(yOf(scale, values[i]!))}`;
    drawing = true;
  };
  if (last - first <= scale.width * 2) {
    for (let i = first; i <= last; i++) {
      if (Number.isNaN(values[i])) drawing = false;
      else point(i);
    }
    return path;
  }
  let column = Number.NEGATIVE_INFINITY;
  let low = -1;
  let high = -1;
  const flush = (): void => {
    if (low < 0) return;
    point(Math.min(low, high));
    if (low !== high) point(Math.max(low, high));
  };
  for (let i = first; i <= last; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const x = Math.floor(xOf(scale, i + 1));
    if (x !== column) {
      flush();
      column = x;
      low = i;
      high = i;
    }
    if (value < values[low]!) low = i;
    if (value > values[high]!) high = i;
  }
  flush();
  return path;
}

/** Greatest value of the visible requests; 0 without one. */
export function highest(values: Float64Array, [from, to]: Range): number {
  let most = 0;
  for (let i = Math.max(0, Math.floor(from) - 1); i < Math.min(values.length, Math.ceil(to)); i++) if (values[i]! > most) most = values[i]!;
  return most;
}

/** Round values from 0 up to `max`: steps of 1, 2, 2.5 or 5 × 10ⁿ, at most `most` of them. */
export function ticks(max: number, most: number): readonly number[] {
  if (!(max > 0)) return [0];
  const rough = max / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((x) => x * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** Round requests within the visible ones. */
export function requestTicks([from, to]: Range, most: number): readonly number[] {
  const step = Math.max(1, ticks(to - from, most)[1] ?? 1);
  const whole = Math.max(1, Math.round(step));
  const found: number[] = [];
  for (let at = Math.ceil(from / whole) * whole; at <= to; at += whole) found.push(at);
  return found;
}

/** Requests that are seen at once at the closest zoom. */
const CLOSEST = 8;

/** Zooms by a factor (below 1 = closer) around a request; null = all of them. */
export function zoomed(range: Range, requests: number, at: number, factor: number): Range | null {
  const [from, to] = range;
  const span = Math.max(Math.min(CLOSEST, requests - 1), (to - from) * factor);
  if (span >= requests - 1) return null;
  const share = to > from ? (at - from) / (to - from) : 0.5;
  return within(at - share * span, span, requests);
}

/** The same width elsewhere. */
export function moved([from, to]: Range, requests: number, by: number): Range {
  return within(from + by, to - from, requests);
}

/** A range that shows the request, moved as little as needed. */
export function showing(range: Range, requests: number, at: number): Range {
  const [from, to] = range;
  if (at >= from && at <= to) return range;
  return moved(range, requests, at < from ? at - from : at - to);
}

function within(from: number, span: number, requests: number): Range {
  const start = Math.max(1, Math.min(requests - span, from));
  return [start, start + span];
}

/** Places that are at least `apart` pixels from the one before, with how many share them. */
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

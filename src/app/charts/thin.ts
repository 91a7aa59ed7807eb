import { type Range, round, type Scale, xOf, yOf } from './scale.ts';

export const GAP = -1;

/**
 * Indices of the values to draw. With more than two values to a pixel, each column of pixels keeps its least and its greatest
 * value in the order in which they come: no peak and no drop is lost, which a choice by the area of triangles (LTTB) does not
 * promise. `values[i]` is at `first + i`; NaN interrupts the line where a whole column has nothing else.
 */
export function thinned(values: Float64Array, first: number, { x: [from, to], width }: Pick<Scale, 'x' | 'width'>): readonly number[] {
  // One value beyond either end, so that the line leaves the chart.
  const begin = Math.max(0, Math.floor(from) - first - 1);
  const end = Math.min(values.length - 1, Math.ceil(to) - first + 1);
  const kept: number[] = [];
  const gap = (): void => {
    if (kept.length > 0 && kept.at(-1) !== GAP) kept.push(GAP);
  };
  if (end - begin <= width * 2) {
    for (let i = begin; i <= end; i++) {
      if (Number.isNaN(values[i])) gap();
      else kept.push(i);
    }
    return kept.at(-1) === GAP ? kept.slice(0, -1) : kept;
  }
  const perPixel = (to - from) / width;
  let column = Number.NEGATIVE_INFINITY;
  let low = -1;
  let high = -1;
  const flush = (): void => {
    if (low < 0) return;
    kept.push(Math.min(low, high));
    if (low !== high) kept.push(Math.max(low, high));
  };
  for (let i = begin; i <= end; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    const here = Math.floor((first + i - from) / perPixel);
    if (here !== column) {
      flush();
      if (here > column + 1 && Number.isFinite(column)) gap();
      column = here;
      low = i;
      high = i;
    }
    if (value < values[low]!) low = i;
    if (value > values[high]!) high = i;
  }
  flush();
  return kept;
}

export function linePath(values: Float64Array, first: number, scale: Scale): string {
  let path = '';
  let pen = 'M';
  for (const i of thinned(values, first, scale)) {
    if (i === GAP) pen = 'M';
    else {
      path += `${pen}${round(xOf(scale, first + i))} ${round(yOf(scale, values[i]!))}`;
      pen = 'L';
    }
  }
  return path;
}

export function areaPath(line: string, bottom: number): string {
  return line
    .split('M')
    .slice(1)
    .map((part) => {
      const first = part.slice(0, part.indexOf(' '));
      const end = part.slice(part.lastIndexOf('L') + 1);
      return `M${first} ${bottom}L${part}L${end.slice(0, end.indexOf(' '))} ${bottom}Z`;
    })
    .join('');
}

/** Least visible value above 0; Infinity without one. */
export function lowest(values: Float64Array, first: number, [from, to]: Range): number {
  let least = Infinity;
  for (let i = Math.max(0, Math.floor(from) - first); i < Math.min(values.length, Math.ceil(to) - first + 1); i++)
    if (values[i]! > 0 && values[i]! < least) least = values[i]!;
  return least;
}

export function highest(values: Float64Array, first: number, [from, to]: Range): number {
  let most = 0;
  for (let i = Math.max(0, Math.floor(from) - first); i < Math.min(values.length, Math.ceil(to) - first + 1); i++)
    if (values[i]! > most) most = values[i]!;
  return most;
}

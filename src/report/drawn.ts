/** Strips and the plot of a comparison as SVG. */
import { SIZES } from '../engine/recall/contract.ts';
import type { Report, ReportRow } from '../engine/report.ts';
import { html } from './escape.ts';
import { px, scatter, type ScatterPoint } from './scatter.ts';

const STRIP = { width: 240, height: 14 } as const;

/** Runs of one fate as rectangles as wide as their tokens; what was dropped is the ground. */
export function strip({ fates, title }: Pick<ReportRow, 'fates' | 'title'>, prefix: ArrayLike<number>): string {
  const total = prefix[fates.length] ?? 0;
  if (total === 0) return '';
  const rects: string[] = [];
  for (let from = 0; from < fates.length; ) {
    let to = from + 1;
    while (to < fates.length && fates[to] === fates[from]) to++;
    const [left, right] = [prefix[from]! / total, prefix[to]! / total];
    if (fates[from] !== 'D' && right > left) {
      const x = px(left * STRIP.width);
      rects.push(`<rect class="${fates[from]}" x="${x}" width="${px((right - left) * STRIP.width)}" height="${STRIP.height}"/>`);
    }
    from = to;
  }
  return `<svg class="strip" width="${STRIP.width}" height="${STRIP.height}" role="img" aria-label="${html(title)}">${rects.join('')}</svg>`;
}

/** Independent recall against tokens left at the cuts; '' without two rows that have both. */
export function plot({ results, random }: Report, answer: string | null, words: { readonly x: string; readonly y: string }): string {
  const points = results.flatMap(({ key, title, kind, outcome, measures }): ScatterPoint[] => {
    const { recallLeft, independentRecall } = measures;
    if (outcome !== 'compacted' || recallLeft === null || independentRecall === null) return [];
    return [{ title, x: recallLeft, y: independentRecall, sign: key === answer ? 'best' : kind === 'control' ? 'control' : 'point' }];
  });
  return points.length < 2 ? '' : scatter(points, { ...words, random: random?.map((y, i) => ({ x: SIZES[i]!, y })) ?? null });
}

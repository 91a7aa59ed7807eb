/** Strips and the plot of a report as SVG, laid out in pixels. Colours are variables of the report's own sheet. */
import type { Report, ReportRow } from '../engine/report.ts';
import { html } from './escape.ts';

const STRIP = { width: 240, height: 14 } as const;
const px = (value: number): string => value.toFixed(2).replace(/\.?0+$/, '');

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

const PLOT = { width: 720, height: 420, left: 44, right: 220, top: 12, bottom: 36 } as const;
/** Between two labels, px: they stand in a column beside the plot, with leaders, so that none covers another. */
const LABEL = 14;

interface Point {
  readonly row: ReportRow;
  readonly x: number;
  readonly y: number;
}

/** Independent recall against tokens left at the cuts; '' without two rows that have both. */
export function plot({ results }: Report, answer: string | null, words: { readonly x: string; readonly y: string }): string {
  const points = results.flatMap((row): Point[] => {
    const { recallLeft, independentRecall } = row.measures;
    return row.outcome !== 'compacted' || recallLeft === null || independentRecall === null ? [] : [{ row, x: recallLeft, y: independentRecall }];
  });
  if (points.length < 2) return '';
  const [w, h] = [PLOT.width - PLOT.left - PLOT.right, PLOT.height - PLOT.top - PLOT.bottom];
  const most = Math.max(0.1, Math.ceil(Math.max(...points.map(({ x }) => x)) * 10) / 10);
  const at = ({ x, y }: Pick<Point, 'x' | 'y'>) => ({ x: PLOT.left + (x / most) * w, y: PLOT.top + (1 - y) * h });
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = px(at({ x: 0, y: share }).y);
    return `<line class="grid" x1="${PLOT.left}" x2="${PLOT.left + w}" y1="${y}" y2="${y}"/><text x="${PLOT.left - 6}" y="${y}" dy="4" text-anchor="end">${share * 100}</text>`;
  });
  const ticks = [0, 0.5, 1].map((part) => {
    const x = px(PLOT.left + part * w);
    return `<text x="${x}" y="${PLOT.top + h + 14}" text-anchor="middle">${px(part * most * 100)}</text>`;
  });
  const room = Math.floor(h / LABEL);
  const named = points.toSorted((a, b) => b.y - a.y || a.x - b.x).slice(0, room);
  const labels = named.map((point, i) => {
    const { x, y } = at(point);
    const [lx, ly] = [PLOT.left + w + 16, PLOT.top + 6 + i * LABEL];
    const tone = point.row.key === answer ? ' class="best"' : '';
    return `<path class="leader" d="M${px(x)} ${px(y)}L${lx - 3} ${px(ly)}"/><text x="${lx}" y="${px(ly)}" dy="4"${tone}>${html(point.row.title)}</text>`;
  });
  const dots = points.map((point) => {
    const { x, y } = at(point);
    const kind = point.row.key === answer ? 'best' : point.row.kind === 'control' ? 'control' : 'point';
    return `<circle class="${kind}" cx="${px(x)}" cy="${px(y)}" r="4"><title>${html(point.row.title)}</title></circle>`;
  });
  const axes = `<text x="${PLOT.left + w}" y="${PLOT.height - 4}" text-anchor="end">${html(words.x)}</text><text x="${PLOT.left}" y="${PLOT.top - 2}">${html(words.y)}</text>`;
  return `<svg class="plot" width="${PLOT.width}" height="${PLOT.height}" viewBox="0 0 ${PLOT.width} ${PLOT.height}" role="img" aria-label="${html(words.y)}">${[...grid, ...ticks, ...labels, ...dots, axes].join('')}</svg>`;
}

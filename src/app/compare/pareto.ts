/** Geometry of the plot of two measures: points, front, lines of equal efficiency, places of the names of lines. No React. */
import type { Spot } from '../charts/labels.ts';
import { multiples, type Range, roundStep, type Scale, WHOLE_STEPS, xOf, yOf } from '../charts/scale.ts';
import { type Format, isLate, type MeasureColumn } from '../rows/measures.ts';
import { belowChance, type Letter, type TableRow } from '../rows/compare-rows.ts';
import { ownViolations } from '../store/index.ts';

export type Mark = 'compared' | 'invalid' | 'missed' | 'control' | 'plain';

export interface ParetoPoint {
  readonly key: string;
  readonly title: string;
  readonly mark: Mark;
  readonly pin: Letter | null;
  readonly x: number;
  readonly y: number;
  /** 95 % intervals, where the measure has one. */
  readonly xRange: readonly [number, number] | null;
  readonly yRange: readonly [number, number] | null;
  /** A control, an invalid result, or one over the budget: not an option, so it neither beats another nor is beaten. */
  readonly competes: boolean;
  readonly below: boolean;
  readonly late: boolean;
}

export interface Axes {
  readonly x: MeasureColumn;
  readonly y: MeasureColumn;
}

export function axesOf(
  chosen: { readonly x: string; readonly y: string } | null,
  rows: readonly TableRow[],
  columns: readonly MeasureColumn[],
): Axes | null {
  const plotted = columns.filter((c) => c.plotted);
  const find = (id: string | undefined): MeasureColumn | undefined => plotted.find((c) => c.id === id);
  const by = (from: MeasureColumn['from'], axis: 'x' | 'y'): MeasureColumn | undefined =>
    plotted.find((c) => c.from === from && c.plot.axis === axis);
  const recall = plotted.find((c) => c.from === 'recall' && c.plot.axis === 'y' && rows.some((row) => c.value(row) !== null));
  const x = find(chosen?.x) ?? by(recall ? 'recall' : 'result', 'x');
  const y = find(chosen?.y) ?? recall ?? by('result', 'y');
  const left = by('recall', 'x');
  if (!x || !y || !left) return null;
  return { x: mayStandWith(y, x) ? x : left, y: mayStandWith(x, y) ? y : left };
}

/** Recall is plotted only against the tokens left at its cuts: it was not measured at the sizes of the table. */
export const mayStandWith = (other: MeasureColumn, column: MeasureColumn): boolean => other.from !== 'recall' || !column.plot.whole;

export const showEfficiency = ({ x, y }: Axes): boolean => x.plot.efficiency === 'weight' && y.plot.efficiency === 'rest';

const isBelow = ({ plot, from }: MeasureColumn, row: TableRow): boolean =>
  from === 'recall' && plot.axis === 'y' && (plot.limits === 'own' ? row.recall?.belowChance === true : belowChance(row));

export function paretoPoints(rows: readonly TableRow[], axes: Axes): readonly ParetoPoint[] {
  const points = rows.flatMap((row): ParetoPoint[] => {
    const { result } = row;
    const x = axes.x.value(row);
    const y = axes.y.value(row);
    if (result?.outcome !== 'compacted' || x === null || y === null) return [];
    const invalid = ownViolations(result) > 0;
    const control = row.info.kind === 'control';
    const atCuts = axes.x.from === 'recall' || axes.y.from === 'recall';
    const missed = result.metTarget === false || (atCuts && row.recall?.overBudget === true);
    const mark: Mark = row.pin ? 'compared' : invalid ? 'invalid' : missed ? 'missed' : control ? 'control' : 'plain';
    const { key, title, pin } = row;
    const below = isBelow(axes.y, row) || isBelow(axes.x, row);
    const late = isLate(row, axes.x) || isLate(row, axes.y);
    const [xRange, yRange] = [axes.x.interval?.(row) ?? null, axes.y.interval?.(row) ?? null];
    return [{ key, title, mark, pin, x, y, xRange, yRange, competes: !invalid && !control && !missed, below, late }];
  });
  return points.sort((a, b) => Number(a.mark === 'compared') - Number(b.mark === 'compared'));
}

const direction = ({ better }: Pick<MeasureColumn, 'better'>): 1 | -1 => (better === 'lower' ? -1 : 1);

type AxisDirection = Pick<MeasureColumn, 'better'>;

function beats(a: ParetoPoint, b: ParetoPoint, x: AxisDirection, y: AxisDirection): boolean {
  const dx = direction(x) * (a.x - b.x);
  const dy = direction(y) * (a.y - b.y);
  return dx >= 0 && dy >= 0 && (dx > 0 || dy > 0);
}

export function front(points: readonly ParetoPoint[], { x, y }: { readonly x: AxisDirection; readonly y: AxisDirection }): readonly ParetoPoint[] {
  const options = points.filter((p) => p.competes);
  return options.filter((p) => !options.some((q) => beats(q, p, x, y))).sort((a, b) => a.x - b.x || b.y - a.y);
}

export function cornerOf(
  a: ParetoPoint,
  b: ParetoPoint,
  { x, y }: { readonly x: AxisDirection; readonly y: AxisDirection },
): { readonly x: number; readonly y: number } {
  return { x: direction(x) > 0 ? Math.min(a.x, b.x) : Math.max(a.x, b.x), y: direction(y) > 0 ? Math.min(a.y, b.y) : Math.max(a.y, b.y) };
}

export interface Span {
  readonly range: Range;
  readonly ticks: readonly number[];
}

const SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const MOST_TICKS = 6;

export function spanFor(values: readonly number[], format: Format = 'share'): Span {
  const low = values.length ? Math.min(...values) : 0;
  const high = values.length ? Math.max(...values) : 1;
  const share = format === 'share';
  const margin = Math.max(share ? 0.02 : (Math.abs(high) || 1) * 0.02, (high - low) * 0.05);
  const range: Range = [low - margin, high + margin];
  const length = range[1] - range[0];
  const step = share ? (SHARES.find((s) => length / s <= MOST_TICKS) ?? 0.5) : roundStep(length / MOST_TICKS, WHOLE_STEPS);
  return { range, ticks: multiples(range, step).filter((value) => !share || (value >= 0 && value <= 1)) };
}

export interface EqualLine {
  readonly efficiency: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export function equalLines(weight: number, { x, y }: Pick<Scale, 'x' | 'y'>): readonly EqualLine[] {
  const at = (saved: number, kept: number): number => weight * saved + (1 - weight) * kept;
  const low = at(x[0], y[0]);
  const high = at(x[1], y[1]);
  const step = SHARES.find((s) => s >= 0.05 && (high - low) / s <= 7) ?? 0.5;
  const lines: EqualLine[] = [];
  for (let k = Math.ceil(low / step + 1e-9); k * step < high; k++) {
    const e = Number((k * step).toFixed(4));
    const ends: [number, number][] = [];
    const add = (px: number, py: number): void => {
      const inside = px >= x[0] - 1e-9 && px <= x[1] + 1e-9 && py >= y[0] - 1e-9 && py <= y[1] + 1e-9;
      if (inside && !ends.some(([qx, qy]) => Math.abs(qx - px) + Math.abs(qy - py) < 1e-9)) ends.push([px, py]);
    };
    if (weight < 1) for (const px of [x[0], x[1]]) add(px, (e - weight * px) / (1 - weight));
    if (weight > 0) for (const py of [y[1], y[0]]) add((e - (1 - weight) * py) / weight, py);
    ends.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const [first] = ends;
    const last = ends.at(-1);
    if (first && last && first !== last) lines.push({ efficiency: e, x1: first[0], y1: first[1], x2: last[0], y2: last[1] });
  }
  return lines;
}

export function spotsOn(points: readonly { readonly x: number; readonly y: number }[], scale: Scale): readonly Spot[] {
  return points
    .map(({ x, y }) => ({ x: xOf(scale, x), y: yOf(scale, y) }))
    .filter(({ x, y }) => x >= 0 && x <= scale.width && y >= 12 && y <= scale.height - 12)
    .toReversed()
    .flatMap(({ x, y }): readonly Spot[] => [
      { x: x + 4, y: y + 12, anchor: 'start', leader: null },
      { x: x - 4, y: y + 14, anchor: 'end', leader: null },
      { x: x - 4, y: y - 6, anchor: 'end', leader: null },
    ]);
}

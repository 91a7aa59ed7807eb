/** Geometry of the plot of two measures: points, front, lines of equal efficiency, labels that do not collide. No React. */
import { type Format, isLate, type MeasureColumn } from './measures.ts';
import { ownViolations, type PinLetter, type TableRow } from './rows.ts';

/** How a point looks: what it has to say beyond its place. */
export type Mark = 'pinned' | 'invalid' | 'missed' | 'control' | 'plain';

export interface ParetoPoint {
  readonly key: string;
  readonly title: string;
  readonly mark: Mark;
  readonly pin: PinLetter | null;
  /** Values of the two measures. */
  readonly x: number;
  readonly y: number;
  /** 95 % intervals, where the measure has one. */
  readonly xRange: readonly [number, number] | null;
  readonly yRange: readonly [number, number] | null;
  /** A control, a result that a provider refuses or one over the budget: no option, so it neither beats another nor is beaten. */
  readonly competes: boolean;
  /** Of an earlier comparison: the newer value is still to come. */
  readonly late: boolean;
}

export interface Axes {
  readonly x: MeasureColumn;
  readonly y: MeasureColumn;
}

/** The axes of a person's choice, or by themselves: recall against tokens where there is recall, else what efficiency is made of. */
export function axesOf(
  chosen: { readonly x: string; readonly y: string } | null,
  rows: readonly TableRow[],
  columns: readonly MeasureColumn[],
): Axes | null {
  const plotted = columns.filter((c) => c.plotted);
  const find = (id: string): MeasureColumn | undefined => plotted.find((c) => c.id === id);
  const recall = find('recall');
  const byItself = recall && rows.some((row) => recall.value(row) !== null) ? { x: 'left-at-cuts', y: 'recall' } : { x: 'saved', y: 'kept' };
  const x = find(chosen?.x ?? byItself.x) ?? find(byItself.x);
  const y = find(chosen?.y ?? byItself.y) ?? find(byItself.y);
  const left = find('left-at-cuts');
  if (!x || !y || !left) return null;
  return { x: mayStandWith(y, x) ? x : left, y: mayStandWith(x, y) ? y : left };
}

/** What the table says of the size of a row; recall was not measured there. */
const SIZES: ReadonlySet<string> = new Set(['tokens', 'saved']);

/** Recall against tokens is told by the tokens that were left where it was measured, and by no others. */
export const mayStandWith = (other: MeasureColumn, column: MeasureColumn): boolean => other.from !== 'recall' || !SIZES.has(column.id);

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
    const mark: Mark = row.pin ? 'pinned' : invalid ? 'invalid' : missed ? 'missed' : control ? 'control' : 'plain';
    const { key, title, pin } = row;
    const late = isLate(row, axes.x) || isLate(row, axes.y);
    const [xRange, yRange] = [axes.x.interval?.(row) ?? null, axes.y.interval?.(row) ?? null];
    return [{ key, title, mark, pin, x, y, xRange, yRange, competes: !invalid && !control && !missed, late }];
  });
  // Pinned points are drawn last, over the others.
  return points.sort((a, b) => Number(a.mark === 'pinned') - Number(b.mark === 'pinned'));
}

/** 1 where more is better, −1 where less is. */
const direction = ({ better }: Pick<MeasureColumn, 'better'>): 1 | -1 => (better === 'lower' ? -1 : 1);

type Better = Pick<MeasureColumn, 'better'>;

/** Is a at least as good as b at both measures, and better at one? */
function beats(a: ParetoPoint, b: ParetoPoint, x: Better, y: Better): boolean {
  const dx = direction(x) * (a.x - b.x);
  const dy = direction(y) * (a.y - b.y);
  return dx >= 0 && dy >= 0 && (dx > 0 || dy > 0);
}

/** Points that no other one beats at both measures, from left to right. Only options count. */
export function front(points: readonly ParetoPoint[], { x, y }: { readonly x: Better; readonly y: Better }): readonly ParetoPoint[] {
  const options = points.filter((p) => p.competes);
  return options.filter((p) => !options.some((q) => beats(q, p, x, y))).sort((a, b) => a.x - b.x || b.y - a.y);
}

/** The corner between two neighbours of the front: what both of them are at least. */
export function cornerOf(
  a: ParetoPoint,
  b: ParetoPoint,
  { x, y }: { readonly x: Better; readonly y: Better },
): { readonly x: number; readonly y: number } {
  return { x: direction(x) > 0 ? Math.min(a.x, b.x) : Math.max(a.x, b.x), y: direction(y) > 0 ? Math.min(a.y, b.y) : Math.max(a.y, b.y) };
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const MOST_TICKS = 6;

/** The smallest of 1, 2, 5 × 10ⁿ of which at most six fit. */
function roundStep(range: number): number {
  const rough = range / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= rough - 1e-12) ?? 10 * power;
}

/** Range that fits the values plus 5 % at either end, and at most six round ticks inside it. Ticks of shares stay within 0–1. */
export function scaleFor(values: readonly number[], format: Format = 'share'): Scale {
  const low = values.length ? Math.min(...values) : 0;
  const high = values.length ? Math.max(...values) : 1;
  const share = format === 'share';
  const margin = Math.max(share ? 0.02 : (Math.abs(high) || 1) * 0.02, (high - low) * 0.05);
  const min = low - margin;
  const max = high + margin;
  const step = share ? (STEPS.find((s) => (max - min) / s <= MOST_TICKS) ?? 0.5) : roundStep(max - min);
  const ticks: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max + step * 1e-9; k++) {
    const value = Number((k * step).toPrecision(12));
    if (!share || (value >= 0 && value <= 1)) ticks.push(value);
  }
  return { min, max, ticks };
}

export interface EqualLine {
  readonly efficiency: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** Lines weight × saved + (1 − weight) × kept = e inside the box, for round e; the first end is the upper left one. */
export function equalLines(weight: number, x: Scale, y: Scale): readonly EqualLine[] {
  const at = (saved: number, kept: number): number => weight * saved + (1 - weight) * kept;
  const low = at(x.min, y.min);
  const high = at(x.max, y.max);
  const step = STEPS.find((s) => s >= 0.05 && (high - low) / s <= 7) ?? 0.5;
  const lines: EqualLine[] = [];
  for (let k = Math.ceil(low / step + 1e-9); k * step < high; k++) {
    const e = Number((k * step).toFixed(4));
    const ends: [number, number][] = [];
    const add = (px: number, py: number): void => {
      const inside = px >= x.min - 1e-9 && px <= x.max + 1e-9 && py >= y.min - 1e-9 && py <= y.max + 1e-9;
      if (inside && !ends.some(([qx, qy]) => Math.abs(qx - px) + Math.abs(qy - py) < 1e-9)) ends.push([px, py]);
    };
    if (weight < 1) for (const px of [x.min, x.max]) add(px, (e - weight * px) / (1 - weight));
    if (weight > 0) for (const py of [y.max, y.min]) add((e - (1 - weight) * py) / weight, py);
    ends.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const [first] = ends;
    const last = ends.at(-1);
    if (first && last && first !== last) lines.push({ efficiency: e, x1: first[0], y1: first[1], x2: last[0], y2: last[1] });
  }
  return lines;
}

/** A point in pixels. */
export interface Placed {
  readonly point: ParetoPoint;
  readonly x: number;
  readonly y: number;
}

export interface Label {
  /** Points that share the label; the first gives it its name. */
  readonly points: readonly ParetoPoint[];
  readonly text: string;
  readonly strong: boolean;
  readonly side: 'left' | 'right';
  /** Place of the points. */
  readonly x: number;
  readonly y: number;
  /** Base line of the text, and where it starts (right side) or ends (left side). */
  readonly textX: number;
  readonly textY: number;
  /** The text stands so far from its point that a line has to lead to it. */
  readonly leader: boolean;
}

/** Shares of a line at which its label may stand: names of points stand to the left of most of them. */
const PLACES = [0.6, 0.7, 0.8, 0.88];

/** Where along a line across the plot a label covers the fewest points: the middle of the label, px. */
export function freePlace(placed: readonly Placed[], from: number, length: number, at: number, vertical: boolean): number {
  const distance = (place: number): number =>
    Math.min(...placed.map(({ x, y }) => (vertical ? Math.hypot(y - place, x - at) : Math.hypot((x - place) / 2, y - at))), Infinity);
  const places = PLACES.map((share) => from + share * length);
  return places.reduce((best, place) => (distance(place) > distance(best) ? place : best));
}

const NEAR = 5;
const LINE = 12;
const GAP = 11;
/** How far beside a point another one pushes its label. */
const REACH = 40;
/** Mean width of a character at 10 px, Latin and Chinese: good enough to cut a label. */
const NARROW = 5.4;
const WIDE = 11;
const widthOf = (character: string): number => (character >= '\u2e80' ? WIDE : NARROW);

/** The text, or as much of it as fits into `width` px. */
function cut(text: string, width: number): string {
  const characters = [...text];
  const whole = characters.reduce((sum, c) => sum + widthOf(c), 0);
  if (whole <= width) return text;
  let room = width - NARROW;
  const kept = characters.filter((c) => {
    room -= widthOf(c);
    return room >= 0;
  });
  return `${kept.join('').trimEnd()}…`;
}

/** Moves the base lines apart until they are LINE px from each other and inside the plot. */
function spread(wanted: readonly number[], top: number, bottom: number): readonly number[] {
  const result = [...wanted];
  for (let i = 0; i < result.length; i++) result[i] = Math.max(result[i] ?? 0, i === 0 ? top : (result[i - 1] ?? 0) + LINE);
  for (let i = result.length - 1; i >= 0; i--) {
    const limit = i === result.length - 1 ? bottom : (result[i + 1] ?? 0) - LINE;
    result[i] = Math.min(result[i] ?? 0, limit);
  }
  return result;
}

/**
 * Labels beside the points: near points share one, labels of one side stand 12 px apart.
 * @param onlyPinned in a plot too low for more
 */
export function placeLabels(
  placed: readonly Placed[],
  box: { left: number; right: number; top: number; bottom: number },
  onlyPinned: boolean,
): readonly Label[] {
  const clusters: { x: number; y: number; points: ParetoPoint[] }[] = [];
  for (const { point, x, y } of placed) {
    const near = clusters.find((c) => Math.abs(c.x - x) < NEAR && Math.abs(c.y - y) < NEAR);
    // The pinned one gives a cluster its name and is drawn on top.
    if (near) near.points[point.mark === 'pinned' ? 'unshift' : 'push'](point);
    else clusters.push({ x, y, points: [point] });
  }
  const shown = clusters.filter((c) => !onlyPinned || c.points.some((p) => p.mark === 'pinned'));
  const middle = (box.left + box.right) / 2;
  const sides = (['left', 'right'] as const).map((side) => shown.filter((c) => (side === 'right') === c.x < middle).sort((a, b) => a.y - b.y));
  return sides.flatMap((list, s) => {
    const side = s === 0 ? 'left' : 'right';
    const lines = spread(
      list.map((c) => c.y + 3.5),
      box.top + 8,
      box.bottom - 2,
    );
    return list.map((c, i): Label => {
      const textY = lines[i] ?? c.y;
      // The text starts beyond the points it would cover.
      const inTheWay = clusters.filter(
        (o) => Math.abs(o.y + 3.5 - textY) < 10 && (side === 'right' ? o.x >= c.x && o.x < c.x + REACH : o.x <= c.x && o.x > c.x - REACH),
      );
      const edge = side === 'right' ? Math.max(c.x, ...inTheWay.map((o) => o.x)) : Math.min(c.x, ...inTheWay.map((o) => o.x));
      const textX = side === 'right' ? edge + GAP : edge - GAP;
      const room = side === 'right' ? box.right - textX : textX - box.left;
      const more = c.points.length > 1 ? ` +${c.points.length - 1}` : '';
      return {
        points: c.points,
        text: cut(c.points[0]?.title ?? '', room - more.length * NARROW) + more,
        strong: c.points.some((p) => p.mark === 'pinned'),
        side,
        x: c.x,
        y: c.y,
        textX,
        textY,
        leader: Math.abs(textY - 3.5 - c.y) > 3 || edge !== c.x,
      };
    });
  });
}

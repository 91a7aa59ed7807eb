/** Geometry of the plot "Saved against kept": points, front, lines of equal efficiency, labels that do not collide. No React. */
import { ownViolations, type PinLetter, type TableRow } from './rows.ts';

/** How a point looks: what it has to say beyond its place. */
export type Mark = 'pinned' | 'invalid' | 'missed' | 'control' | 'plain';

export interface ParetoPoint {
  readonly key: string;
  readonly title: string;
  readonly mark: Mark;
  readonly pin: PinLetter | null;
  /** Shares 0–1. */
  readonly saved: number;
  readonly kept: number;
}

export function paretoPoints(rows: readonly TableRow[]): readonly ParetoPoint[] {
  const points = rows.flatMap((row): ParetoPoint[] => {
    const { result } = row;
    if (result?.outcome !== 'compacted' || result.tokenReduction === null || result.preservation === null) return [];
    const mark: Mark = row.pin
      ? 'pinned'
      : ownViolations(result) > 0
        ? 'invalid'
        : result.metTarget === false
          ? 'missed'
          : row.info.kind === 'control'
            ? 'control'
            : 'plain';
    return [{ key: row.key, title: row.title, mark, pin: row.pin, saved: result.tokenReduction, kept: result.preservation }];
  });
  // Pinned points are drawn last, over the others.
  return points.sort((a, b) => Number(a.mark === 'pinned') - Number(b.mark === 'pinned'));
}

/** Points that no other one beats in both directions, from the least to the most saved. Results a provider refuses are no option. */
export function front(points: readonly ParetoPoint[]): readonly ParetoPoint[] {
  const options = points.filter((p) => p.mark !== 'invalid');
  const beaten = (p: ParetoPoint): boolean => options.some((q) => q.saved >= p.saved && q.kept >= p.kept && (q.saved > p.saved || q.kept > p.kept));
  return options.filter((p) => !beaten(p)).sort((a, b) => a.saved - b.saved || b.kept - a.kept);
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

/** Range that fits the values plus 5 % at either end, and at most six round ticks inside it. Never wider than 0–1 by more than the margin. */
export function scaleFor(values: readonly number[]): Scale {
  const low = values.length ? Math.min(...values) : 0;
  const high = values.length ? Math.max(...values) : 1;
  const margin = Math.max(0.02, (high - low) * 0.05);
  const min = low - margin;
  const max = high + margin;
  const step = STEPS.find((s) => (max - min) / s <= 6) ?? 0.5;
  const ticks: number[] = [];
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max + 1e-9; k++) {
    const value = Number((k * step).toFixed(4));
    if (value >= 0 && value <= 1) ticks.push(value);
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

/** Labels of points that cover neither each other nor a point. The same points get the same labels. Pure. */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Coordinates = readonly [x: number, y: number];
type Segment = readonly [from: Coordinates, to: Coordinates];

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly leader: Segment | null;
}

/** Above and below the base line of a text of `LINE` px. */
const ASCENT = 9;
const DESCENT = 3;
const LINE = ASCENT + DESCENT;

export function boxOf({ x, y, anchor }: Spot, width: number): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

export const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const sideOf = ([[x1, y1], [x2, y2]]: Segment, [x, y]: Coordinates): number => Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
const cross = (a: Segment, b: Segment): boolean => sideOf(a, b[0]) * sideOf(a, b[1]) < 0 && sideOf(b, a[0]) * sideOf(b, a[1]) < 0;

export function meets(segment: Segment, { left, right, top, bottom }: Box): boolean {
  const [[x1, y1], [x2, y2]] = segment;
  if ((x1 <= left && x2 <= left) || (x1 >= right && x2 >= right) || (y1 <= top && y2 <= top) || (y1 >= bottom && y2 >= bottom)) return false;
  const inside = ([x, y]: Coordinates): boolean => x > left && x < right && y > top && y < bottom;
  if (inside(segment[0]) || inside(segment[1])) return true;
  return (
    cross(segment, [
      [left, top],
      [right, bottom],
    ]) ||
    cross(segment, [
      [left, bottom],
      [right, top],
    ])
  );
}

export class LabelSpace {
  readonly #area: Box;
  readonly #signs: Box[] = [];
  readonly #texts: Box[] = [];
  readonly #leaders: Segment[] = [];

  constructor(area: Box) {
    this.#area = area;
  }

  block(sign: Box): void {
    this.#signs.push(sign);
  }

  #free(box: Box, leader: Segment | null, underSigns: boolean): boolean {
    const { left, right, top, bottom } = this.#area;
    if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) return false;
    if (this.#signs.some((sign) => overlap(box, sign)) || this.#texts.some((text) => overlap(box, text))) return false;
    if (this.#leaders.some((other) => meets(other, box))) return false;
    if (!leader) return true;
    if (!underSigns && this.#signs.some((sign) => meets(leader, sign))) return false;
    return !(this.#texts.some((text) => meets(leader, text)) || this.#leaders.some((other) => cross(leader, other)));
  }

  taken(): readonly [texts: number, leaders: number] {
    return [this.#texts.length, this.#leaders.length];
  }

  release([texts, leaders]: readonly [texts: number, leaders: number]): void {
    this.#texts.length = texts;
    this.#leaders.length = leaders;
  }

  /** Upper and lower edge, px. */
  get edges(): readonly [top: number, bottom: number] {
    return [this.#area.top, this.#area.bottom];
  }

  /** Takes and returns the first free spot for a text of this width; null if none is free. */
  take(width: number, spots: Iterable<Spot>, underSigns = false): Spot | null {
    for (const spot of spots) {
      const box = boxOf(spot, width);
      if (!this.#free(box, spot.leader, underSigns)) continue;
      this.#texts.push(box);
      if (spot.leader) this.#leaders.push(spot.leader);
      return spot;
    }
    return null;
  }
}

export interface LabelPoint {
  readonly key: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly strong: boolean;
  readonly rank: number;
}

export interface Cluster {
  readonly points: readonly LabelPoint[];
  readonly strong: boolean;
}

/** Points closer than this to the first of a cluster belong to it, px. */
const NEAR = 5;

export function clustersOf(points: readonly LabelPoint[]): readonly Cluster[] {
  const inOrder = [...points].sort((a, b) => a.rank - b.rank);
  const found: LabelPoint[][] = [];
  for (const point of inOrder) {
    const near = found.find(([first]) => Math.abs(first!.x - point.x) < NEAR && Math.abs(first!.y - point.y) < NEAR);
    if (near) near.push(point);
    else found.push([point]);
  }
  return found.map((members) => ({ points: members, strong: members.some(({ strong }) => strong) }));
}

/** Between a sign and its label, px. */
const GAP = 4;
const COLUMNS = [16, 34, 56, 82, 112, 150];
const LINES = 9;

export function spotsBeside(x: number, y: number, reach: number): readonly Spot[] {
  const right = x + reach + GAP;
  const left = x - reach - GAP;
  const middle = y + (ASCENT - DESCENT) / 2;
  const spot = (atX: number, atY: number, anchor: Spot['anchor']): Spot => ({ x: atX, y: atY, anchor, leader: null });
  return [
    spot(right, middle, 'start'),
    spot(left, middle, 'end'),
    spot(right, middle - 5, 'start'),
    spot(right, middle + 5, 'start'),
    spot(left, middle - 5, 'end'),
    spot(left, middle + 5, 'end'),
    spot(x, y - reach - GAP, 'middle'),
    spot(x, y + reach + ASCENT + 1, 'middle'),
  ];
}

export function spotsAround(x: number, y: number, reach: number): readonly Spot[] {
  const found: { readonly spot: Spot; readonly distance: number }[] = [];
  for (const column of COLUMNS)
    for (let line = -LINES; line <= LINES; line++)
      for (const direction of [1, -1]) {
        const [dx, dy] = [direction * (reach + column), line * LINE];
        const edge = (reach + 1) / Math.max(Math.abs(dx), Math.abs(dy));
        const leader: Segment = [
          [x + dx * edge, y + dy * edge],
          [x + dx - direction * 2, y + dy],
        ];
        const spot: Spot = { x: x + dx, y: y + dy + (ASCENT - DESCENT) / 2, anchor: direction > 0 ? 'start' : 'end', leader };
        found.push({ spot, distance: Math.hypot(dx, dy) });
      }
  return found.sort((a, b) => a.distance - b.distance).map(({ spot }) => spot);
}

export interface PlacedLabel {
  readonly points: readonly LabelPoint[];
  readonly strong: boolean;
  readonly text: string;
  readonly width: number;
  readonly spot: Spot;
}

/** Strong signs carry a letter: one that would lie over an earlier one is beside it, towards the middle of the plot, so that both are read. */
export function sideBySide(points: readonly LabelPoint[], width: number): readonly LabelPoint[] {
  const strong: LabelPoint[] = [];
  return points.map((point) => {
    if (!point.strong) return point;
    const { y, reach } = point;
    const towards = point.x > width / 2 ? -1 : 1;
    let { x } = point;
    const covered = (): LabelPoint | undefined =>
      strong.find((other) => {
        const room = other.reach + reach - 0.01;
        return Math.abs(other.x - x) < room && Math.abs(other.y - y) < room;
      });
    for (let other = covered(); other; other = covered()) x = other.x + towards * (other.reach + reach);
    const placed = { ...point, x };
    strong.push(placed);
    return placed;
  });
}

export function blockSigns(space: LabelSpace, points: readonly LabelPoint[]): void {
  for (const { x, y, reach } of points) space.block({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });
}

interface ClusterSign {
  readonly cluster: Cluster;
  readonly text: string;
  readonly width: number;
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** Points without room beside them that are at most this far from one another share a column, px. */
const CROWD = 60;
/** A label goes at most this many lines down to find a free one. */
const LINES_DOWN = 2;

function crowdsOf(list: readonly ClusterSign[]): readonly (readonly ClusterSign[])[] {
  let crowds: ClusterSign[][] = [];
  for (const one of list) {
    const near = crowds.filter((crowd) => crowd.some(({ x, y }) => Math.abs(x - one.x) <= CROWD && Math.abs(y - one.y) <= CROWD));
    crowds = [...crowds.filter((crowd) => !near.includes(crowd)), [...near.flat(), one]];
  }
  return crowds;
}

function inColumn(crowd: readonly ClusterSign[], space: LabelSpace, at: number, side: 1 | -1, start: number): readonly PlacedLabel[] {
  const bottom = space.edges[1];
  let next = start;
  return crowd.flatMap(({ cluster, text, width, x, y, reach }): PlacedLabel[] => {
    for (let down = 0; down <= LINES_DOWN && next + down * LINE + DESCENT <= bottom; down++) {
      const line = next + down * LINE;
      const leader: Segment = [
        [x + side * (reach + 1), y],
        [at - side * 2, line - (ASCENT - DESCENT) / 2],
      ];
      const spot = space.take(width, [{ x: at, y: line, anchor: side > 0 ? 'start' : 'end', leader }], true);
      if (!spot) continue;
      next = line + LINE;
      return [{ points: cluster.points, strong: cluster.strong, text, width, spot }];
    }
    return [];
  });
}

/** Columns that are tried, px from the crowd, and lines by which they are moved: few, because a plot is laid out while a slider moves. */
const NEAR_COLUMNS = [16, 56];
const SHIFTS = [0, -3, 3];

function columnFor(list: readonly ClusterSign[], space: LabelSpace): readonly PlacedLabel[] {
  const [top, bottom] = space.edges;
  const crowd = [...list]
    .sort((a, b) => a.cluster.points[0]!.rank - b.cluster.points[0]!.rank)
    .slice(0, Math.floor((bottom - top) / LINE))
    .sort((a, b) => a.y - b.y || a.x - b.x);
  const left = Math.min(...crowd.map(({ x, reach }) => x - reach));
  const right = Math.max(...crowd.map(({ x, reach }) => x + reach));
  const middle = (crowd[0]!.y + crowd.at(-1)!.y) / 2;
  const highest = top + ASCENT;
  const ideal = Math.max(highest, Math.min(bottom - DESCENT - (crowd.length - 1) * LINE, middle - ((crowd.length - 1) * LINE) / 2));
  const before = space.taken();
  let best: { readonly at: number; readonly side: 1 | -1; readonly start: number; readonly count: number } | null = null;
  for (const column of NEAR_COLUMNS)
    for (const side of [-1, 1] as const)
      for (const shift of SHIFTS) {
        if (best?.count === crowd.length) break;
        const at = side < 0 ? left - column : right + column;
        const start = Math.max(highest, ideal + shift * LINE);
        const count = inColumn(crowd, space, at, side, start).length;
        space.release(before);
        if (count > (best?.count ?? 0)) best = { at, side, start, count };
      }
  return best ? inColumn(crowd, space, best.at, best.side, best.start) : [];
}

/**
 * @param textOf the text of a cluster and its width, px
 * @param leaders may labels that are not strong be away from their points?
 */
export function placeLabels(
  points: readonly LabelPoint[],
  space: LabelSpace,
  textOf: (cluster: Cluster) => { readonly text: string; readonly width: number },
  leaders: boolean,
): readonly PlacedLabel[] {
  const all = clustersOf(points).map((cluster): ClusterSign => {
    const { left, right, top, bottom } = around(cluster);
    return { cluster, ...textOf(cluster), x: (left + right) / 2, y: (top + bottom) / 2, reach: Math.max(right - left, bottom - top) / 2 };
  });
  const placed: PlacedLabel[] = [];
  const left: ClusterSign[] = [];
  const place = (wanted: ClusterSign, spot: Spot | null): boolean => {
    const { cluster, text, width } = wanted;
    if (spot) placed.push({ points: cluster.points, strong: cluster.strong, text, width, spot });
    return spot !== null;
  };
  for (const wanted of all) {
    const { cluster, width, x, y, reach } = wanted;
    if (!place(wanted, space.take(width, spotsBeside(x, y, reach))) && (leaders || cluster.strong)) left.push(wanted);
  }
  for (const crowd of crowdsOf(left)) {
    const column = columnFor(crowd, space);
    placed.push(...column);
    for (const wanted of crowd)
      if (wanted.cluster.strong && !column.some(({ points }) => points === wanted.cluster.points)) {
        const far = spotsAround(wanted.x, wanted.y, wanted.reach);
        place(wanted, space.take(wanted.width, far) ?? space.take(wanted.width, far, true));
      }
  }
  return placed;
}

function around({ points }: Cluster): Box {
  return {
    left: Math.min(...points.map((p) => p.x - p.reach)),
    right: Math.max(...points.map((p) => p.x + p.reach)),
    top: Math.min(...points.map((p) => p.y - p.reach)),
    bottom: Math.max(...points.map((p) => p.y + p.reach)),
  };
}

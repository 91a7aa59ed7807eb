/** Labels of points that cover neither each other nor a point. The same points get the same labels. Pure. */

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Coordinates = readonly [x: number, y: number];
type Segment = readonly [from: Coordinates, to: Coordinates];

/** A candidate position: its base line's end or start, and the leader to its point. */
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

/** Side of a line on which a position lies. */
const sideOf = ([[x1, y1], [x2, y2]]: Segment, [x, y]: Coordinates): number => Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
const cross = (a: Segment, b: Segment): boolean => sideOf(a, b[0]) * sideOf(a, b[1]) < 0 && sideOf(b, a[0]) * sideOf(b, a[1]) < 0;

export function meets(segment: Segment, { left, right, top, bottom }: Box): boolean {
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

/** Occupied parts of a plot. */
export class LabelSpace {
  readonly #area: Box;
  readonly #signs: Box[] = [];
  readonly #texts: Box[] = [];
  readonly #leaders: Segment[] = [];

  constructor(area: Box) {
    this.#area = area;
  }

  /** A sign that no text may cover. */
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

  /**
   * Takes and returns the first free spot for a text of this width; null if none is free.
   * @param underSigns may its leader pass below signs?
   */
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

/** A point in pixels with the name that it wants to show. */
export interface Named {
  readonly key: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  /** Half of its sign's size. */
  readonly reach: number;
  /** In bold, and also far from its point. */
  readonly strong: boolean;
  /** Lower ones are labelled first. */
  readonly rank: number;
}

/** Points close enough to share a label, which is the first one's name. */
export interface Cluster {
  readonly points: readonly Named[];
  readonly strong: boolean;
}

/** Points closer than this to the first of a cluster belong to it, px. */
const NEAR = 5;

/** Clusters by rank; the point of the lowest rank names its cluster. */
export function clustersOf(points: readonly Named[]): readonly Cluster[] {
  const inOrder = [...points].sort((a, b) => a.rank - b.rank);
  const found: Named[][] = [];
  for (const point of inOrder) {
    const near = found.find(([first]) => Math.abs(first!.x - point.x) < NEAR && Math.abs(first!.y - point.y) < NEAR);
    if (near) near.push(point);
    else found.push([point]);
  }
  return found.map((members) => ({ points: members, strong: members.some(({ strong }) => strong) }));
}

/** Between a sign and its label, px. */
const GAP = 4;
/** Distance of labels with a leader from their points: columns beside them, lines above and below. */
const COLUMNS = [16, 34, 56, 82, 112, 150];
const LINES = 9;

/** Spots beside a sign, the nearest first. */
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

/** Spots away from a sign, each with its leader, the nearest first. */
export function spotsAround(x: number, y: number, reach: number): readonly Spot[] {
  const found: { readonly spot: Spot; readonly distance: number }[] = [];
  for (const column of COLUMNS)
    for (let line = -LINES; line <= LINES; line++)
      for (const direction of [1, -1]) {
        const [dx, dy] = [direction * (reach + column), line * LINE];
        // From the edge of the sign's box to the text.
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

/** A placed label. */
export interface PlacedLabel {
  /** Points that share it, named after the first. */
  readonly points: readonly Named[];
  readonly strong: boolean;
  readonly text: string;
  readonly width: number;
  readonly spot: Spot;
}

/** Occupies the positions of all signs, so that no text covers them. */
export function blockSigns(space: LabelSpace, points: readonly Named[]): void {
  for (const { x, y, reach } of points) space.block({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });
}

/**
 * Labels for as many points as have room; those of low rank first. A label without a free spot is omitted: the point still shows its name
 * when it is pointed at or read.
 * @param textOf the text of a cluster and its width, px
 * @param leaders may labels that are not strong be away from their points?
 */
export function placeLabels(
  points: readonly Named[],
  space: LabelSpace,
  textOf: (cluster: Cluster) => { readonly text: string; readonly width: number },
  leaders: boolean,
): readonly PlacedLabel[] {
  return clustersOf(points).flatMap((cluster): PlacedLabel[] => {
    const { text, width } = textOf(cluster);
    // A cluster is one sign as large as all of its points.
    const { left, right, top, bottom } = around(cluster);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const reach = Math.max(right - left, bottom - top) / 2;
    const far = cluster.strong || leaders ? spotsAround(x, y, reach) : [];
    // In the middle of a crowd every leader passes other signs.
    const spot = space.take(width, spotsBeside(x, y, reach)) ?? space.take(width, far) ?? (cluster.strong ? space.take(width, far, true) : null);
    return spot ? [{ points: cluster.points, strong: cluster.strong, text, width, spot }] : [];
  });
}

/** The box of all signs of a cluster. */
function around({ points }: Cluster): Box {
  return {
    left: Math.min(...points.map((p) => p.x - p.reach)),
    right: Math.max(...points.map((p) => p.x + p.reach)),
    top: Math.min(...points.map((p) => p.y - p.reach)),
    bottom: Math.max(...points.map((p) => p.y + p.reach)),
  };
}

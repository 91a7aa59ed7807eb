/** The names of lines at their ends, where a chart has no legend. */
import styles from './charts.module.css';
import { round, type Scale, xOf, yOf } from './scale.ts';
import { textWidth } from './svg.ts';

/** The lines of text stand so far apart, px. */
export const END_LINE = 12;

/**
 * Where names stand whose lines end at `wanted` (px from the top): as near as they can be, at least a line apart, within the height.
 * Of more than fit, the last ones have no place (null).
 */
export function endPlaces(wanted: readonly number[], height: number): readonly (number | null)[] {
  const fit = Math.max(0, Math.floor(height / END_LINE) + 1);
  const order = wanted
    .map((y, i) => ({ y, i }))
    .slice(0, fit)
    .sort((a, b) => a.y - b.y);
  const places: (number | null)[] = wanted.map(() => null);
  let least = Number.NEGATIVE_INFINITY;
  const down = order.map(({ y }) => (least = Math.max(y, least + END_LINE)));
  let most = height;
  for (let k = order.length - 1; k >= 0; k--) {
    const place = Math.max(0, Math.min(down[k]!, most));
    places[order[k]!.i] = place;
    most = place - END_LINE;
  }
  return places;
}

export interface LineEnd {
  readonly key: string;
  readonly text: string;
  /** What stands in the one label of lines that lie on each other: what tells them apart, and what they share. Absent = each has its own. */
  readonly short?: readonly [name: string, value: string];
}

interface Found extends LineEnd {
  readonly x: number;
  readonly y: number;
}

export function joined(ends: readonly Found[]): readonly Found[] {
  const isSame = (one: Found, other: Found): boolean =>
    one.short !== undefined && one.short[1] === other.short?.[1] && Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
  return ends.flatMap((end, i) => {
    if (ends.findIndex((other) => isSame(other, end)) < i && end.short) return [];
    const same = ends.filter((other) => isSame(end, other));
    return same.length < 2 ? [end] : [{ ...end, text: `${same.map(({ short }) => short![0]).join(', ')} ${end.short![1]}` }];
  });
}

interface Props {
  readonly ends: readonly LineEnd[];
  readonly lines: readonly { readonly key: string; readonly values: Float64Array }[];
  readonly first: number;
  readonly scale: Scale;
}

/** Right of the axes without names, px. */
export const BARE = 14;
/** From the end of a line to its name, px. */
const LEADER = 14;

/** Room for the names; none where they would leave the lines less than they take. */
export function endsRoom(ends: readonly LineEnd[], outer: number): number {
  const together = joined(ends.map((end) => ({ ...end, x: 0, y: 0 })));
  const room = LEADER + 4 + Math.ceil(Math.max(0, ...[...ends, ...together].map(({ text }) => textWidth(text, 10))));
  return room * 2 < outer ? room : 0;
}

export function Ends({ ends, lines, first, scale }: Props) {
  const last = Math.floor(scale.x[1]);
  const all = ends.flatMap((end): readonly Found[] => {
    const values = lines.find(({ key }) => key === end.key)?.values;
    const at = values ? Math.min(last, first + values.length - 1) : -1;
    const value = values?.[at - first];
    return value === undefined || Number.isNaN(value) ? [] : [{ ...end, x: xOf(scale, at), y: Math.max(0, yOf(scale, value)) }];
  });
  const found = joined(all);
  const places = endPlaces(
    found.map(({ y }) => y),
    scale.height,
  );
  return (
    <g className={styles.ends}>
      {found.map(({ key, text, x, y }, i) => {
        const place = places[i];
        if (place === null || place === undefined) return null;
        return (
          <g key={key}>
            <path d={`M${round(x + 2)} ${round(y)}L${scale.width + LEADER - 3} ${round(place)}`} />
            <text x={scale.width + LEADER} y={round(place + 3.5)}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

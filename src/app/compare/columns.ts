/** Which columns fit the table of strategies, and their widths. No React here. */
import { type MeasureColumn, measureColumns } from './measures.ts';

/** Widths of the table (px): the first columns, and what the strip never goes under. */
export const PIN_WIDTH = 30;
export const NAME_WIDTH = 216;
export const STRIP_LEAST = 280;
/** Below this width (px) the first columns have left: time, cost, facts. */
const ROOMY = 1150;
const NEEDS_ROOM = 5;
/** The deltas leave once all columns have that leave before this one. */
const DELTAS_STAY = 2;
/** Width of the sort arrow beside a head (px), and of its number if there are several. */
const ARROW = 14;
const KEY = 8;

export interface ColumnChoice {
  readonly columns: readonly MeasureColumn[];
  readonly deltas: ReadonlySet<string>;
  /** px of each column, delta or sort arrow included. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Ids of columns that would be shown if there were room. */
  readonly left: readonly string[];
}

/**
 * Which columns fit a table `room` px wide. Columns that the person switched on stay; of the others, columns leave until the strip has its
 * least width, and before the last of them the delta of the sorted column. `sorted`: ids of the sort keys in order; `widths`: px set by a person.
 */
export function chooseColumns(
  room: number,
  switched: Readonly<Record<string, boolean>>,
  sorted: readonly string[],
  allDeltas: boolean,
  hasBaseline: boolean,
  widths: Readonly<Record<string, number>> = {},
  columns: readonly MeasureColumn[] = measureColumns,
): ColumnChoice {
  /** For the delta of the sorted column, which says less than a column. */
  let hasRoom = true;
  const withDelta = (c: MeasureColumn): boolean => hasRoom && hasBaseline && c.deltaWidth > 0 && (allDeltas || c.id === sorted[0]);
  const widthOf = (c: MeasureColumn): number =>
    widths[c.id] ??
    c.width +
      (withDelta(c)
        ? c.deltaAdds
        : sorted.includes(c.id) || (c.pair !== undefined && sorted.includes(c.pair))
          ? ARROW + (sorted.length > 1 ? KEY : 0)
          : 0);
  const least = (list: readonly MeasureColumn[]): number =>
    PIN_WIDTH + (widths.strategy ?? NAME_WIDTH) + STRIP_LEAST + list.reduce((sum, c) => sum + widthOf(c), 0);
  let chosen = columns.filter((c) => switched[c.id] ?? c.shown);
  const leaving = chosen.filter((c) => c.leaves > 0 && switched[c.id] !== true && !sorted.includes(c.id)).sort((a, b) => b.leaves - a.leaves);
  const fits = (): boolean => least(chosen) <= room;
  for (const column of leaving) {
    if (fits() && !(column.leaves >= NEEDS_ROOM && room < ROOMY)) break;
    if (column.leaves < DELTAS_STAY && !allDeltas) {
      hasRoom = false;
      if (fits()) break;
    }
    chosen = chosen.filter((c) => c !== column);
  }
  return {
    columns: chosen,
    deltas: new Set(chosen.filter(withDelta).map((c) => c.id)),
    sizes: Object.fromEntries(columns.map((c) => [c.id, widthOf(c)])),
    left: leaving.filter((c) => !chosen.includes(c)).map((c) => c.id),
  };
}

/** Which columns the table of policies shows, and their widths. No React here. */
import { type MeasureColumn, measureColumns } from './measures.ts';

/** Widths of the table (px): the first columns, and what the strip never goes under. */
export const PIN_WIDTH = 30;
export const NAME_WIDTH = 216;
export const STRIP_LEAST = 280;
/** Width of the sort arrow beside a head (px), and of its number if there are several. */
const ARROW = 14;
const KEY = 8;

export interface ColumnChoice {
  readonly columns: readonly MeasureColumn[];
  readonly deltas: ReadonlySet<string>;
  /** px of each column, delta or sort arrow included. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Which columns are shown, and how wide. `sorted`: ids of the sort keys in order; `widths`: px set by a person. */
export function chooseColumns(
  switched: Readonly<Record<string, boolean>>,
  sorted: readonly string[],
  allDeltas: boolean,
  hasBaseline: boolean,
  widths: Readonly<Record<string, number>> = {},
): ColumnChoice {
  const withDelta = (c: MeasureColumn): boolean => hasBaseline && c.deltaWidth > 0 && (allDeltas || c.id === sorted[0]);
  const widthOf = (c: MeasureColumn): number =>
    widths[c.id] ??
    c.width +
      (withDelta(c)
        ? c.deltaAdds
        : sorted.includes(c.id) || (c.pair !== undefined && sorted.includes(c.pair))
          ? ARROW + (sorted.length > 1 ? KEY : 0)
          : 0);
  const chosen = measureColumns.filter((c) => switched[c.id] ?? c.shown);
  return {
    columns: chosen,
    deltas: new Set(chosen.filter(withDelta).map((c) => c.id)),
    sizes: Object.fromEntries(measureColumns.map((c) => [c.id, widthOf(c)])),
  };
}

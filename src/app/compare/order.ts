/** Which rows a narrow screen begins with. */
import type { Row } from '../table/features.ts';
import type { TableRow } from './rows.ts';

type Listed = Row<TableRow>;

/** Narrow screens show this many rows before "Show more". */
const FEW = 6;

/** A, B, C, the best others and what is open, in the order of the sort. */
export function fewRows(rows: readonly Listed[]): readonly Listed[] {
  const others = Math.max(0, FEW - rows.filter((r) => r.original.pin).length);
  const first = new Set(rows.filter((r) => !r.original.pin).slice(0, others));
  return rows.filter((r) => r.original.pin || first.has(r) || r.getIsExpanded());
}

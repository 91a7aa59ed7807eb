/** A table's value holds only the cells that a person changed. */
import type { TableParam, TableValue } from '../../../engine/strategies/params.ts';

type Cell = number | string;

export const cellOf = (param: TableParam, own: TableValue | undefined, row: string, column: string): Cell =>
  own?.[row]?.[column] ?? param.default[row]?.[column] ?? '';

export const isChanged = (own: TableValue | undefined, row: string, column: string): boolean => own?.[row]?.[column] !== undefined;

export const changedCells = (own: TableValue | undefined): number => Object.values(own ?? {}).reduce((sum, row) => sum + Object.keys(row).length, 0);

/** The value with one more cell set; cells equal to the default are removed, and an empty value is undefined. */
export function withCell(param: TableParam, own: TableValue | undefined, row: string, column: string, value: Cell): TableValue | undefined {
  const { [column]: _old, ...others } = own?.[row] ?? {};
  const cells = value === param.default[row]?.[column] ? others : { ...others, [column]: value };
  const { [row]: _row, ...rows } = own ?? {};
  const next = Object.keys(cells).length > 0 ? { ...rows, [row]: cells } : rows;
  return Object.keys(next).length > 0 ? next : undefined;
}

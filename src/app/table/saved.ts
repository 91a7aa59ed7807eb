/** A table as it is seen, for other programs: its shown columns in their order, its rows as they are sorted and filtered. */
import { CSV_END, csvLine } from '../../engine/lib/strings.ts';
import { useSet } from '../set/set-state.ts';
import { download, fileName } from '../share/share-files.ts';
import { app } from '../store/store.ts';
import { type AnyColumn, type DataTable, metaOf, type Row, type Table } from './features.ts';

type Value = string | number | boolean | null;

interface SavedColumn {
  readonly id: string;
  readonly title: string;
  readonly unit?: string;
}

export interface TableExport {
  readonly table: string;
  readonly columns: readonly SavedColumn[];
  /** Values by column: numbers as they are (shares 0–1), not as they are written. */
  readonly rows: readonly Readonly<Record<string, Value>>[];
}

function* leaves<T extends object>(rows: readonly Row<T>[]): Generator<Row<T>> {
  for (const row of rows) {
    if (row.groupingColumnId) yield* leaves(row.subRows as Row<T>[]);
    else yield row;
  }
}

function savedValue<T extends object>(row: Row<T>, column: AnyColumn): Value {
  const { saved } = metaOf(column);
  const value: unknown = saved ? saved(row.original) : row.getValue(column.id);
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

export function savedOf<T extends object>(name: string, table: Pick<Table<T>, TablePart>, group: string | null): TableExport {
  const grouped = group === null ? null : table.getColumn(group);
  const columns = [...new Set([...(grouped ? [grouped] : []), ...table.getVisibleLeafColumns()])].filter(
    ({ accessorFn }) => accessorFn !== undefined,
  );
  return {
    table: name,
    columns: columns.map((column) => {
      const { title, unit } = metaOf(column);
      return { id: column.id, title: title(), ...(unit && { unit: unit() }) };
    }),
    rows: [...leaves(table.getSortedRowModel().rows)].map((row) => Object.fromEntries(columns.map((column) => [column.id, savedValue(row, column)]))),
  };
}

export function csvOf({ columns, rows }: TableExport): string {
  const ids = columns.map(({ id }) => id);
  return [csvLine(ids), ...rows.map((row) => csvLine(ids.map((id) => row[id] ?? null)))].map((line) => line + CSV_END).join('');
}

export const SAVED_AS = ['csv', 'json'] as const;
export type TableFormat = (typeof SAVED_AS)[number];

type TablePart = 'getColumn' | 'getVisibleLeafColumns' | 'getSortedRowModel';

const onPage = new Map<string, (as: TableFormat) => void>();

export function knowTable<T extends object>(
  { id, name, group }: Pick<DataTable<T>, 'id' | 'name' | 'group'>,
  table: Pick<Table<T>, TablePart>,
): () => void {
  const save = (as: TableFormat): void => {
    const saved = savedOf(name, table, group);
    const text = as === 'csv' ? csvOf(saved) : `${JSON.stringify(saved, null, 2)}\n`;
    download(fileName(sourceOf(name), name, as), text, as === 'csv' ? 'text/csv' : 'application/json');
  };
  const keys = [id, name];
  for (const key of keys) onPage.set(key, save);
  return () => {
    for (const key of keys) if (onPage.get(key) === save) onPage.delete(key);
  };
}

const OF_SET: readonly string[] = ['set', 'sessions'];
const sourceOf = (name: string): string => (OF_SET.includes(name) ? useSet.getState().name : '') || (app().loaded?.name ?? '');

export const saveTable = (idOrName: string, as: TableFormat): void => onPage.get(idOrName)?.(as);

/** The features of every table on the page (TanStack Table), and the metadata of a column. */
import {
  type ColumnDef as AnyColumnDef,
  columnFilteringFeature,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  createFilteredRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  metaHelper,
  type ReactTable,
  type Row as AnyRow,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { CSV_END, csvLine } from '../../engine/lib/strings.ts';
import type { TableView } from '../../scenario/schema.ts';
import { download, fileName } from '../components/elements.ts';
import { app, useUi } from '../store/index.ts';

/** Words are resolved on display, so that a change of language needs no new columns. */
export interface ColumnMeta {
  title(): string;
  unit?(): string;
  section?(): string;
  help?(): string | undefined;
  readonly words?: boolean;
  readonly wraps?: boolean;
  readonly grow?: boolean;
  /** Always first: it cannot be moved, hidden or unfrozen. */
  readonly locked?: boolean;
  readonly optional?: boolean;
  readonly rowHeader?: boolean;
  mark?(): ReactNode;
  readonly group?: { title(value: string, row: unknown): ReactNode; help?(value: string): string };
  saved?(row: unknown): string | number | null;
  /** Only sorted, grouped or filtered by: never shown. */
  readonly internal?: boolean;
}

export const features = tableFeatures({
  columnFilteringFeature,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSortingFeature,
  expandedRowModel: createExpandedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
});

type Features = typeof features;
export type ColumnDef<T extends object> = AnyColumnDef<Features, T, unknown>;
export type Table<T extends object> = ReactTable<Features, T>;
export type Row<T extends object> = AnyRow<Features, T>;

export interface AnyColumn {
  readonly id: string;
  readonly columnDef: { readonly meta?: ColumnMeta | undefined; readonly minSize?: number | undefined; readonly header?: unknown };
  readonly table: { getColumn(id: string): AnyColumn | undefined };
  getIsVisible(): boolean;
  getIsPinned(): 'start' | 'end' | false;
  getSize(): number;
  getStart(edge: 'start'): number;
  getAfter(edge: 'end'): number;
  getCanSort(): boolean;
  getFirstSortDir(): 'asc' | 'desc';
  getCanHide(): boolean;
  getCanPin(): boolean;
  getCanResize(): boolean;
  toggleVisibility(on: boolean): void;
}

export interface AnyHeader {
  readonly id: string;
  readonly isPlaceholder: boolean;
  readonly column: AnyColumn;
  getContext(): unknown;
  getResizeHandler(): (event: unknown) => void;
}

export interface DataTable<T extends object> {
  readonly name: string;
  readonly id: string;
  readonly table: Table<T>;
  readonly view: TableView;
  readonly defaults: TableDefaults;
  readonly sorting: Sorting;
  readonly group: string | null;
  change(change: TableView): void;
}

export const metaOf = (column: Pick<AnyColumn, 'columnDef'>): ColumnMeta => column.columnDef.meta!;

interface ValueReader {
  getValue<V>(id: string): V;
}

export const byNumber = (a: ValueReader, b: ValueReader, id: string): number => a.getValue<number>(id) - b.getValue<number>(id);
const collator = new Intl.Collator(undefined, { numeric: true });
export function byText(a: ValueReader, b: ValueReader, id: string): number {
  const [left, right] = [a.getValue<string>(id), b.getValue<string>(id)];
  return left === right ? 0 : collator.compare(left, right);
}
export function byCharacters(a: ValueReader, b: ValueReader, id: string): number {
  const [left, right] = [a.getValue<string>(id), b.getValue<string>(id)];
  return left < right ? -1 : Number(left > right);
}
export const isEqual = (row: ValueReader, id: string, value: unknown): boolean => String(row.getValue(id)) === value;

// A person's changes to a table ↔ the state of its table (TanStack's). The scenario keeps only differences from the table's own defaults,
// so that links stay short and a new column of a later build finds its place in an old link. No React here.

export type Sorting = readonly { readonly id: string; readonly desc: boolean }[];
export type Edge = 'start' | 'end';

export interface TableDefaults {
  readonly order: readonly string[];
  readonly sort: readonly string[];
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
  /** Column whose values group the rows; absent = none does. */
  readonly group?: string | undefined;
}

export const readSort = (sort: readonly string[]): Sorting =>
  sort.map((id) => (id.startsWith('-') ? { id: id.slice(1), desc: true } : { id, desc: false }));

export const writeSort = (sorting: Sorting): readonly string[] => sorting.map(({ id, desc }) => (desc ? `-${id}` : id));

export function sortOf({ sort }: TableView, defaults: TableDefaults): Sorting {
  if (!sort) return readSort(defaults.sort);
  const known = readSort(sort).filter(({ id }) => defaults.order.includes(id));
  return known.length > 0 || sort.length === 0 ? known : readSort(defaults.sort);
}

export function orderOf({ moved = [] }: TableView, { order }: TableDefaults): readonly string[] {
  const known = moved.filter(([id, behind]) => order.includes(id) && (behind === '' || order.includes(behind)));
  const away = new Set(known.map(([id]) => id));
  const list = order.filter((id) => !away.has(id));
  for (const [id, behind] of known) {
    const at = behind === '' ? 0 : list.indexOf(behind) + 1;
    // After a column that has yet to be placed: by hand-made links only.
    list.splice(at === 0 && behind !== '' ? list.length : at, 0, id);
  }
  return list;
}

export function movedOf(wanted: readonly string[], { order }: TableDefaults): NonNullable<TableView['moved']> {
  const places = wanted.map((id) => order.indexOf(id));
  const stays = longestRise(places);
  return wanted.flatMap((id, i) => (stays.has(i) ? [] : [[id, wanted[i - 1] ?? ''] as const]));
}

function longestRise(values: readonly number[]): ReadonlySet<number> {
  const length = values.map(() => 1);
  const before = values.map(() => -1);
  let last = -1;
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < i; j++) {
      if (values[j]! < values[i]! && length[j]! + 1 > length[i]!) {
        length[i] = length[j]! + 1;
        before[i] = j;
      }
    }
    if (last === -1 || length[i]! > length[last]!) last = i;
  }
  const rise = new Set<number>();
  for (let i = last; i >= 0; i = before[i]!) rise.add(i);
  return rise;
}

export function visibilityOf({ columns = {} }: TableView, { order, hidden }: TableDefaults): Record<string, boolean> {
  return Object.fromEntries(order.map((id) => [id, columns[id] ?? !hidden.includes(id)]));
}

export function frozenOf(view: TableView, defaults: TableDefaults): { readonly start: string[]; readonly end: string[] } {
  const order = orderOf(view, defaults).filter((id) => !defaults.locked.includes(id));
  const at = (edge: Edge): string[] => order.filter((id) => view.frozen?.[id] === edge);
  return { start: [...defaults.locked, ...at('start')], end: at('end') };
}

/** The column that groups the rows; null = none, or unknown to this build. */
export function groupOf({ group }: TableView, { order, group: byDefault }: TableDefaults): string | null {
  const id = group ?? byDefault;
  return id !== undefined && order.includes(id) ? id : null;
}

/** `TableView.group` for a wanted group: absent for the default, '' for none where there is a default. */
export const groupFor = (id: string | null, { group: byDefault }: TableDefaults): string | undefined =>
  (id ?? undefined) === byDefault ? undefined : (id ?? '');

const isEmpty = (value: unknown): boolean => value === undefined || (typeof value === 'object' && Object.keys(value as object).length === 0);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function withChange(view: TableView, change: TableView, { sort: byDefault }: Pick<TableDefaults, 'sort'>): TableView {
  const { sort, filters, ...rest } = { ...view, ...change };
  const texts = Object.entries(filters ?? {}).filter(([, text]) => text !== '');
  const fields = Object.entries({ ...rest, filters: Object.fromEntries(texts) }).filter(([, value]) => !isEmpty(value));
  return { ...(sort === undefined || same(sort, byDefault) ? {} : { sort }), ...Object.fromEntries(fields) };
}

export function withTable(tables: Readonly<Record<string, TableView>>, id: string, view: TableView): Readonly<Record<string, TableView>> {
  const { [id]: _old, ...rest } = tables;
  return isEmpty(view) ? rest : { ...rest, [id]: view };
}

/** `order` with a column one place to the left (-1) or right (+1) among the shown ones; the same list where it cannot go further. */
export function shifted(order: readonly string[], id: string, by: -1 | 1, passes: (id: string) => boolean): readonly string[] {
  const others = order.filter((one) => one !== id);
  const at = order.indexOf(id);
  for (let i = at + by; i >= 0 && i < order.length; i += by) {
    const neighbour = order[i]!;
    if (!passes(neighbour)) continue;
    const place = others.indexOf(neighbour) + (by === 1 ? 1 : 0);
    return [...others.slice(0, place), id, ...others.slice(place)];
  }
  return order;
}

export function placed(order: readonly string[], id: string, target: string, side: 'before' | 'behind'): readonly string[] {
  if (id === target) return order;
  const others = order.filter((one) => one !== id);
  const at = others.indexOf(target) + (side === 'behind' ? 1 : 0);
  return [...others.slice(0, at), id, ...others.slice(at)];
}

type Value = string | number | boolean | null;

interface SavedColumn {
  readonly id: string;
  readonly title: string;
  readonly unit?: string;
}

interface TableExport {
  readonly table: string;
  readonly columns: readonly SavedColumn[];
  /** Values by column: numbers as they are (shares 0–1), not as they are written. */
  readonly rows: readonly Readonly<Record<string, Value>>[];
}

const leaves = <T extends object>(rows: readonly Row<T>[]): readonly Row<T>[] =>
  rows.flatMap((row) => (row.groupingColumnId ? leaves(row.subRows as Row<T>[]) : [row]));

function savedValue<T extends object>(row: Row<T>, column: AnyColumn): Value {
  const { saved } = metaOf(column);
  const value: unknown = saved ? saved(row.original) : row.getValue(column.id);
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

function savedOf<T extends object>(name: string, table: Pick<Table<T>, TablePart>, group: string | null): TableExport {
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
    rows: leaves(table.getSortedRowModel().rows).map((row) => Object.fromEntries(columns.map((column) => [column.id, savedValue(row, column)]))),
  };
}

function csvOf({ columns, rows }: TableExport): string {
  const ids = columns.map(({ id }) => id);
  return [csvLine(ids), ...rows.map((row) => csvLine(ids.map((id) => row[id] ?? null)))].map((line) => line + CSV_END).join('');
}

export const SAVED_AS = ['csv', 'json'] as const;
type TableFormat = (typeof SAVED_AS)[number];

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
const sourceOf = (name: string): string => (OF_SET.includes(name) ? useUi.getState().facts.name : '') || (app().loaded?.name ?? '');

export const saveTable = (idOrName: string, as: TableFormat): void => onPage.get(idOrName)?.(as);

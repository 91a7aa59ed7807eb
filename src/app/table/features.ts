/** The features of every table on the page (TanStack Table), and the metadata of a column. */
import {
  columnFilteringFeature,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ColumnDef as AnyColumnDef,
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
import type { TableView } from '../../scenario/schema.ts';
import type { Sorting, TableDefaults } from './table-state.ts';

/** Words are resolved on display, so that a change of language needs no new columns. */
export interface ColumnMeta {
  /** Name of the column. */
  title(): string;
  /** Shown beside the name in the list of columns. */
  unit?(): string;
  /** Heading under which the list of columns has it. All of a table's columns have one, or none. */
  section?(): string;
  /** Tooltip of the head. */
  help?(): string | undefined;
  /** Words are left-aligned, numbers (the default) right-aligned. */
  readonly words?: boolean;
  /** Its words break into lines. */
  readonly wraps?: boolean;
  /** Takes the remaining width, and so has none of its own. One column of a table. */
  readonly grow?: boolean;
  /** Always first: it cannot be moved, hidden or unfrozen. */
  readonly locked?: boolean;
  /** Shown only if a person switched it on. */
  readonly optional?: boolean;
  /** Its cells name their rows. */
  readonly rowHeader?: boolean;
  /** Stands before the name in the head. */
  mark?(): ReactNode;
  /** Rows can be grouped by it: the name of a group (`row`: one of its rows), and the small text beside it. */
  readonly group?: { title(value: string, row: unknown): ReactNode; help?(value: string): string };
  /** What is saved of a row, where the value that it is sorted by is another. `row`: one of the table. */
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

/** Properties of a column for heads and cell frames, whatever its rows are (TanStack's own types differ by the row). */
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

/** A table of the page: `useDataTable`. */
export interface DataTable<T extends object> {
  readonly name: string;
  /** Differs for every table on the page, also for those of one name. */
  readonly id: string;
  readonly table: Table<T>;
  readonly view: TableView;
  readonly defaults: TableDefaults;
  /** The visible sort, without the internal keys before it. */
  readonly sorting: Sorting;
  readonly group: string | null;
  change(change: TableView): void;
}

export const metaOf = (column: Pick<AnyColumn, 'columnDef'>): ColumnMeta => column.columnDef.meta!;

/** What every table of the page can do (TanStack Table), and what a column says of itself. */
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
import type { TableView } from '../../scenario/schema.ts';
import type { Sorting, TableDefaults } from './state.ts';

/** Words are asked for when they are shown, so that a change of language needs no new columns. */
export interface ColumnMeta {
  /** Name of the column. */
  title(): string;
  /** Stands beside the name in the list of columns. */
  unit?(): string;
  /** Tooltip of the head. */
  help?(): string | undefined;
  /** Words stand at the left, numbers (the default) at the right. */
  readonly words?: boolean;
  /** Takes the width that the others leave, and so has none of its own. One column of a table. */
  readonly grow?: boolean;
  /** Stands first whatever happens: it cannot be moved, hidden or let loose. */
  readonly locked?: boolean;
  /** Shown only where a person switched it on. */
  readonly optional?: boolean;
  /** Rows can be grouped by it: how a group is called, and what stands small beside that. */
  readonly group?: { title(value: string): string; help?(value: string): string };
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

/** What heads and the frames of cells ask of a column, whatever its rows are (TanStack's own types differ by the row). */
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
  readonly table: Table<T>;
  readonly view: TableView;
  readonly defaults: TableDefaults;
  /** The sort that a person sees, without what always comes first. */
  readonly sorting: Sorting;
  readonly group: string | null;
  change(change: TableView): void;
}

export const metaOf = (column: Pick<AnyColumn, 'columnDef'>): ColumnMeta => column.columnDef.meta!;

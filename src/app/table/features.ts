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

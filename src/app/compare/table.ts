/** The table's model: sorting, filtering and visible columns (TanStack Table 9). What it shows is drawn elsewhere. */
import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ExpandedState,
  type Row,
} from '@tanstack/react-table';
import { measureColumns, type MeasureColumn } from './measures.ts';
import { rankOf, type TableRow } from './rows.ts';

const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowExpandingFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

export type ModelRow = Row<typeof features, TableRow>;

const helper = createColumnHelper<typeof features, TableRow>();

const numeric = (a: ModelRow, b: ModelRow, id: string): number => a.getValue<number>(id) - b.getValue<number>(id);

/** Hidden columns carry what is not a number of its own: the rank that always sorts first, and the text of the filter. */
const columns = helper.columns([
  helper.accessor((row) => rankOf(row.state), { id: 'rank', sortFn: numeric, enableGlobalFilter: false }),
  helper.accessor('search', { id: 'search' }),
  helper.accessor('title', { id: 'strategy', sortFn: (a, b) => a.original.title.localeCompare(b.original.title), enableGlobalFilter: false }),
  ...measureColumns.map((column) =>
    helper.accessor((row) => (row.result ? (column.value(row.result) ?? undefined) : undefined), {
      id: column.id,
      sortFn: numeric,
      sortUndefined: 'last',
      enableGlobalFilter: false,
    }),
  ),
]);

export const isSortable = (id: string): boolean => id === 'strategy' || measureColumns.some((c) => c.id === id);

export interface TableState {
  readonly rows: readonly TableRow[];
  readonly sort: { readonly column: string; readonly desc: boolean };
  readonly filter: string;
  readonly shown: readonly MeasureColumn[];
  readonly expanded: ExpandedState;
  setExpanded(next: ExpandedState | ((old: ExpandedState) => ExpandedState)): void;
}

const HIDDEN = { rank: false, search: false };

/** Rows without scores stay last in either direction: the rank is the first key of every sort. */
export function useStrategyTable({ rows, sort, filter, shown, expanded, setExpanded }: TableState) {
  const column = isSortable(sort.column) ? sort : { column: 'efficiency', desc: true };
  return useTable({
    features,
    columns,
    data: rows as TableRow[],
    getRowId: (row) => row.key,
    getRowCanExpand: () => true,
    globalFilterFn: (row, id, value: string) => row.getValue<string>(id).includes(value.trim().toLocaleLowerCase()),
    state: {
      sorting: [
        { id: 'rank', desc: false },
        { id: column.column, desc: column.desc },
      ],
      globalFilter: filter,
      columnFilters: [],
      columnVisibility: { ...HIDDEN, ...Object.fromEntries(measureColumns.map((c) => [c.id, shown.includes(c)])) },
      expanded,
    },
    onExpandedChange: setExpanded,
    // New results are new data of the same rows: what was open stays open.
    autoResetExpanded: false,
  });
}

/** The sort after a click on a head: another column starts with its better end, the same one turns round. */
export function nextSort(now: TableState['sort'], id: string): TableState['sort'] {
  if (now.column === id) return { column: id, desc: !now.desc };
  const column = measureColumns.find((c) => c.id === id);
  return { column: id, desc: column ? column.better !== 'lower' && column.id !== 'time' && column.id !== 'valid' : false };
}

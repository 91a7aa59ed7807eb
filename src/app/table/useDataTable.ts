/** One table of the page: TanStack's table over some rows, its state kept in the scenario. */
import { type ExpandedState, functionalUpdate, type Updater, useTable } from '@tanstack/react-table';
import { useId, useMemo, useState } from 'react';
import type { TableView } from '../../scenario/schema.ts';
import { actions, app, useApp } from '../store/index.ts';
import type { ColumnDef, DataTable, Edge, TableDefaults } from './features.ts';
import { features, frozenOf, groupFor, groupOf, movedOf, orderOf, sortOf, visibilityOf, withChange, withTable, writeSort } from './features.ts';
import { defaultHead } from './Head.tsx';

export interface TableSetup<T extends object> {
  readonly name: string;
  readonly data: readonly T[];
  readonly columns: readonly ColumnDef<T>[];
  rowId(row: T): string;
  readonly sort?: readonly string[];
  readonly group?: string;
  /** Ids of groups that are closed unless somebody opened them; the same list as long as nothing changes. */
  readonly closed?: readonly string[];
  readonly first?: readonly string[];
  /** Overrides for lack of room: whether a column is shown, and its width (px) unless a person set one. */
  readonly shown?: Readonly<Record<string, boolean>>;
  readonly sizes?: Readonly<Record<string, number>>;
  /** Filters and open rows of a list that is soon closed: they name rows of one conversation, so they stay out of the scenario. */
  readonly passing?: TransientView;
}

export interface TransientView {
  readonly view: Pick<TableView, 'filters' | 'open'>;
  change(view: Pick<TableView, 'filters' | 'open'>): void;
}

const NO_VIEW: TableView = {};
const NONE: readonly string[] = [];
const ANY_SORT = { sort: NONE };

export const useTableView = (name: string): TableView => useApp((s) => s.scenario.view.tables[name] ?? NO_VIEW);

export function changeTable(name: string, change: TableView, defaults: Pick<TableDefaults, 'sort'> = ANY_SORT): void {
  const { tables } = app().scenario.view;
  actions.setView('tables', withTable(tables, name, withChange(tables[name] ?? NO_VIEW, change, defaults)));
}

export function openRow(name: string, id: string, open: boolean): void {
  const { [id]: _old, ...rest } = app().scenario.view.tables[name]?.open ?? {};
  changeTable(name, { open: open ? { ...rest, [id]: true } : rest });
}

/** The scenario names columns by their ids, so each has to say its own. */
function idOf({ id }: { readonly id?: string | undefined }): string {
  if (id === undefined) throw new Error('a column of a table has no id');
  return id;
}

export function defaultsOf<T extends object>(columns: readonly ColumnDef<T>[], sort: readonly string[], group?: string): TableDefaults {
  const ids = (passes: (column: ColumnDef<T>) => boolean | undefined): readonly string[] => columns.flatMap((c) => (passes(c) ? idOf(c) : []));
  return {
    order: ids(() => true),
    sort,
    hidden: ids(({ meta }) => meta?.optional || meta?.internal),
    locked: ids(({ meta }) => meta?.locked),
    group,
  };
}

function groupIds<T extends object>(group: string | null, { data, columns }: Pick<TableSetup<T>, 'data' | 'columns'>): ReadonlySet<string> {
  const column = columns.find((c) => c.id === group);
  if (!column || !('accessorFn' in column)) return NO_GROUPS;
  return new Set(data.map((row, i) => `${group}:${column.accessorFn(row, i)}`));
}
const NO_GROUPS: ReadonlySet<string> = new Set();

export function usePassing(first: TransientView['view'] = {}): TransientView {
  const [view, change] = useState(first);
  return useMemo(() => ({ view, change }), [view]);
}

export function useDataTable<T extends object>(setup: TableSetup<T>): DataTable<T> {
  const kept = useTableView(setup.name);
  const { passing } = setup;
  const view = useMemo(() => (passing ? { ...kept, ...passing.view } : kept), [kept, passing]);
  return useTableWith(setup, view);
}

export function useTableWith<T extends object>(setup: TableSetup<T>, view: TableView): DataTable<T> {
  const { name, data, columns, rowId, sort = NONE, group: grouped, closed = NONE, first = NONE, shown, sizes, passing } = setup;
  const id = useId();
  const defaults = useMemo(() => defaultsOf(columns, sort, grouped), [columns, sort, grouped]);
  const group = groupOf(view, defaults);
  const { open } = view;
  const groups = useMemo(() => groupIds(group, { data, columns }), [group, data, columns]);
  const byItself = (id: string): boolean => groups.has(id) && !closed.includes(id);
  const expanded = useMemo(
    (): Record<string, boolean> => ({ ...Object.fromEntries([...groups].map((id) => [id, !closed.includes(id)])), ...open }),
    [groups, closed, open],
  );
  const state = useMemo(() => {
    const before = [...(group ? [group] : []), ...first].map((id) => ({ id, desc: false }));
    return {
      sorting: [...before, ...sortOf(view, defaults)],
      columnVisibility: { ...visibilityOf(view, defaults), ...shown },
      columnOrder: [...orderOf(view, defaults)],
      columnPinning: frozenOf(view, defaults),
      columnSizing: { ...sizes, ...view.widths },
      columnFilters: Object.entries(view.filters ?? {}).map(([id, value]) => ({ id, value })),
      grouping: group ? [group] : [],
    };
  }, [view, defaults, group, first, shown, sizes]);
  const handlers = useMemo(() => {
    const now = (): TableView => ({ ...(app().scenario.view.tables[name] ?? NO_VIEW), ...passing?.view });
    const change = (next: TableView): void => {
      if (!passing) {
        changeTable(name, next, defaults);
        return;
      }
      const { filters, open, ...kept } = next;
      if (filters || open) passing.change(withChange(passing.view, { ...(filters && { filters }), ...(open && { open }) }, ANY_SORT));
      if (Object.keys(kept).length > 0) changeTable(name, kept, defaults);
    };
    const isOwn = (id: string): boolean => !first.includes(id) && id !== groupOf(now(), defaults);
    return {
      change,
      onSortingChange: (updater: Updater<{ id: string; desc: boolean }[]>) =>
        change({ sort: writeSort(functionalUpdate(updater, [...sortOf(now(), defaults)]).filter(({ id }) => isOwn(id))) }),
      onColumnVisibilityChange: (updater: Updater<Record<string, boolean>>) => {
        const before = visibilityOf(now(), defaults);
        const after = functionalUpdate(updater, before);
        const changed = Object.entries(after).filter(([id, on]) => on !== before[id]);
        const { columns: switched = {} } = now();
        const kept = Object.entries({ ...switched, ...Object.fromEntries(changed) }).filter(([id, on]) => on === defaults.hidden.includes(id));
        change({ columns: Object.fromEntries(kept) });
      },
      onColumnOrderChange: (updater: Updater<string[]>) =>
        change({ moved: movedOf(functionalUpdate(updater, [...orderOf(now(), defaults)]), defaults) }),
      onColumnPinningChange: (updater: Updater<{ start: string[]; end: string[] }>) => {
        const { start, end } = functionalUpdate(updater, frozenOf(now(), defaults));
        const at = (ids: readonly string[], edge: Edge) => ids.flatMap((id) => (defaults.locked.includes(id) ? [] : [[id, edge] as const]));
        change({ frozen: Object.fromEntries([...at(start, 'start'), ...at(end, 'end')]) });
      },
      onColumnSizingChange: (updater: Updater<Record<string, number>>) => change({ widths: functionalUpdate(updater, { ...now().widths }) }),
      onGroupingChange: (updater: Updater<string[]>) => {
        const group = groupOf(now(), defaults);
        change({ group: groupFor(functionalUpdate(updater, group ? [group] : []).at(-1) ?? null, defaults) });
      },
      onColumnFiltersChange: (updater: Updater<{ id: string; value: unknown }[]>) => {
        const before = Object.entries(now().filters ?? {}).map(([id, value]) => ({ id, value }));
        change({ filters: Object.fromEntries(functionalUpdate(updater, before).map(({ id, value }) => [id, String(value)])) });
      },
    };
  }, [name, defaults, first, passing]);
  const { change, ...onChanges } = handlers;
  const onExpandedChange = (updater: Updater<ExpandedState>): void => {
    const after = functionalUpdate(updater, expanded);
    if (after === true) return;
    const ids = [...new Set([...Object.keys(expanded), ...Object.keys(after)])];
    change({ open: Object.fromEntries(ids.flatMap((id) => (Boolean(after[id]) === byItself(id) ? [] : [[id, Boolean(after[id])]]))) });
  };
  // A row remembers the values of its columns: other columns need other rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are why the rows are made again
  const rows = useMemo(() => [...data], [data, columns]);
  const table = useTable({
    features,
    columns: columns as ColumnDef<T>[],
    data: rows,
    getRowId: rowId,
    state: { ...state, expanded },
    ...onChanges,
    onExpandedChange,
    getRowCanExpand: () => true,
    columnResizeMode: 'onEnd',
    autoResetAll: false,
    defaultColumn: { header: defaultHead, enableMultiSort: true, sortUndefined: 'last', minSize: 32, maxSize: 1200 },
  });
  const sorting = useMemo(() => sortOf(view, defaults), [view, defaults]);
  return { name, id, table, view, defaults, sorting, group, change };
}

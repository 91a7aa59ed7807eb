/** Actions on a column: by its head, its menu or the keyboard. Each announces its effect. */
import { keyAt } from '../components/acts.ts';
import { createContext, type KeyboardEvent, use } from 'react';
import { t, type TextKey } from '../../i18n/index.ts';
import { COLUMN_WIDTHS } from '../../scenario/defaults.ts';
import type { TableView } from '../../scenario/schema.ts';
import { announce } from './TableCells.tsx';
import type { AnyColumn as Column, AnyColumn, Edge, Sorting, TableDefaults } from './features.ts';
import { frozenOf, groupFor, metaOf, movedOf, orderOf, placed, shifted } from './features.ts';

/** The parts of a table that the actions need; the same object as long as no head must be redrawn. */
export interface TableHandle {
  readonly id: string;
  readonly view: TableView;
  readonly defaults: TableDefaults;
  readonly sorting: Sorting;
  readonly group: string | null;
  titleOf(id: string): string;
  isShown(id: string): boolean;
  change(change: TableView): void;
}

/** px by which a key widens a column. */
const STEP = 8;

const titled = (column: Column) => ({ title: metaOf(column).title() });

function saySort({ id: table, titleOf }: TableHandle, sorting: Sorting): void {
  const words = sorting.map(({ id, desc }) => t(desc ? 'table.said.down' : 'table.said.up', { title: titleOf(id) }));
  announce(table, words.length === 0 ? t('table.said.unsorted') : t('table.said.sorted', { columns: words.join(t('table.said.separator')) }));
}

function sortBy(acting: TableHandle, sorting: Sorting): void {
  acting.change({ sort: sorting.map(({ id, desc }) => (desc ? `-${id}` : id)) });
  saySort(acting, sorting);
}

export function clickSort(acting: TableHandle, column: Column): void {
  const now = acting.sorting.find(({ id }) => id === column.id);
  setSort(acting, column, now ? !now.desc : column.getFirstSortDir() === 'desc');
}

export const setSort = (acting: TableHandle, column: Column, desc: boolean): void => sortBy(acting, [{ id: column.id, desc }]);

export function addSort(acting: TableHandle, column: Column): void {
  const first = column.getFirstSortDir() === 'desc';
  const { sorting } = acting;
  const now = sorting.find(({ id }) => id === column.id);
  if (!now) sortBy(acting, [...sorting, { id: column.id, desc: first }]);
  else if (now.desc === first)
    sortBy(
      acting,
      sorting.map((one) => (one === now ? { ...one, desc: !first } : one)),
    );
  else
    sortBy(
      acting,
      sorting.filter((one) => one !== now),
    );
}

const edgeOf = ({ view, defaults }: TableHandle, id: string): Edge | null => {
  const { start, end } = frozenOf(view, defaults);
  return start.includes(id) ? 'start' : end.includes(id) ? 'end' : null;
};

function shownOrder({ view, defaults, isShown }: TableHandle): readonly string[] {
  const { start, end } = frozenOf(view, defaults);
  const middle = orderOf(view, defaults).filter((id) => !start.includes(id) && !end.includes(id));
  return [...start, ...middle, ...end].filter(isShown);
}

function reorder(acting: TableHandle, column: Column, order: readonly string[], change: TableView = {}): void {
  const { id: table, view, defaults } = acting;
  const next = { ...change, moved: movedOf(order, defaults) };
  acting.change(next);
  const shown = shownOrder({ ...acting, view: { ...view, ...next } });
  announce(table, t('table.said.moved', { ...titled(column), place: shown.indexOf(column.id) + 1, count: shown.length }));
}

export function moveColumn(acting: TableHandle, column: Column, by: -1 | 1): void {
  const { view, defaults, isShown } = acting;
  const order = orderOf(view, defaults);
  const edge = edgeOf(acting, column.id);
  const next = shifted(order, column.id, by, (id) => isShown(id) && !defaults.locked.includes(id) && edgeOf(acting, id) === edge);
  if (next === order) announce(acting.id, t('table.said.end', titled(column)));
  else reorder(acting, column, next);
}

export function dropColumn(acting: TableHandle, column: Column, target: string, side: 'before' | 'behind'): void {
  const { view, defaults } = acting;
  const locked = defaults.locked.includes(target);
  const edge = locked ? null : edgeOf(acting, target);
  const { [column.id]: _old, ...others } = view.frozen ?? {};
  const order = placed(orderOf(view, defaults), column.id, locked ? defaults.locked.at(-1)! : target, locked ? 'behind' : side);
  reorder(acting, column, order, { frozen: edge && column.getCanPin() ? { ...others, [column.id]: edge } : others });
}

function setWidth({ id: table, view, change }: TableHandle, column: Column, width: number): void {
  const px = Math.round(Math.min(COLUMN_WIDTHS.max, Math.max(column.columnDef.minSize ?? COLUMN_WIDTHS.min, width)));
  change({ widths: { ...view.widths, [column.id]: px } });
  announce(table, t('table.said.width', { ...titled(column), px }));
}

export const widen = (acting: TableHandle, column: Column, by: -1 | 1): void => setWidth(acting, column, column.getSize() + by * STEP);

/** What was done to a column, in the words of its menu. */
const done = (column: Column, what: TextKey): string => t('list.pair', { name: metaOf(column).title(), value: t(what) });

export function resetWidth({ id: table, view, change }: TableHandle, column: Column): void {
  const { [column.id]: _old, ...widths } = view.widths ?? {};
  change({ widths });
  announce(table, done(column, 'table.menu.width'));
}

export function freeze({ id: table, view, change }: TableHandle, column: Column, edge: Edge | null): void {
  const { [column.id]: _old, ...others } = view.frozen ?? {};
  change({ frozen: edge ? { ...others, [column.id]: edge } : others });
  announce(table, done(column, edge === null ? 'table.menu.loose' : edge === 'start' ? 'table.menu.start' : 'table.menu.end'));
}

export function hide({ id: table }: TableHandle, column: Column): void {
  column.toggleVisibility(false);
  announce(table, t('table.said.hidden', titled(column)));
}

export function groupBy(
  { id: table, defaults, titleOf, change }: Pick<TableHandle, 'id' | 'defaults' | 'titleOf' | 'change'>,
  id: string | null,
): void {
  change({ group: groupFor(id, defaults) });
  announce(table, id === null ? t('table.menu.ungroup') : t('table.said.grouped', { title: titleOf(id) }));
}

export function resetLayout({ id: table, change }: Pick<TableHandle, 'id' | 'change'>): void {
  change({ columns: undefined, moved: undefined, widths: undefined, frozen: undefined });
  announce(table, t('compare.columns.reset'));
}

export const isChanged = ({ columns, moved, widths, frozen }: TableView): boolean => [columns, moved, widths, frozen].some((x) => x !== undefined);

export interface Heads {
  readonly acting: TableHandle;
  readonly active: string | null;
  /** Opens the menu of a column; null = none is open. */
  readonly menu: string | null;
  openMenu(id: string | null): void;
  onFocus(id: string): void;
}
export const HeadsContext = createContext<Heads | null>(null);
export const useHeads = (): Heads => use(HeadsContext)!;

function focusHead(from: HTMLElement, to: (heads: readonly HTMLElement[], at: number) => number): void {
  const row = from.closest('tr');
  const heads = [...(row?.querySelectorAll<HTMLElement>('[data-head]') ?? [])];
  heads[
    to(
      heads,
      heads.findIndex((head) => head.closest('th') === from.closest('th')),
    )
  ]?.focus();
}

export function useHeadControl(column: AnyColumn) {
  const { acting, active, openMenu, onFocus } = useHeads();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, shiftKey, currentTarget } = event;
    const [move, head, end, width] = [keyAt('move', event), keyAt('head', event), keyAt('ends', event), keyAt('width', event)];
    if (event.ctrlKey || event.metaKey || (event.altKey && key !== 'ArrowDown')) return;
    if (move >= 0) {
      if (!metaOf(column).locked) moveColumn(acting, column, move === 0 ? -1 : 1);
      // React moves the head in the document, which takes the focus from it.
      requestAnimationFrame(() => currentTarget.focus());
    } else if (head >= 0) focusHead(currentTarget, (heads, at) => Math.min(heads.length - 1, Math.max(0, at + (head === 0 ? -1 : 1))));
    else if (end >= 0) focusHead(currentTarget, (heads) => (end === 0 ? 0 : heads.length - 1));
    else if (width >= 0 && column.getCanResize()) widen(acting, column, width === 0 ? 1 : -1);
    else if (keyAt('menu', event) === 0 || key === 'ContextMenu') openMenu(column.id);
    else if ((keyAt('addSort', event) === 0 || (key === ' ' && shiftKey)) && column.getCanSort()) addSort(acting, column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { 'data-head': true, tabIndex: active === column.id ? 0 : -1, onKeyDown, onFocus: () => onFocus(column.id) };
}

export function sortedOf({ sorting }: TableHandle, { id }: AnyColumn) {
  const at = sorting.findIndex((one) => one.id === id);
  return at === -1 ? null : { desc: sorting[at]!.desc, key: sorting.length > 1 ? at + 1 : null };
}

/** Shared state of a table's heads: which one is in the tab order, and the keys that each answers to. */
import { createContext, type KeyboardEvent, use } from 'react';
import { type TableHandle, addSort, moveColumn, widen } from './acts.ts';
import { type AnyColumn, metaOf } from './features.ts';

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
    if (event.ctrlKey || event.metaKey || (event.altKey && key !== 'ArrowDown')) return;
    const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null;
    if (by !== null && shiftKey) {
      if (!metaOf(column).locked) moveColumn(acting, column, by);
      // React moves the head in the document, which takes the focus from it.
      requestAnimationFrame(() => currentTarget.focus());
    } else if (by !== null) focusHead(currentTarget, (heads, at) => Math.min(heads.length - 1, Math.max(0, at + by)));
    else if (key === 'Home') focusHead(currentTarget, () => 0);
    else if (key === 'End') focusHead(currentTarget, (heads) => heads.length - 1);
    else if ((key === '+' || key === '-') && column.getCanResize()) widen(acting, column, key === '+' ? 1 : -1);
    else if (key === 'ArrowDown' || key === 'ContextMenu') openMenu(column.id);
    else if ((key === 'Enter' || key === ' ') && shiftKey && column.getCanSort()) addSort(acting, column);
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

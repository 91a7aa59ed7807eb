/** The order of the rows on the page beyond the sort: a narrow screen's selection, and rows that must not move. */
import { type RefObject, useEffect, useState } from 'react';
import type { Row } from '../table/features.ts';
import type { TableRow } from './rows.ts';

type Listed = Row<TableRow>;

/** Narrow screens show this many rows before "Show more". */
const FEW = 6;

/** Pinned rows, the best others and what is open, in the order of the sort. */
export function fewRows(rows: readonly Listed[]): readonly Listed[] {
  const others = Math.max(0, FEW - rows.filter((r) => r.original.pin).length);
  const first = new Set(rows.filter((r) => !r.original.pin).slice(0, others));
  return rows.filter((r) => r.original.pin || first.has(r) || r.getIsExpanded());
}

/** Ids of rows and groups from top to bottom as shown on the page. */
const orderOn = (area: HTMLElement): readonly string[] =>
  [...area.querySelectorAll<HTMLElement>('tr[data-key], tr[data-group]')].flatMap((tr) => tr.dataset.key ?? tr.dataset.group ?? []);

/**
 * The order of the rows while somebody works in the details of one: a slider must not move away from under the pointer. null = the order of
 * the sort.
 */
export function useHeldOrder(area: RefObject<HTMLElement | null>): readonly string[] | null {
  const [held, setHeld] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const inDetails = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-details]') !== null;
    const enter = (event: FocusEvent): void => {
      if (inDetails(event.target)) setHeld((old) => old ?? orderOn(element));
    };
    const leave = (event: FocusEvent): void => {
      if (!inDetails(event.relatedTarget)) setHeld(null);
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [area]);
  return held;
}

/** Rows in a held order; unknown ones come last. */
export function inOrder(rows: readonly Listed[], held: readonly string[] | null): readonly Listed[] {
  if (!held) return rows;
  const place = ({ id }: Listed): number => (held.includes(id) ? held.indexOf(id) : held.length);
  return [...rows].sort((a, b) => place(a) - place(b));
}

/** A column is dragged by its head with mouse, pen or finger: where it would stand is marked, letting go moves it, Escape leaves it. */
import type { PointerEvent as ReactPointerEvent } from 'react';
import { create } from 'zustand';
import { type TableHandle, dropColumn } from './acts.ts';
import type { AnyColumn } from './features.ts';

type Side = 'before' | 'behind';

interface Drag {
  readonly table: string;
  readonly column: string;
  readonly over: { readonly column: string; readonly side: Side } | null;
}

const useDrag = create<{ readonly drag: Drag | null }>()(() => ({ drag: null }));

/** What a drag means for a column: it is dragged itself, or the dragged one would stand before or behind it. */
export const useDragged = (table: string, column: string): 'itself' | Side | null =>
  useDrag(({ drag }) => (drag?.table !== table ? null : drag.column === column ? 'itself' : drag.over?.column === column ? drag.over.side : null));

/** px that a pointer moves before a press is a drag. */
const SLACK = 5;
/** Nearer than this (px) to an edge of what scrolls, a drag scrolls by as much at each move. */
const EDGE = 20;

function scrollAt(x: number, from: Element): void {
  let region = from.parentElement;
  while (region && region.scrollWidth <= region.clientWidth) region = region.parentElement;
  if (!region) return;
  const { left, right } = region.getBoundingClientRect();
  if (x < left + EDGE) region.scrollLeft -= EDGE;
  else if (x > right - EDGE) region.scrollLeft += EDGE;
}

export function startDrag(event: ReactPointerEvent, acting: TableHandle, column: AnyColumn): void {
  const { clientX, clientY, pointerId, button, isPrimary, currentTarget } = event;
  const onOther = event.target instanceof Element && event.target.closest('[role="separator"], [popover]') !== null;
  if (button !== 0 || !isPrimary || onOther) return;
  const heads = currentTarget.closest('tr');
  let drag: Drag | null = null;
  const show = (next: Drag | null): void => {
    drag = next;
    useDrag.setState({ drag: next });
  };
  const overAt = (x: number, y: number): Drag['over'] => {
    const head = document.elementFromPoint(x, y)?.closest<HTMLElement>('th[data-column]');
    const id = head?.dataset.column;
    if (!head || !id || id === column.id || head.closest('tr') !== heads) return null;
    const { left, width } = head.getBoundingClientRect();
    return { column: id, side: x < left + width / 2 ? 'before' : 'behind' };
  };
  const move = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return;
    if (!drag && Math.hypot(e.clientX - clientX, e.clientY - clientY) < SLACK) return;
    scrollAt(e.clientX, currentTarget);
    show({ table: acting.id, column: column.id, over: overAt(e.clientX, e.clientY) });
  };
  const end = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', end);
    removeEventListener('keydown', leave, true);
    if (drag) show(null);
  };
  const up = (e: PointerEvent): void => {
    if (e.pointerId !== pointerId) return;
    const over = drag?.over;
    if (drag) {
      const stop = (click: Event): void => click.stopPropagation();
      addEventListener('click', stop, true);
      setTimeout(() => removeEventListener('click', stop, true));
    }
    end();
    if (over) dropColumn(acting, column, over.column, over.side);
  };
  const leave = (e: KeyboardEvent): void => {
    if (e.key !== 'Escape' || !drag) return;
    e.stopPropagation();
    e.preventDefault();
    end();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', end);
  addEventListener('keydown', leave, true);
}

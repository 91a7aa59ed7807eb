/**
 * Tells a screen reader what has just changed in a table: moves, widths and sorts are visible, but nothing is read while the focus stays.
 */
import { create } from 'zustand';

const useSaid = create<{ readonly table: string; readonly text: string }>()(() => ({ table: '', text: '' }));

export const announce = (table: string, text: string): void =>
  // Repeated words are read again only if they differ: by an invisible space.
  useSaid.setState((old) => ({ table, text: old.text === text ? `${text}\u00a0` : text }));

/** Beside the table itself: content behind an open dialog is not read. */
export function Announcer({ id, name }: { readonly id: string; readonly name: string }) {
  const text = useSaid((s) => (s.table === id || s.table === name ? s.text : ''));
  return (
    <div className="hidden-text" aria-live="polite" data-announcer>
      {text}
    </div>
  );
}

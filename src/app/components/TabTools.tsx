import { createPortal } from 'react-dom';
import { type ReactNode, useSyncExternalStore } from 'react';

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const setSlot = (element: HTMLElement | null): void => {
  slot = element;
  for (const listener of listeners) listener();
};

/** Puts tools of the open tab at the right end of the bar of tabs. */
export function TabTools({ children }: { readonly children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
}

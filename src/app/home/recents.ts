/** What this browser keeps, as the lists that are shown. Read again after every change here, and when the page is looked at again. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { forgetSet } from '../set/keep.ts';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { allKept, forgetEverything, keepNothing, keepsNothing, type AllKept } from '../store/last.ts';
import { clearCaches } from './caches.ts';

export interface Recents extends AllKept {
  /** Bytes that this page has in the browser's storage; null = the browser does not say. */
  readonly used: number | null;
  /** A person wants nothing kept. */
  readonly nothing: boolean;
}

const useStore = create<{ readonly recents: Recents | null }>()(() => ({ recents: null }));

async function usage(): Promise<number | null> {
  try {
    return (await navigator.storage.estimate()).usage ?? null;
  } catch {
    return null;
  }
}

/** Does what deletes sessions. The one in use is closed when it was kept and no longer is. */
export async function deleting(work: () => Promise<unknown>): Promise<void> {
  const ref = useApp.getState().loaded?.ref;
  const isKept = async () => ref?.kind === 'file' && (await allKept()).sessions.some(({ hash }) => hash === ref.hash);
  const before = await isKept();
  await work();
  if (before && !(await isKept())) actions.close();
  await refreshRecents();
}

export async function refreshRecents(): Promise<void> {
  const [kept, used] = await Promise.all([allKept(), usage()]);
  useStore.setState({ recents: { ...kept, used, nothing: keepsNothing() } });
}

/** The sessions and scenarios that were used last, and the storage; null until they are read. */
export function useRecents(): Recents | null {
  useEffect(() => {
    const read = () => void refreshRecents();
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);
  return useStore((s) => s.recents);
}

/** Whether what is opened from now on is kept; what is kept already stays until it is deleted. */
export function wantNothing(nothing: boolean): void {
  keepNothing(nothing);
  // At once: a box that waits for the storage jumps back under the pointer.
  useStore.setState(({ recents }) => ({ recents: recents && { ...recents, nothing: keepsNothing() } }));
}

/** Deletes sessions, scenarios, the set, its results, and what real models wrote. The page itself stays for working without a network. */
export async function deleteEverything(): Promise<void> {
  await deleting(() => Promise.all([forgetEverything(), forgetSet(), clearCaches()]));
}

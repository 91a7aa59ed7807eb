/**
 * The small things that the browser keeps for this page (theme, language, split, keys of a tab). A browser may refuse storage
 * altogether (the mere access throws) or be full: then nothing is kept, and the page goes on without.
 */
export type StorageArea = 'localStorage' | 'sessionStorage';

/** What is kept under a name; null where there is nothing, or no storage. */
export function readStored(name: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a value, or with null none. False where the browser did not take it; then no older value stays under the name. */
export function writeStored(name: string, value: string | null, area: StorageArea = 'localStorage'): boolean {
  try {
    if (value !== null) globalThis[area].setItem(name, value);
    else globalThis[area].removeItem(name);
    return true;
  } catch {
    if (value !== null) writeStored(name, null, area);
    return false;
  }
}

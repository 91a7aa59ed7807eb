/**
 * Small values kept by the browser for this page (theme, language, split, keys of a tab). A browser may refuse storage altogether (the mere
 * access throws) or be full: then nothing is kept, and the page continues.
 */
export type StorageArea = 'localStorage' | 'sessionStorage';

/** The value of a name; null if there is none, or no storage. */
export function readStored(name: string, area: StorageArea = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it with null. False if the browser refused it; then no older value remains under the name. */
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

/**
 * The last transcript stays in this browser (IndexedDB), so that a reload or a link with its hash finds it again.
 * Every function answers even when the browser refuses storage (private windows): then nothing is remembered.
 */
import { delMany, getMany, set } from 'idb-keyval';

const FILE = 'last-transcript';
/** Apart from the file, because it changes with every slider and the file does not. */
const FRAGMENT = 'last-fragment';

export interface Last {
  readonly name: string;
  /** sha-256 of the bytes, hex. */
  readonly hash: string;
  readonly blob: Blob;
}

/** The last file and the fragment of the scenario it was last seen with (with `#`). */
export async function recall(): Promise<(Last & { readonly fragment: string }) | null> {
  try {
    const [file, fragment] = (await getMany([FILE, FRAGMENT])) as [Last | undefined, string | undefined];
    return file ? { ...file, fragment: fragment ?? '' } : null;
  } catch {
    return null;
  }
}

/** False when the browser did not take it. */
export async function remember(last: Last): Promise<boolean> {
  try {
    await set(FILE, last);
    return true;
  } catch {
    return false;
  }
}

export async function rememberFragment(fragment: string): Promise<void> {
  try {
    await set(FRAGMENT, fragment);
  } catch {
    // `remember` has already told the person that nothing is kept.
  }
}

export async function forgetLast(): Promise<void> {
  try {
    await delMany([FILE, FRAGMENT]);
  } catch {
    // Nothing was stored where storage is refused.
  }
}

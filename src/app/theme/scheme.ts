/** Light, dark, or as the system: remembered in this browser, applied to the document before anything is drawn. */
import { create } from 'zustand';
import { readStored, writeStored } from '../store/storage.ts';

export const SCHEMES = ['light', 'dark', 'auto'] as const;
export type Scheme = (typeof SCHEMES)[number];

const STORED = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const stored = readStored(STORED);

export const useScheme = create<{ readonly scheme: Scheme }>()(() => ({ scheme: SCHEMES.find((s) => s === stored) ?? 'auto' }));

function apply(): void {
  const { scheme } = useScheme.getState();
  document.documentElement.dataset.theme = scheme === 'auto' ? (system.matches ? 'dark' : 'light') : scheme;
}

export function setScheme(scheme: Scheme): void {
  writeStored(STORED, scheme);
  useScheme.setState({ scheme });
  apply();
}

apply();
system.addEventListener('change', apply);

/** Light, dark, or as the system: remembered in this browser, applied to the document before anything is drawn. */
import { readStored, writeStored } from '../store/storage.ts';
import { useUi } from '../store/ui.ts';

export const SCHEMES = ['light', 'dark', 'auto'] as const;
export type Scheme = (typeof SCHEMES)[number];

const STORED = 'theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const stored = readStored(STORED);

useUi.setState({ scheme: SCHEMES.find((s) => s === stored) ?? 'auto' });

function apply(): void {
  const { scheme } = useUi.getState();
  document.documentElement.dataset.theme = scheme === 'auto' ? (system.matches ? 'dark' : 'light') : scheme;
}

export function setScheme(scheme: Scheme): void {
  writeStored(STORED, scheme);
  useUi.setState({ scheme });
  apply();
}

apply();
system.addEventListener('change', apply);

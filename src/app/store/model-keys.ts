import { client } from './engine.ts';
import { readStored, writeStored } from './storage.ts';
import { useUi } from './ui.ts';

const STORAGE = 'compaction-playground-keys';

const keys = new Map<string, string>();
const kept = new Set<string>();

function stored(): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readStored(STORAGE, 'sessionStorage') ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

function changed(): void {
  const inTab = Object.fromEntries([...keys].filter(([slot]) => kept.has(slot)));
  // Browsers may refuse storage (private windows, settings): then keys are in memory only.
  if (!writeStored(STORAGE, kept.size === 0 ? null : JSON.stringify(inTab), 'sessionStorage')) kept.clear();
  useUi.setState({ keys: Object.fromEntries([...keys.keys()].map((slot) => [slot, kept.has(slot) ? 'tab' : 'memory'] as const)) });
  void client.setKeys(Object.fromEntries(keys));
}

export function setKey(slot: string, key: string, inTab: boolean): void {
  keys.set(slot, key);
  if (inTab) kept.add(slot);
  else kept.delete(slot);
  changed();
}

export function forgetKey(slot: string): void {
  keys.delete(slot);
  kept.delete(slot);
  changed();
}

export function keysToWorker(): void {
  for (const [slot, key] of Object.entries(stored())) {
    keys.set(slot, key);
    kept.add(slot);
  }
  if (keys.size > 0) changed();
  client.onRestart(() => void client.setKeys(Object.fromEntries(keys)));
}

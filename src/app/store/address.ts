/**
 * The address follows the scenario: every change is written into the fragment after a short pause, without a step in
 * the history. `data-address` on the root element says `pending` until the last change is written. A transcript that travels inside a link stays in the address it came with.
 */
import { encode } from '../../scenario/codec.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { app, patch, useApp } from './store.ts';

const PAUSE_MS = 250;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Fragment (with `#`) that we wrote ourselves, to tell our own changes from a person's. */
let written = '';

/** The address of this page, without what it shows: neither a scenario nor a document. */
export const pageAddress = (): string => location.href.replace(/[?#].*$/s, '');

/** Full link of a scenario on this page. */
export async function linkOf(scenario: Scenario): Promise<string> {
  return `${pageAddress()}${await encode(scenario)}`;
}

/** Writes the scenario in use into the address now; answers with the fragment. */
export async function writeAddress(): Promise<string> {
  clearTimeout(timer);
  const { scenario, loaded } = app();
  const fragment = await encode(scenario);
  if (!loaded || app().scenario !== scenario) return fragment;
  if (fragment !== written) {
    try {
      history.replaceState(history.state, '', fragment);
      written = fragment;
    } catch {
      // Browsers refuse it where it comes too often; the next change writes it.
    }
  }
  patch({ linkLength: location.href.length });
  document.documentElement.dataset.address = 'written';
  return fragment;
}

/** The address of the page with nothing open. */
export function clearAddress(): void {
  clearTimeout(timer);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  written = '';
  patch({ linkLength: 0 });
  document.documentElement.dataset.address = 'written';
}

/** True when the address holds what we wrote last (then a hashchange is our own). */
export const isOwnAddress = (): boolean => location.hash === written;

/** What we wrote last, and nobody else has changed since; null = nothing yet. */
export const currentFragment = (): string | null => (written === '' ? null : written);

/** Starts following the scenario; call once. */
export function followScenario(onWritten: (fragment: string) => void): () => void {
  return useApp.subscribe((state, before) => {
    if (state.scenario === before.scenario) return;
    clearTimeout(timer);
    document.documentElement.dataset.address = 'pending';
    timer = setTimeout(() => void writeAddress().then(onWritten), PAUSE_MS);
  });
}

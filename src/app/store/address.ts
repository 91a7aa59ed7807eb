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

/** Full link of a scenario on this page. */
export async function linkOf(scenario: Scenario): Promise<string> {
  return `${location.href.split('#')[0]}${await encode(scenario)}`;
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

/** True when the address holds what we wrote last (then a hashchange is our own). */
export const isOwnAddress = (): boolean => location.hash === written;

/** Starts following the scenario; call once. */
export function followScenario(onWritten: (fragment: string) => void): () => void {
  return useApp.subscribe((state, before) => {
    if (state.scenario === before.scenario) return;
    clearTimeout(timer);
    document.documentElement.dataset.address = 'pending';
    timer = setTimeout(() => void writeAddress().then(onWritten), PAUSE_MS);
  });
}

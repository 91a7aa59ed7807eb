/**
 * The address follows the scenario: every change is written into the fragment after a short pause, without a step in
 * the history. A transcript that travels inside a link stays in the address it came with.
 */
import { encode } from '../../scenario/codec.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { during, soon } from './idle.ts';
import { app, useApp } from './store.ts';

const PAUSE_MS = 250;
let stop = (): void => undefined;
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
  stop();
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
  return fragment;
}

/** The address of the page with nothing open. */
export function clearAddress(): void {
  stop();
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  written = '';
}

/** True when the address holds what we wrote last (then a hashchange is our own). */
export const isOwnAddress = (): boolean => location.hash === written;

/** What we wrote last, and nobody else has changed since; null = nothing yet. */
export const currentFragment = (): string | null => (written === '' ? null : written);

/** Starts following the scenario; call once. */
export function followScenario(onWritten: (fragment: string) => void): () => void {
  return useApp.subscribe((state, before) => {
    if (state.scenario === before.scenario) return;
    stop();
    stop = soon(() => void during(writeAddress()).then(onWritten), PAUSE_MS);
  });
}

/** The address follows the scenario: every change is written into the fragment after a short pause, without a step in the history. */
import { encode } from '../../scenario/codec.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { app, during, soon, useApp } from './store.ts';

const PAUSE_MS = 250;
let stop = (): void => undefined;
let written = '';

/** The address of this page, without what it shows: neither a scenario nor a document. */
export const pageAddress = (): string => location.href.replace(/[?#].*$/s, '');

export async function linkOf(scenario: Scenario): Promise<string> {
  return `${pageAddress()}${await encode(scenario)}`;
}

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

export function clearAddress(): void {
  stop();
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  written = '';
}

export const isOwnAddress = (): boolean => location.hash === written;

/** What we wrote last, and nobody else has changed since; null = nothing yet. */
export const currentFragment = (): string | null => (written === '' ? null : written);

export function followScenario(onWritten: (fragment: string) => void): () => void {
  return useApp.subscribe((state, before) => {
    if (state.scenario === before.scenario) return;
    stop();
    stop = soon(() => void during(writeAddress()).then(onWritten), PAUSE_MS);
  });
}

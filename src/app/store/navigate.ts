/** Where the page is and where it goes: its views, and a message of a list with the words marked. */
import type { Tab } from '../../scenario/schema.ts';
import { actions } from './store-actions.ts';
import { useApp } from './store.ts';
import { markText, showSet, showTune, useUi } from './ui.ts';

export const VIEWS = ['answer', 'policies', 'plot', 'replay', 'set', 'tune'] as const satisfies readonly (Tab | 'set' | 'tune')[];
type View = (typeof VIEWS)[number];

export function useTab(): View {
  const set = useUi((s) => s.set);
  const tune = useUi((s) => s.tune);
  const tab = useApp((s) => s.scenario.view.tab);
  return tune ? 'tune' : set ? 'set' : tab;
}

export function openTab(tab: View): void {
  if (tab === 'set') showSet(true);
  else if (tab === 'tune') showTune();
  else actions.setView('tab', tab);
}

export function showMarked(message: number, texts: readonly string[]): void {
  const { view } = useApp.getState().scenario;
  if (view.layout !== 'columns') actions.setView('layout', 'columns');
  markText({ index: message, texts });
  actions.select(message);
  // If the message is open already, the selection does not change, so it is scrolled to explicitly.
  actions.reveal(message);
}

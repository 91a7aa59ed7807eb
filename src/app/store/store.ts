/** The one store and how to read it. Only the actions beside this file write into it. */
import { create } from 'zustand';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { AppState } from './state.ts';

const initial: AppState = {
  description: null,
  samples: [],
  scenario: defaultScenario(),
  load: { phase: 'idle' },
  loaded: null,
  running: null,
  compareError: null,
  comparison: null,
  current: false,
  hover: null,
  range: null,
  visible: null,
  notice: null,
  expected: null,
  linkLength: 0,
};

/** `useApp((s) => s.comparison)`: re-renders when the selected value changes. */
export const useApp = create<AppState>()(() => initial);

/** The state now, for code outside React. */
export const app = (): AppState => useApp.getState();

export function patch(change: Partial<AppState>): void {
  useApp.setState(change);
}

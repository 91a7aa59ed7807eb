/** The one store and how to read it. Only the actions beside this file write into it. */
import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { defaultScenario } from '../../scenario/defaults.ts';
import { trailing } from './trailing.ts';
import type { AppState } from './state.ts';

const initial: AppState = {
  sought: false,
  description: null,
  samples: [],
  scenario: defaultScenario(),
  compared: [],
  load: { phase: 'idle' },
  loaded: null,
  running: null,
  compareError: null,
  comparison: null,
  former: null,
  current: false,
  measured: null,
  recalled: null,
  smallest: null,
  recalling: null,
  lossError: null,
  hover: null,
  range: null,
  visible: null,
  reveal: null,
  notice: null,
  expected: null,
  sent: null,
};

const live = createStore<AppState>()(() => initial);
const later = trailing(live);
const last = trailing(later, { idle: true });
const Source = createContext(live);

/**
 * For regions that are expensive to draw (side by side, plot): inside, a comparison arrives only once it is stable, so that a dragged
 * slider updates the table at once and these when it rests. `last` = after everything else is drawn.
 */
export function Later({ last: isLast = false, children }: { readonly last?: boolean; readonly children: ReactNode }) {
  return createElement(Source.Provider, { value: isLast ? last : later }, children);
}

/** `useApp((s) => s.comparison)`: re-renders when the selected value changes. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useContext(Source), select);
}
useApp.getState = live.getState;
useApp.subscribe = live.subscribe;

/** A comparison with visible progress: rows are missing. One started by a slider only changes numbers when it arrives. */
export const awaited = (s: AppState): AppState['running'] => (s.current && !s.comparison?.waiting ? null : s.running);

/** The state now, for code outside React. */
export const app = live.getState;

export function patch(change: Partial<AppState>): void {
  live.setState(change);
}

import { createContext, createElement, useContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { defaultScenario } from '../../scenario/defaults.ts';
import { begin } from './idle.ts';
import type { AppState } from './store-state.ts';

/*
 * A store that follows another, except that its comparison waits until it is stable, and never arrives in the same task as in the other:
 * rendering from the two stores takes two tasks of the page instead of one long one.
 */

const SETTLE_MS = 80;
/** While new ones keep arriving, one is passed on at least this often. */
const AT_MOST_MS = 400;

type LiveStore = Pick<StoreApi<AppState>, 'getState' | 'subscribe'>;

/** For browsers that cannot report idleness: a short delay for current work. */
const MOMENT_MS = 50;

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: AT_MOST_MS });
  else setTimeout(work, MOMENT_MS);
}

export function trailing(live: LiveStore, { idle = false } = {}): StoreApi<AppState> {
  const follower = createStore<AppState>()(live.getState);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  let end = (): void => undefined;
  const pass = () => {
    clearTimeout(timer);
    end();
    waitingSince = null;
    follower.setState(live.getState());
  };
  const due = idle ? () => whenIdle(pass) : pass;
  live.subscribe((state) => {
    const { comparison, current } = follower.getState();
    if (state.comparison === comparison || state.comparison === null) return pass();
    follower.setState({ ...state, comparison, current });
    const now = performance.now();
    if (waitingSince === null) end = begin();
    waitingSince ??= now;
    clearTimeout(timer);
    // The first comparison, and one of another transcript, is passed on as soon as the rest is drawn.
    const settle = comparison === null || state.current !== current ? 0 : SETTLE_MS;
    timer = setTimeout(due, Math.min(settle, Math.max(0, AT_MOST_MS - (now - waitingSince))));
  });
  return follower;
}

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

export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(useContext(Source), select);
}
useApp.getState = live.getState;
useApp.subscribe = live.subscribe;

export const awaited = (s: AppState): AppState['running'] => (s.current && !s.comparison?.waiting ? null : s.running);

export const app = live.getState;

export function patch(change: Partial<AppState>): void {
  live.setState(change);
}

import { createContext, createElement, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { AppState } from './store-state.ts';

/**
 * Says on the root element whether the page is at rest: `data-idle` is there while no call is unanswered, no timer will send one, and what a
 * person did last is drawn.
 */
const root = typeof document === 'undefined' ? null : document.documentElement;

interface TaskScheduler {
  postTask(work: () => void, options: { readonly priority: 'background' }): Promise<unknown>;
}
const { scheduler } = globalThis as { readonly scheduler?: TaskScheduler };

let open = 0;
let behind = 0;
/** Counts what happened, so that a rest that was planned before is no rest. */
let turn = 0;

function settle(): void {
  const mine = turn;
  const rest = (): void => {
    if (mine === turn && open === behind) root?.setAttribute('data-idle', open > 0 ? 'measuring' : '');
  };
  // After the frame that draws what came last, and after React's own tasks. An idle callback can wait for seconds on a page that keeps drawing.
  requestAnimationFrame(() => (scheduler ? void scheduler.postTask(rest, { priority: 'background' }) : setTimeout(rest)));
}

function stir(): void {
  turn += 1;
  if (root === null) return;
  root.removeAttribute('data-idle');
  if (open === behind) settle();
}

export function begin(background = false): () => void {
  open += 1;
  if (background) behind += 1;
  stir();
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    open -= 1;
    if (background) behind -= 1;
    stir();
  };
}

export function during<T>(promise: Promise<T>): Promise<T> {
  const end = begin();
  promise.then(end, end);
  return promise;
}

export function soon(work: () => void, ms: number, background = false): () => void {
  const end = begin(background);
  const timer = setTimeout(() => {
    work();
    end();
  }, ms);
  return () => {
    clearTimeout(timer);
    end();
  };
}

const INPUTS = ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'change', 'wheel', 'paste', 'drop', 'resize', 'hashchange', 'popstate'];
for (const event of INPUTS) globalThis.addEventListener?.(event, stir, { capture: true, passive: true });

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

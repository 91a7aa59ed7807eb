/**
 * A store that follows another, except that its comparison waits until it is stable, and never arrives in the same task as in the other:
 * rendering from the two stores takes two tasks of the page instead of one long one.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { begin } from './idle.ts';
import type { AppState } from './state.ts';

/** A comparison is passed on after this long without a newer one. */
const SETTLE_MS = 80;
/** While new ones keep arriving, one is passed on at least this often. */
const AT_MOST_MS = 400;

type Followed = Pick<StoreApi<AppState>, 'getState' | 'subscribe'>;

/** For browsers that cannot report idleness: a short delay for current work. */
const MOMENT_MS = 50;

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: AT_MOST_MS });
  else setTimeout(work, MOMENT_MS);
}

/** @param idle passes a comparison on only when the page is idle: for regions drawn last */
export function trailing(live: Followed, { idle = false } = {}): StoreApi<AppState> {
  const follower = createStore<AppState>()(live.getState);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | null = null;
  /** A comparison that waits is work under way. */
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

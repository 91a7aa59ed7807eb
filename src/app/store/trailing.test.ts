import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AppState } from './store-state.ts';
import { trailing } from './store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const comparison = (ms: number) => ({ ms }) as AppState['comparison'];

function pair() {
  const live = createStore<AppState>()(() => ({ comparison: null, current: false, hover: null }) as unknown as AppState);
  const later = trailing(live);
  live.setState({ comparison: comparison(1), current: true });
  expect(later.getState().comparison).toBeNull();
  vi.advanceTimersByTime(0);
  return { live, later };
}

test('the first comparison arrives in the next task, another when it has stood for a moment', () => {
  const { live, later } = pair();
  expect(later.getState().comparison?.ms).toBe(1);
  live.setState({ comparison: comparison(2) });
  expect(later.getState().comparison?.ms).toBe(1);
  vi.advanceTimersByTime(100);
  expect(later.getState().comparison?.ms).toBe(2);
});

test('everything else arrives at once, also while a comparison waits', () => {
  const { live, later } = pair();
  live.setState({ comparison: comparison(2) });
  live.setState({ hover: 7 });
  expect(later.getState()).toMatchObject({ hover: 7, comparison: { ms: 1 } });
});

test('a slider that never rests still passes some on', () => {
  const { live, later } = pair();
  const seen = new Set<number | undefined>();
  for (let i = 2; i < 102; i++) {
    live.setState({ comparison: comparison(i) });
    vi.advanceTimersByTime(20);
    seen.add(later.getState().comparison?.ms);
  }
  expect(seen.size).toBeGreaterThan(3);
  expect(seen.size).toBeLessThan(10);
});

test('that of another transcript arrives in the next task', () => {
  const { live, later } = pair();
  live.setState({ current: false });
  expect(later.getState().current).toBe(false);
  live.setState({ current: true, comparison: comparison(9) });
  expect(later.getState()).toMatchObject({ current: false, comparison: { ms: 1 } });
  vi.advanceTimersByTime(0);
  expect(later.getState()).toMatchObject({ current: true, comparison: { ms: 9 } });
});

/** The keys of a slider over the steps of a chart: move, zoom, and open what stands at a step. */
import type { KeyboardEvent } from 'react';
import { type Range, showing, zoomed } from './scale.ts';
import type { ViewStore } from './view.ts';
import { ZOOM } from './Zoom.tsx';

interface Steps {
  readonly view: ViewStore;
  /** First and last step. */
  readonly whole: Range;
  /** Visible steps. */
  readonly range: Range;
  readonly onEnter?: (at: number) => void;
}

/** @returns whether the key was one of them */
export function stepByKey(e: KeyboardEvent, { view, whole, range, onEnter }: Steps): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  const [first, last] = whole;
  const { at } = view.getState();
  const now = Math.max(first, Math.min(last, at ?? first));
  const page = Math.max(1, Math.round((range[1] - range[0]) / 10));
  const go = (to: number): void => {
    const step = Math.max(first, Math.min(last, to));
    view.setState({ at: step, hover: null, range: view.getState().range && showing(range, whole, step) });
  };
  const setRange = (next: Range | null): void => view.setState({ range: next });
  if (e.key === 'ArrowRight' || e.key === 'ArrowUp') go(now + (at === null ? 0 : e.shiftKey ? page : 1));
  else if (e.key === 'ArrowLeft' || e.key === 'ArrowDown') go(now - (e.shiftKey ? page : 1));
  else if (e.key === 'PageUp') go(now + page);
  else if (e.key === 'PageDown') go(now - page);
  else if (e.key === 'Home') go(first);
  else if (e.key === 'End') go(last);
  else if (onEnter && (e.key === 'Enter' || e.key === ' ')) onEnter(now);
  else if (e.key === '+' || e.key === '=') setRange(zoomed(range, whole, now, 1 / ZOOM));
  else if (e.key === '-') setRange(zoomed(range, whole, now, ZOOM));
  else if (e.key === '0') setRange(null);
  else return false;
  e.preventDefault();
  return true;
}

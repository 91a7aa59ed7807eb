/** The history of the settings in this page: follows the scenario, whoever changes it. A new file begins a new one. */
import { create } from 'zustand';
import type { AppState } from './state.ts';
import { app, useApp } from './store.ts';
import { currentGesture, followGestures, newGesture } from './undo-gestures.ts';
import { EMPTY, recorded, redone, undone, type History, type Moved } from './undo.ts';

export type { Moved };

export const useUndo = create<History>()(() => EMPTY);

/** The same bytes, read as the same format. */
const sameFile = (a: AppState['loaded'], b: AppState['loaded']): boolean =>
  a !== null && b !== null && (a === b || (a.reply.hash === b.reply.hash && a.reply.format === b.reply.format));

/** Starts following the scenario and what a person does; call once. */
export function followSteps(): void {
  followGestures();
  useApp.subscribe((state, before) => {
    if (!sameFile(before.loaded, state.loaded)) {
      if (before.loaded !== state.loaded) useUndo.setState(EMPTY);
      return;
    }
    if (state.scenario === before.scenario || currentGesture() === 0) return;
    useUndo.setState(recorded(useUndo.getState(), before.scenario, state.scenario, currentGesture()));
  });
}

function step(way: typeof undone): Moved | null {
  const moved = way(useUndo.getState(), app().scenario, newGesture());
  if (moved) useUndo.setState(moved.history);
  return moved;
}

/** Takes the last step from the history; the scenario with what was before it. */
export const stepBack = (): Moved | null => step(undone);
export const stepForth = (): Moved | null => step(redone);

/** The history of the settings in this page: follows the scenario, whoever changes it. A new file begins a new one. */
import { create } from 'zustand';
import type { AppState } from './store-state.ts';
import { app, useApp } from './store.ts';
import { ownsUndo } from '../components/elements.ts';
import { EMPTY, recorded, redone, undone, type History, type HistoryMove } from './undo.ts';

/* Numbers what a person does: everything that changes between pressing and the next press is one step of the undo. */

let gesture = 0;
let pressed = false;

/** The present gesture; 0 = nobody has done anything yet. */
const currentGesture = (): number => gesture;

function newGesture(): number {
  gesture += 1;
  return gesture;
}

const isTyping = (e: KeyboardEvent): boolean =>
  !e.ctrlKey && !e.metaKey && (e.key.length === 1 || e.key === 'Backspace' || e.key === 'Delete') && ownsUndo(e.target);

function followGestures(): void {
  const press = () => {
    pressed = true;
    gesture += 1;
  };
  const release = () => {
    pressed = false;
  };
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('pointerup', release, true);
  window.addEventListener('pointercancel', release, true);
  window.addEventListener('focusin', () => !pressed && newGesture(), true);
  window.addEventListener(
    'keydown',
    (e) => {
      if (!e.repeat && !isTyping(e)) press();
      pressed = true;
    },
    true,
  );
  window.addEventListener('keyup', release, true);
  window.addEventListener('click', () => !pressed && newGesture(), true);
  window.addEventListener('input', () => !pressed && newGesture(), true);
}

export type { HistoryMove as Moved };

export const useUndo = create<History>()(() => EMPTY);

const sameFile = (a: AppState['loaded'], b: AppState['loaded']): boolean =>
  a !== null && b !== null && (a === b || (a.reply.hash === b.reply.hash && a.reply.format === b.reply.format));

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

function step(way: typeof undone): HistoryMove | null {
  const moved = way(useUndo.getState(), app().scenario, newGesture());
  if (moved) useUndo.setState(moved.history);
  return moved;
}

export const stepBack = (): HistoryMove | null => step(undone);
export const stepForth = (): HistoryMove | null => step(redone);

/**
 * Steps of the settings, back and forth, as pure functions. A step holds only the places of the scenario that it changed, so that what a
 * person looks at meanwhile (open message, tab, opened rows) stays where it is. docs/home.md#undo
 */
import { create } from 'zustand';
import { lookup, t } from '../../i18n/index.ts';
import type { Scenario } from '../../scenario/schema.ts';
import type { AppState } from './store-state.ts';
import { app, useApp } from './store.ts';

export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['button', 'checkbox', 'file', 'radio', 'range', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

export const ownsUndo = (target: EventTarget | null): boolean => isTextField(target) && !(target as HTMLElement).hasAttribute('data-taken');

/** Most steps that can be undone, and the characters of what they changed as JSON, all together. The newest step is always kept. */
export const MOST_STEPS = 100;
export const MOST_CHARACTERS = 2_000_000;

/** One place of the scenario, before and after; undefined = it was not there. */
export interface Change {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

interface Step {
  readonly changes: readonly Change[];
  readonly gesture: number;
  readonly characters: number;
}

export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Gesture of the last undo or redo: what the page changes because of it is no new step. */
  readonly moved: number | null;
}

export const EMPTY: History = { past: [], future: [], moved: null };

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOwn = (tree: Tree, name: string): boolean => Object.hasOwn(tree, name);

function differences(before: unknown, after: unknown, path: readonly string[] = []): readonly Change[] {
  if (before === after) return [];
  if (!isTree(before) || !isTree(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  const names = [...Object.keys(before), ...Object.keys(after).filter((name) => !hasOwn(before, name))];
  return names.flatMap((name) =>
    differences(hasOwn(before, name) ? before[name] : undefined, hasOwn(after, name) ? after[name] : undefined, [...path, name]),
  );
}

/** What of a scenario is a setting: not the file, and not where a person looks. */
export function settingsOf({ v: _v, transcript: _file, format: _format, view, ...scenario }: Scenario): Tree {
  const { selected: _selected, tab: _tab, tables, ...looks } = view;
  const changed = Object.entries(tables).map(([name, { open: _open, ...table }]) => [name, table] as const);
  return { ...scenario, view: { ...looks, tables: Object.fromEntries(changed.filter(([, table]) => Object.keys(table).length > 0)) } };
}

export const changesOf = (before: Scenario, after: Scenario): readonly Change[] => differences(settingsOf(before), settingsOf(after));

function withValue(tree: Tree, [name, ...rest]: readonly string[], value: unknown): Tree {
  if (name === undefined) return tree;
  const { [name]: old, ...others } = tree;
  const next = rest.length > 0 ? withValue(isTree(old) ? old : {}, rest, value) : value;
  if (next === undefined) return others;
  return hasOwn(tree, name) ? { ...tree, [name]: next } : { ...others, [name]: next };
}

function withChanges(scenario: Scenario, changes: readonly Change[], side: 'before' | 'after'): Scenario {
  return changes.reduce<Tree>((tree, change) => withValue(tree, change.path, change[side]), scenario as unknown as Tree) as unknown as Scenario;
}

function bounded(past: readonly Step[]): readonly Step[] {
  let characters = 0;
  let from = past.length;
  while (from > 0 && past.length - from < MOST_STEPS) {
    characters += past[from - 1]!.characters;
    if (characters > MOST_CHARACTERS && from < past.length) break;
    from -= 1;
  }
  return from === 0 ? past : past.slice(from);
}

export function recorded(history: History, before: Scenario, after: Scenario, gesture: number): History {
  if (gesture === history.moved) return history;
  const last = history.past.at(-1);
  const same = last?.gesture === gesture ? last : null;
  const changes = changesOf(same ? withChanges(before, same.changes, 'before') : before, after);
  const rest = same ? history.past.slice(0, -1) : history.past;
  if (changes.length === 0) return same ? { ...history, past: rest } : history;
  const step = { changes, gesture, characters: JSON.stringify(changes).length };
  return { past: bounded([...rest, step]), future: [], moved: null };
}

interface HistoryMove {
  readonly history: History;
  readonly scenario: Scenario;
  readonly changes: readonly Change[];
}

/** One step back; null = there is none. `gesture` = the one that asked for it. */
export function undone({ past, future }: History, scenario: Scenario, gesture: number): HistoryMove | null {
  const step = past.at(-1);
  if (!step) return null;
  const history = { past: past.slice(0, -1), future: [...future, step], moved: gesture };
  return { history, scenario: withChanges(scenario, step.changes, 'before'), changes: step.changes };
}

/** One undone step forth again; null = there is none. */
export function redone({ past, future }: History, scenario: Scenario, gesture: number): HistoryMove | null {
  const step = future.at(-1);
  if (!step) return null;
  const history = { past: [...past, step], future: future.slice(0, -1), moved: gesture };
  return { history, scenario: withChanges(scenario, step.changes, 'after'), changes: step.changes };
}

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

const PLACES = {
  conversation: 'context',
  until: 'context',
  applied: 'applied',
  undone: 'applied',
  rows: 'rows',
  marks: 'marks',
  kept: 'kept',
  replay: 'replay',
} as const;

const isPlace = (name: string | undefined): name is keyof typeof PLACES => name !== undefined && Object.hasOwn(PLACES, name);

function nameOf([place, name]: readonly string[]): string {
  if (place === 'settings' && name !== undefined) return lookup(`control.${name}`) ?? t('undo.what.settings');
  if (place === 'wishes') return lookup('answer.matters') ?? t('undo.what.settings');
  if (place === 'view') return t(name === 'other' ? 'undo.what.other' : 'undo.what.view');
  return t(`undo.what.${isPlace(place) ? PLACES[place] : 'settings'}`);
}

export function whatChanged(changes: readonly Change[]): string {
  const [first = '', ...others] = new Set(changes.map(({ path }) => nameOf(path)));
  return others.length > 0 ? t('list.more', { list: first, count: others.length }) : first;
}

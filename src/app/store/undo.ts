/**
 * Steps of the settings, back and forth, as pure functions. A step holds only the places of the scenario that it changed, so that what a
 * person looks at meanwhile (open message, tab, opened rows) stays where it is. docs/home.md#undo
 */
import type { Scenario } from '../../scenario/schema.ts';

/** Most steps that can be undone, and the characters of what they changed as JSON, all together. The newest step is always kept. */
export const MOST_STEPS = 100;
export const MOST_CHARACTERS = 2_000_000;

/** One place of the scenario, before and after; undefined = it was not there. */
export interface Change {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

export interface Step {
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

function* differences(before: unknown, after: unknown, path: readonly string[] = []): Generator<Change> {
  if (before === after) return;
  if (!isTree(before) || !isTree(after)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) yield { path, before, after };
    return;
  }
  for (const name of Object.keys(before)) yield* differences(before[name], hasOwn(after, name) ? after[name] : undefined, [...path, name]);
  for (const name of Object.keys(after)) if (!hasOwn(before, name)) yield* differences(undefined, after[name], [...path, name]);
}

/** What of a scenario is a setting: not the file, and not where a person looks. */
export function settingsOf({ v: _v, transcript: _file, format: _format, view, ...scenario }: Scenario): Tree {
  const { selected: _selected, tab: _tab, tables, ...looks } = view;
  const changed = Object.entries(tables).map(([name, { open: _open, ...table }]) => [name, table] as const);
  return { ...scenario, view: { ...looks, tables: Object.fromEntries(changed.filter(([, table]) => Object.keys(table).length > 0)) } };
}

export const changesOf = (before: Scenario, after: Scenario): readonly Change[] => [...differences(settingsOf(before), settingsOf(after))];

function withValue(tree: Tree, [name, ...rest]: readonly string[], value: unknown): Tree {
  if (name === undefined) return tree;
  const { [name]: old, ...others } = tree;
  const next = rest.length > 0 ? withValue(isTree(old) ? old : {}, rest, value) : value;
  if (next === undefined) return others;
  return hasOwn(tree, name) ? { ...tree, [name]: next } : { ...others, [name]: next };
}

export function withChanges(scenario: Scenario, changes: readonly Change[], side: 'before' | 'after'): Scenario {
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

/** The history after the scenario changed. */
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

export interface HistoryMove {
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { Scenario } from '../../scenario/schema.ts';
import { withMark, withParam } from './store-actions.ts';
import { changesOf, EMPTY, type History, MOST_CHARACTERS, MOST_STEPS, recorded, redone, settingsOf, undone } from './undo.ts';

const first = defaultScenario();
const withSetting = (scenario: Scenario, settings: Partial<Scenario['settings']>): Scenario => ({
  ...scenario,
  settings: { ...scenario.settings, ...settings },
});
const withView = (scenario: Scenario, view: Partial<Scenario['view']>): Scenario => ({ ...scenario, view: { ...scenario.view, ...view } });

/** Every kind of change that a person makes, where a person looks among them. */
const edit: fc.Arbitrary<(scenario: Scenario) => Scenario> = fc.oneof(
  fc.double({ min: 0.01, max: 1, noNaN: true }).map((target) => (s: Scenario) => withSetting(s, { target })),
  fc.option(fc.integer({ min: 100, max: 200_000 })).map((window) => (s: Scenario) => withSetting(s, { window })),
  fc.tuple(fc.constantFrom('m1', 'm2', 'm3'), fc.constantFrom('pin', null)).map(([id, mark]) => (s: Scenario) => ({
    ...s,
    marks: withMark(s.marks, id, mark as 'pin' | null),
  })),
  fc.tuple(fc.constantFrom('hybrid', 'summary'), fc.option(fc.integer(), { nil: undefined })).map(([key, value]) => (s: Scenario) => ({
    ...s,
    rows: withParam(s.rows, key, key, 'p', value),
  })),
  fc.constantFrom('a', 'b', 'c', 'd').map((key) => (s: Scenario) => withView(s, { other: key })),
  fc.constantFrom('priority', 'fate', 'role').map((color) => (s: Scenario) => withView(s, { color: color as 'fate' })),
  fc.nat(5).map((selected) => (s: Scenario) => withView(s, { selected })),
  fc.constantFrom('x', 'y').map((name) => (s: Scenario) => withView(s, { tables: { ...s.view.tables, [name]: { sort: ['tokens'] } } })),
  fc.constantFrom('x', 'y').map((name) => (s: Scenario) => withView(s, { tables: { [name]: { open: { row: true } } } })),
  fc.constantFrom('window' as const, 'model' as const).map(
    (name) =>
      ({ kept, ...s }: Scenario) =>
        kept ? (s as Scenario) : { ...s, kept: [name] },
  ),
  fc.option(fc.nat(3)).map(
    (until) =>
      ({ until: _old, ...s }: Scenario): Scenario =>
        until === null ? s : { ...s, until },
  ),
);

/** Edits one after another, each in its gesture. */
function played(edits: readonly (readonly [(s: Scenario) => Scenario, number])[]): { history: History; scenario: Scenario } {
  let history = EMPTY;
  let scenario = first;
  for (const [change, gesture] of edits) {
    const next = change(scenario);
    history = recorded(history, scenario, next, gesture);
    scenario = next;
  }
  return { history, scenario };
}

describe('steps of the settings', () => {
  test('a change is undone and redone', () => {
    const changed = withSetting(first, { target: 0.2 });
    const history = recorded(EMPTY, first, changed, 1);
    const back = undone(history, changed, 2)!;
    expect(back.scenario).toEqual(first);
    expect(back.changes).toEqual([{ path: ['settings', 'target'], before: first.settings.target, after: 0.2 }]);
    expect(undone(back.history, back.scenario, 3)).toBeNull();
    expect(redone(back.history, back.scenario, 4)!.scenario).toEqual(changed);
    expect(redone(history, changed, 5)).toBeNull();
  });

  test('a drag is one step, and one that ends where it began is none', () => {
    const [a, b] = [withSetting(first, { target: 0.2 }), withSetting(first, { target: 0.3 })];
    const dragged = recorded(recorded(EMPTY, first, a, 1), a, b, 1);
    expect(dragged.past).toHaveLength(1);
    expect(undone(dragged, b, 2)!.scenario).toEqual(first);
    expect(recorded(dragged, b, first, 1).past).toEqual([]);
    expect(recorded(dragged, b, a, 2).past).toHaveLength(2);
  });

  test('where a person looks is no setting and stays', () => {
    const looks = withView(first, { selected: 3, tab: 'replay', tables: { rows: { open: { x: true } } } });
    expect(recorded(EMPTY, first, looks, 1)).toBe(EMPTY);
    const changed = withSetting(first, { target: 0.2 });
    const history = recorded(EMPTY, first, changed, 1);
    expect(undone(history, { ...looks, settings: changed.settings }, 2)!.scenario).toEqual(looks);
  });

  test('what the page changes because of an undo is no step and leaves what can be redone', () => {
    const changed = withSetting(first, { target: 0.2 });
    const { history, scenario } = undone(recorded(EMPTY, first, changed, 1), changed, 2)!;
    const byItself = withView(scenario, { other: 'a' });
    expect(recorded(history, scenario, byItself, 2)).toBe(history);
    expect(recorded(history, scenario, byItself, 3).future).toEqual([]);
  });

  test('at most so many steps and characters are kept, the newest always', () => {
    const steps = (count: number) => played(Array.from({ length: count }, (_, i) => [(s) => withSetting(s, { seed: i + 1000 }), i + 1])).history;
    expect(steps(MOST_STEPS).past).toHaveLength(MOST_STEPS);
    expect(steps(MOST_STEPS + 1).past).toHaveLength(MOST_STEPS);
    expect(steps(MOST_STEPS + 1).past.at(-1)!.changes[0]!.after).toBe(MOST_STEPS + 1000);
    const huge = (length: number, gesture: number) =>
      [(s: Scenario) => withSetting(s, { keywords: { list: ['x'.repeat(length)] } }), gesture] as const;
    expect(played([huge(MOST_CHARACTERS * 2, 1)]).history.past).toHaveLength(1);
    expect(played([huge(MOST_CHARACTERS / 4, 1), huge(MOST_CHARACTERS / 4 + 1, 2)]).history.past).toHaveLength(2);
    expect(played([huge(MOST_CHARACTERS / 2, 1), huge(MOST_CHARACTERS / 2 + 1, 2)]).history.past).toHaveLength(1);
  });

  test('property: undoing everything ends at the beginning, redoing everything at the end, and one undo and redo changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(edit, fc.integer({ min: 1, max: 6 })), { maxLength: 25 }), (edits) => {
        const end = played(edits);
        let now = { ...end, changes: changesOf(first, first) };
        let gesture = 1000;
        for (let back = undone(now.history, now.scenario, gesture); back; back = undone(now.history, now.scenario, gesture)) {
          const again = redone(back.history, back.scenario, gesture + 1)!;
          expect(settingsOf(again.scenario)).toEqual(settingsOf(now.scenario));
          expect(again.history.past).toEqual(now.history.past);
          now = back;
          gesture += 2;
        }
        expect(settingsOf(now.scenario)).toEqual(settingsOf(first));
        for (let forth = redone(now.history, now.scenario, gesture); forth; forth = redone(now.history, now.scenario, gesture)) now = forth;
        expect(settingsOf(now.scenario)).toEqual(settingsOf(end.scenario));
        expect(now.history.past).toEqual(end.history.past);
      }),
    );
  });

  test('docs/home.md states these limits', () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../../docs/home.md'), 'utf8').replace(/\s+/g, ' ');
    expect(docs).toContain(`${MOST_STEPS} steps`);
    expect(docs).toContain(`${MOST_CHARACTERS / 1e6} million characters`);
  });
});

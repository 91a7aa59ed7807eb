import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  copyOf,
  entryOf,
  type RecentSession,
  keptList,
  type KeptScenario,
  MOST_KEPT,
  MOST_KEPT_BYTES,
  MOST_SCENARIO_CHARACTERS,
  MOST_SCENARIOS,
  scenarioList,
  withFragment,
  withNewest,
  withScenario,
  withTitle,
} from './storage.ts';

const kept = (id: string, bytes = 10, more: Partial<RecentSession> = {}): RecentSession => ({
  id,
  name: `${id}.json`,
  title: '',
  hash: id,
  bytes,
  fragment: '',
  version: 0,
  at: 0,
  format: '',
  messages: null,
  tokens: null,
  exact: false,
  ...more,
});
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('what makes room', () => {
  test('the last used stands first, once, and those used longest ago go', () => {
    const full = Array.from({ length: MOST_KEPT }, (_, i) => kept(`h${i}`));
    expect(withNewest(full, kept('h3'))).toMatchObject({ dropped: [] });
    expect(ids(withNewest(full, kept('h3')).kept).slice(0, 5)).toEqual(['h3', 'h0', 'h1', 'h2', 'h4']);
    expect(withNewest(full, kept('new')).dropped).toEqual([`h${MOST_KEPT - 1}`]);
    expect(withNewest(full.slice(1), kept('new'))).toMatchObject({ dropped: [] });
  });

  test('their bytes together have a limit, but for the newest; a file of two sessions counts and stays once', () => {
    const half = MOST_KEPT_BYTES / 2;
    expect(withNewest([kept('a', half)], kept('b', half)).dropped).toEqual([]);
    expect(withNewest([kept('a', half)], kept('b', half + 1)).dropped).toEqual(['a']);
    expect(withNewest([kept('a', 5)], kept('b', MOST_KEPT_BYTES + 1))).toMatchObject({ dropped: ['a'], kept: [{ hash: 'b' }] });
    const twice = [kept('a', half + 1), kept('a~1', half + 1, { hash: 'a' })];
    expect(withNewest(twice, kept('c', 1))).toMatchObject({ dropped: [], kept: [{ id: 'c' }, { id: 'a' }, { id: 'a~1' }] });
    const full = [...Array.from({ length: MOST_KEPT - 1 }, (_, i) => kept(`h${i}`)), kept('h0~1', 10, { hash: 'h0' })];
    expect(withNewest(full, kept('new'))).toMatchObject({ dropped: [] });
  });

  test('scenarios have limits of their own', () => {
    const scenario = (id: string, length = 10): KeptScenario => ({ id, title: id, about: '', fragment: '#'.repeat(length), at: 0 });
    const full = Array.from({ length: MOST_SCENARIOS }, (_, i) => scenario(`s${i}`));
    expect(ids(withScenario(full, scenario('new')))).toEqual(['new', ...ids(full.slice(0, -1))]);
    const half = MOST_SCENARIO_CHARACTERS / 2;
    expect(withScenario([scenario('a', half)], scenario('b', half))).toHaveLength(2);
    expect(withScenario([scenario('a', half)], scenario('b', half + 1))).toHaveLength(1);
  });

  test('docs state these limits', () => {
    const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, `../../../docs/${name}`), 'utf8').replace(/\s+/g, ' ');
    const home = read('home.md');
    expect(home).toContain(`the last ${MOST_KEPT} sessions, up to ${MOST_KEPT_BYTES / 1e6} MB`);
    expect(home).toContain(`the last ${MOST_SCENARIOS} scenarios, up to ${MOST_SCENARIO_CHARACTERS / 1e6} million characters`);
  });
});

describe('two tabs', () => {
  test('the second to write gets an entry of its own; the first one stays', () => {
    const list = [kept('a', 10, { fragment: '#0' })];
    const first = withFragment(list, { id: 'a', version: 0 }, '#1', 5)!;
    expect(first).toMatchObject({ entry: { id: 'a', fragment: '#1', version: 1, at: 5 }, mine: { id: 'a', version: 1 } });
    const after = withNewest(list, first.entry).kept;
    const second = withFragment(after, { id: 'a', version: 0 }, '#2', 6)!;
    expect(second).toMatchObject({ entry: { id: 'a~6', hash: 'a', fragment: '#2', version: 1 }, mine: { id: 'a~6', version: 1 } });
    const both = withNewest(after, second.entry).kept;
    expect(both.map(({ id, fragment }) => [id, fragment])).toEqual([
      ['a~6', '#2'],
      ['a', '#1'],
    ]);
    // Both go on, each in its own.
    expect(withFragment(both, first.mine, '#3', 7)!.entry).toMatchObject({ id: 'a', version: 2 });
    expect(withFragment(both, second.mine, '#4', 8)!.entry).toMatchObject({ id: 'a~6', version: 2 });
  });

  test('the same settings are no conflict, and what was deleted stays deleted', () => {
    const list = [kept('a', 10, { fragment: '#1', version: 3 })];
    expect(withFragment(list, { id: 'a', version: 0 }, '#1', 5)).toBeNull();
    expect(withFragment([], { id: 'a', version: 0 }, '#1', 5)).toBeNull();
  });

  test('a tab finds its own entry of a file first', () => {
    const list = [kept('a~6', 10, { hash: 'a' }), kept('a')];
    expect(entryOf(list, 'a', null)?.id).toBe('a~6');
    expect(entryOf(list, 'a', { id: 'a', version: 0 })?.id).toBe('a');
    expect(entryOf(list, 'b', { id: 'a', version: 0 })).toBeUndefined();
  });
});

test('a copy has a name and an id of its own, and the same file', () => {
  expect(copyOf([kept('a'), kept('a~5', 10, { hash: 'a' })], 'a', 'again', 5)).toMatchObject({ id: 'a~6', hash: 'a', title: 'again', version: 0 });
  expect(copyOf([], 'a', 'again', 5)).toBeNull();
});

test('a name is trimmed and bounded, and an empty one gives the file’s back', () => {
  expect(withTitle([kept('a'), kept('b')], 'a', '  My week ').map(({ title }) => title)).toEqual(['My week', '']);
  expect(withTitle([kept('a')], 'a', 'x'.repeat(500))[0]!.title).toHaveLength(200);
});

test('lists of older builds are read, anything else is left out', () => {
  expect(keptList([{ name: 'n', hash: 'h', bytes: 1, fragment: '#' }, { name: 'n' }, null, 3])).toEqual([kept('h', 1, { name: 'n', fragment: '#' })]);
  expect([keptList(undefined), scenarioList('x'), scenarioList([{ id: 'a' }])]).toEqual([[], [], []]);
});

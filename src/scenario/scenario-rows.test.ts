import { describe, expect, test } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { defaultScenario } from './defaults.ts';
import { allRows, BEST_SEEDS, comparedRows, productsOnDemand, shownRows, STRATEGIES, withRowsOf } from './scenario-rows.ts';
import type { Scenario, View } from './schema.ts';

const byId = new Map(strategies.map((strategy) => [strategy.id, strategy]));
const scenario = (view: Partial<View> = {}, rows: Scenario['rows'] = []): Scenario => {
  const base = defaultScenario();
  return { ...base, rows, view: { ...base.view, ...view } };
};
const shown = (view: Partial<View> = {}, rows: Scenario['rows'] = []): readonly string[] =>
  shownRows(scenario(view, rows), strategies).map(({ key }) => key);
const EVERY = allRows([], strategies).map(({ key }) => key);

describe('the short list', () => {
  test('has every product with a row, the best of the seeds, what is ours and controls, in the order of the registry', () => {
    const wanted = EVERY.filter((id) => byId.get(id)!.preset || ['own', 'control'].includes(byId.get(id)!.source.seed) || BEST_SEEDS.includes(id));
    expect(shown()).toEqual(wanted);
    expect(wanted.filter((id) => byId.get(id)!.preset).length).toBeGreaterThanOrEqual(25);
    expect(wanted.length).toBeLessThan(45);
    expect(shown()).not.toContain('hybrid');
  });

  test('has eight rows of the seeds, at least one of each system', () => {
    expect(new Set(BEST_SEEDS).size).toBe(8);
    expect(new Set(BEST_SEEDS.map((id) => byId.get(id)?.source.seed))).toEqual(new Set(['S0', 'S1', 'S2', 'S3', 'S4']));
  });

  test('has what was opened last, and what a person changed or added', () => {
    const rows = [
      { key: 'key-events', strategy: 'key-events', params: { keepEvents: 3 } },
      { key: 'autogen-buffered', strategy: 'autogen-buffered', params: {} },
      { key: 'offload~2', strategy: 'offload', params: {} },
    ];
    const before = shown();
    const added = shown({ other: 'hybrid' }, rows).filter((key) => !before.includes(key));
    expect(added.toSorted()).toEqual(['autogen-buffered', 'hybrid', 'key-events', 'offload~2']);
  });

  test('is every row where all are asked for or searched, but not where a table is only sorted', () => {
    expect(shown({ allRows: true })).toEqual(EVERY);
    expect(shown({ tables: { [STRATEGIES]: { filters: { search: '@S0' } } } })).toEqual(EVERY);
    expect(shown({ tables: { [STRATEGIES]: { sort: ['tokens'] } } })).toEqual(shown());
  });

  test('a comparison computes every row; those that are not drawn never ask a model', () => {
    const { settings } = defaultScenario();
    const rows = (change: Partial<typeof settings>) => comparedRows({ ...scenario(), settings: { ...settings, ...change } }, strategies);
    expect(rows({}).map(({ key }) => key)).toEqual(EVERY);
    expect(rows({}).some(({ summarizer }) => summarizer !== undefined)).toBe(false);
    const seen = new Set(shown());
    for (const { key, summarizer, embedder } of rows({ summarizer: 'openai gpt' }))
      expect([key, summarizer, embedder]).toEqual([key, seen.has(key) ? undefined : 'built-in', seen.has(key) ? undefined : 'words']);
  });
});

describe('products of which few ask for a row', () => {
  const ids = productsOnDemand(strategies);

  test('are the products without one by itself', () => {
    expect(ids).toContain('autogen-token-limited');
    expect(ids).not.toContain('pipeline');
    expect(EVERY.filter((id) => ids.includes(id))).toEqual([]);
    expect(ids.length).toBe(strategies.filter(({ preset, onDemand }) => preset && onDemand).length);
  });

  test('have a row each once asked for, and none again but those that a person changed', () => {
    const changed = { key: ids[0]!, strategy: ids[0]!, params: { repaired: true } };
    const there = withRowsOf([changed], ids, true);
    expect(there.map(({ key }) => key)).toEqual(ids);
    expect(there[0]).toBe(changed);
    expect(shown({}, there)).toEqual(expect.arrayContaining([...ids]));
    expect(withRowsOf(there, ids, false)).toEqual([changed]);
    expect(withRowsOf([{ key: 'summary', strategy: 'summary', params: {} }], ids, false)).toHaveLength(1);
  });
});

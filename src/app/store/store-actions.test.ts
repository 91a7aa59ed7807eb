import { describe, expect, test } from 'vitest';
import { defaultScenario } from '../../scenario/defaults.ts';
import { strategyOfKey } from '../../scenario/scenario-rows.ts';
import { withDuplicate, withMark, withModels, withParam, withModel, withoutParams } from './store-actions.ts';

describe('parameters of rows', () => {
  test('the first own value makes the row, the last one taken away removes it', () => {
    const one = withParam([], 'hybrid', 'hybrid', 'confidence', 0.7);
    expect(one).toEqual([{ key: 'hybrid', strategy: 'hybrid', params: { confidence: 0.7 } }]);
    expect(withParam(one, 'hybrid', 'hybrid', 'confidence', undefined)).toEqual([]);
  });
  test('a duplicate stays without own values', () => {
    const { rows, key } = withDuplicate(withParam([], 'hybrid', 'hybrid', 'confidence', 0.7), 'hybrid');
    expect(key).toBe('hybrid~2');
    expect(rows.at(-1)?.params).toEqual({ confidence: 0.7 });
    expect(withParam(rows, key, 'hybrid', 'confidence', undefined).at(-1)).toEqual({ key, strategy: 'hybrid', params: {} });
    expect(withoutParams(rows, key).at(-1)?.params).toEqual({});
    expect(withoutParams(rows, 'hybrid').map((r) => r.key)).toEqual([key]);
  });
  test('keys of duplicates are free ones', () => {
    const twice = withDuplicate(withDuplicate([], 'hybrid').rows, 'hybrid~2');
    expect(twice.key).toBe('hybrid~3');
    expect(strategyOfKey(twice.key)).toBe('hybrid');
  });
});

test('a mark is replaced and taken back', () => {
  expect(withMark({ m1: 'pin' }, 'm1', 'LOW')).toEqual({ m1: 'LOW' });
  expect(withMark({ m1: 'pin' }, 'm1', null)).toEqual({});
});

describe('who writes the summaries of a row', () => {
  const gpt = { provider: 'openai', model: 'gpt', baseUrl: null } as const;
  const llama = { provider: 'compatible', model: 'llama', baseUrl: 'http://localhost:11434/v1' } as const;
  const ids = { gpt: 'openai/gpt', llama: 'compatible/llama@http://localhost:11434/v1' };

  test('makes a row of its own, and stays when parameters come and go', () => {
    const own = withModel([], 'summary', 'summary', 'summarizer', ids.gpt);
    expect(own).toEqual([{ key: 'summary', strategy: 'summary', params: {}, summarizer: ids.gpt }]);
    const changed = withParam(own, 'summary', 'summary', 'length', 5);
    expect(withParam(changed, 'summary', 'summary', 'length', undefined)).toEqual(own);
    expect(withoutParams(changed, 'summary')).toEqual(own);
    expect(withDuplicate(own, 'summary').rows[1]).toEqual({ key: 'summary~2', strategy: 'summary', params: {}, summarizer: ids.gpt });
    expect(withModel(own, 'summary', 'summary', 'summarizer', undefined)).toEqual([]);
  });

  test('a model that is renamed keeps its rows; one that is removed gives way to the built-in summariser', () => {
    const { settings, ...rest } = defaultScenario();
    const rows = [
      { key: 'summary', strategy: 'summary', params: {}, summarizer: ids.gpt },
      { key: 'summary~2', strategy: 'summary', params: {}, summarizer: ids.llama },
    ];
    const scenario = { ...rest, rows, settings: { ...settings, models: [gpt, llama], summarizer: ids.gpt } };
    const renamed = withModels(scenario, [{ ...gpt, model: 'gpt-2' }, llama], { from: ids.gpt, to: 'openai/gpt-2' });
    expect(renamed.settings.summarizer).toBe('openai/gpt-2');
    expect(renamed.rows.map((r) => r.summarizer)).toEqual(['openai/gpt-2', ids.llama]);
    const removed = withModels(scenario, [llama], null);
    expect(removed.settings.summarizer).toBe('built-in');
    expect(removed.rows).toEqual([rows[1]]);
  });

  test('the same of what a row compares by', () => {
    const vectors = { provider: 'openai', model: 'text-embedding-3-small', baseUrl: null, kind: 'embedding' } as const;
    const id = 'embedding:openai/text-embedding-3-small';
    const own = withModel([], 'retrieval', 'retrieval', 'embedder', 'words');
    expect(withoutParams(withParam(own, 'retrieval', 'retrieval', 'k', 5), 'retrieval')).toEqual(own);
    expect(withDuplicate(own, 'retrieval').rows[1]).toEqual({ key: 'retrieval~2', strategy: 'retrieval', params: {}, embedder: 'words' });
    const { settings, ...rest } = defaultScenario();
    const rows = withModel(withDuplicate(own, 'retrieval').rows, 'retrieval~2', 'retrieval', 'embedder', id);
    const scenario = { ...rest, rows, settings: { ...settings, models: [gpt, vectors], summarizer: ids.gpt, embedder: id } };
    const renamed = withModels(scenario, [gpt, { ...vectors, model: 'other' }], { from: id, to: 'embedding:openai/other' });
    expect([renamed.settings.summarizer, renamed.settings.embedder]).toEqual([ids.gpt, 'embedding:openai/other']);
    expect(renamed.rows.map((r) => r.embedder)).toEqual(['words', 'embedding:openai/other']);
    const removed = withModels(scenario, [gpt], null);
    expect('embedder' in removed.settings).toBe(false);
    expect(removed.rows.map((r) => r.embedder)).toEqual(['words', undefined]);
  });
});

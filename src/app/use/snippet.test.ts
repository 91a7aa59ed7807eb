import { describe, expect, it } from 'vitest';
import { checkSettings, type CompactionSettings } from '../../adapters/shared/settings.ts';
import { strategies } from '../../engine/pipelines/index.ts';
import { hasRow } from '../../engine/strategies/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { settingsOf, snippet, TARGETS, type Used } from './snippet.ts';

const { settings } = defaultScenario();
const used = (strategy: string, more: Partial<Used> = {}): Used => ({
  strategy,
  params: {},
  settings,
  defaults: settings,
  model: 'gpt-5',
  window: 400_000,
  ...more,
});

describe('the settings of a row', () => {
  it('name what is in use and what was changed, nothing else', () => {
    expect(settingsOf(used('hybrid'))).toEqual({ strategy: 'hybrid', trigger: 0.9, target: 0.5, window: 400_000, model: 'gpt-5' });
    const changed = { ...settings, own: true, keepRecent: 3, longTokens: 500, seed: 2 };
    expect(settingsOf(used('hybrid', { settings: changed, params: { threshold: 0.4 }, model: null }))).toEqual({
      strategy: 'hybrid',
      params: { threshold: 0.4 },
      trigger: 0.9,
      target: 'own',
      window: 400_000,
      seed: 2,
      shared: { keepRecent: 3 },
      signals: { longTokens: 500 },
    });
  });

  it.each(strategies.filter((strategy) => hasRow(strategy, 0)).map(({ id }) => id))('of %s are settings of an adapter', (id) => {
    expect(() => checkSettings(settingsOf(used(id)) as unknown as CompactionSettings)).not.toThrow();
  });
});

describe('the code', () => {
  const program = (target: (typeof TARGETS)[number], of: Used): string => snippet(target, of);

  it.each(TARGETS.filter((target) => target !== 'terminal'))('for %s is the settings as a literal', (target) => {
    const params = { name: `a "quoted": 'name'`, threshold: 0.4 };
    const of = used('hybrid', { params });
    const code = program(target, of);
    const from = code.search(/\{\n {2}strategy/);
    const read = new Function(`return (${code.slice(from, code.lastIndexOf('}') + 1)})`) as () => unknown;
    expect(read()).toEqual(settingsOf(of));
    expect(code).toMatch(/^\/\/ npm install compaction-playground/);
  });

  it('for the terminal quotes what a shell would read', () => {
    const code = program('terminal', used('hybrid', { params: { name: `it's $HOME` }, model: null }));
    expect(code).toContain(`--set 'hybrid.name=it'\\''s $HOME'`);
    expect(code).not.toContain('--model');
    expect(code.startsWith('npx compaction-playground compact session.jsonl')).toBe(true);
  });
});

/** What was changed stands in both kinds of report, by the names of a link. */
import { describe, expect, it } from 'vitest';
import type { Report } from '../engine/report.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import type { Settings } from '../scenario/schema.ts';
import { settingsOf } from './report-settings.ts';

const report = { budget: { window: 20_000, windowFrom: 'user' }, transcript: { tokenizer: 'o200k_base' } } as unknown as Report;
const settings = { ...defaultScenario().settings, budget: 'own' as const };
const told = (changed: Partial<Settings>, rows: Parameters<typeof settingsOf>[0]['rows'] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(settingsOf({ settings: { ...settings, ...changed }, rows }, report));
const ALWAYS = { target: '0.5', window: '20000 (user)', tokenizer: 'o200k_base' };

/** One other value for each setting that a reader is told of. */
const OTHERS = {
  trigger: 0.8,
  keepRecent: 12,
  preserveStart: 2,
  preserveEnd: 9,
  longTokens: 400,
  shortTokens: 10,
  edgeStart: 0,
  edgeEnd: 5,
  weight: 0.3,
  model: 'gpt-5',
  overhead: 3,
  summarizer: 'openai:gpt-5-mini',
  maskSecrets: false,
  maskEmails: true,
  parallelCalls: 1,
  summarizerOutcome: 'error',
  seed: 7,
} as const satisfies Partial<Settings>;

describe('settings of a report', () => {
  it('are target, window and tokenizer where nothing was changed', () => expect(told({})).toEqual(ALWAYS));

  it.each(Object.entries(OTHERS))('name %s with its value once it was changed', (name, value) =>
    expect(told({ [name]: value })).toEqual({ ...ALWAYS, [name]: JSON.stringify(value) }),
  );

  it('leave out no setting but texts, addresses and those that always stand there', () => {
    const rest = Object.keys(settings).filter((name) => !(name in OTHERS));
    expect(rest.toSorted()).toEqual(['budget', 'keywords', 'models', 'prompts', 'target', 'tokenizer', 'window']);
  });

  it('say the target, or that each row has its own', () => {
    expect(told({ target: 0.35 })).toEqual({ ...ALWAYS, target: '0.35' });
    expect(told({ budget: 'shipped' as const })).toEqual({ ...ALWAYS, target: 'as shipped' });
  });

  it('have the parameters of each row that has any', () => {
    const rows = [
      { key: 'hard-limit', strategy: 'hard-limit', params: { keepRecentCount: 4 } },
      { key: 'hybrid', strategy: 'hybrid', params: {} },
    ] as unknown as Parameters<typeof settingsOf>[0]['rows'];
    expect(told({}, rows)).toEqual({ ...ALWAYS, 'hard-limit': '{"keepRecentCount":4}' });
  });

  it('hold no prompt, word list or address', () => {
    const secret = 'https://models.example/v1';
    const changed = {
      prompts: { 'context-compactor': secret },
      keywords: { task: [secret] },
      models: [{ url: secret }],
    } as unknown as Partial<Settings>;
    expect(told(changed)).toEqual(ALWAYS);
  });
});

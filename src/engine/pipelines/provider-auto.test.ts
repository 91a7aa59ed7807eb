import { describe, expect, it } from 'vitest';
import { formatReason } from '../../i18n/index.ts';
import type { Plan } from '../strategies/contract.ts';
import { middleRemoval } from '../strategies/removal/middle-removal.ts';
import { oldestRemoval } from '../strategies/removal/oldest-removal.ts';
import { assistant, type Circumstances, letters, planned, preparedOf, type MessageSpec, user } from '../testing/plans.ts';
import { PROVIDER_RULES, providerAuto, providerOf } from './provider-auto.ts';

const input = preparedOf(Array.from({ length: 40 }, (_, i): MessageSpec => (i % 2 ? assistant(50) : user(50))));
const target = 1000;

describe('the provider table (S2)', () => {
  it.each([
    ['gpt-4o', 'openai-gpt-4'],
    ['openai/gpt-4.1-mini', 'openai-gpt-4'],
    ['gpt-4-turbo-2024-04-09', 'openai-gpt-4'],
    ['chatgpt-4o-latest', 'openai-gpt-4'],
    ['o1', 'openai-o'],
    ['o3-mini', 'openai-o'],
    ['openai/o4-mini-high', 'openai-o'],
    ['claude-sonnet-4-20250514', 'anthropic'],
    ['us.anthropic.claude-3-5-sonnet-20241022-v2:0', 'anthropic'],
    ['anthropic/claude-3.7-sonnet', 'anthropic'],
    ['gemini-1.5-pro', 'google'],
    ['gemini-2.5-flash', 'google'],
    ['google/gemini-3-pro-preview', 'google'],
    ['gemini-1.0-pro', 'other'],
    ['gemini-pro', 'other'],
    ['ollama/llama3.1:8b', 'local'],
    ['lmstudio/qwen2.5', 'local'],
    ['LM Studio', 'local'],
    ['lm-studio/gpt-4-clone', 'local'],
    ['gpt-3.5-turbo', 'other'],
    ['gpt-5', 'other'],
    ['deepseek-chat', 'other'],
    ['mistral-large', 'other'],
    [undefined, 'other'],
  ])('%s belongs to %s', (model, row) => {
    expect(providerOf(model)).toBe(row);
  });

  it('has the numbers of the seed', () => {
    const table = Object.values(PROVIDER_RULES).map((r) => [r.strategy, r.start, r.end, r.minMessages, r.warn, r.compress]);
    expect(table).toEqual([
      ['hybrid', 6, 6, 4, 0.85, 0.9],
      ['middle', 8, 8, 4, 0.9, 0.95],
      ['oldest', 5, 7, 4, 0.85, 0.92],
      ['middle', 10, 10, 4, 0.9, 0.95],
      ['hybrid', 3, 4, 3, 0.7, 0.8],
      ['hybrid', 4, 5, 4, 0.8, 0.9],
    ]);
  });
});

describe('auto by provider', () => {
  it('Anthropic: oldest between the first 5 and the last 7', () => {
    const plan = planned(providerAuto, input, { target, model: 'claude-opus-4' });
    expect(formatReason(plan.note!)).toBe('→ oldest 5/7');
    // 20 of the removable messages 0–37 and 39 go: 0–4 and 32–37, 39 are preserved, 38 is the last of the user.
    expect(letters(plan)).toBe(`KKKKK${'D'.repeat(20)}${'K'.repeat(15)}`);
    expect(letters(planned(oldestRemoval, input, { target }))).toBe(`KK${'D'.repeat(20)}${'K'.repeat(18)}`);
    expect(formatReason(plan.reason(4))).toBe('Among the first 5 removable messages');
    expect(formatReason(plan.reason(32))).toBe('Among the last 7 removable messages');
    expect(plan.trace?.map(formatReason)).toEqual([
      'Model claude-opus-4',
      'Anthropic → oldest: first 5, last 7, at least 4; warns at 85\u00a0%, compacts at 92\u00a0%',
    ]);
  });

  it('o-series: middle with 8/8, Google: middle with 10/10', () => {
    for (const [model, preserve] of [
      ['o3', 8],
      ['gemini-2.5-pro', 10],
    ] as const) {
      const plan = planned(providerAuto, input, { target, model });
      expect(formatReason(plan.note!)).toBe(`→ middle ${preserve}/${preserve}`);
      expect(letters(plan)).toBe(letters(planned(middleRemoval, input, { target }, { preserveStart: preserve, preserveEnd: preserve })));
    }
  });

  it('where the base is hybrid the features decide, and both layers are shown', () => {
    const plan = planned(providerAuto, input, { target, model: 'gpt-4o' });
    expect(formatReason(plan.note!)).toBe('→ hybrid 6/6 → oldest');
    const layers = ['provider-by-model', 'provider-row openai-gpt-4', 'hybrid-features', 'hybrid-choice long'];
    const keysOf = ({ trace = [] }: Plan) => trace.map(({ key, values }) => [key, values?.row ?? values?.rule ?? ''].join(' ').trim());
    expect(keysOf(plan)).toEqual(layers);
    const unsure = planned(providerAuto, input, { target, model: 'gpt-4o' }, { confidence: 0.95 });
    expect(keysOf(unsure)).toEqual([...layers, 'hybrid-both']);
    expect(letters(unsure)).toBe(letters(planned(middleRemoval, input, { target }, { preserveStart: 6, preserveEnd: 6 })));
  });

  it('uses the minimum of the row', () => {
    const params = { provider: 'model', confidence: 0.6, checkInterval: 5, enabled: true };
    expect(providerAuto.minimum?.(params, 'ollama/phi4')).toBe(3);
    expect(providerAuto.minimum?.(params, 'gpt-4o')).toBe(4);
    expect(providerAuto.minimum?.({ ...params, provider: 'local' }, 'gpt-4o')).toBe(3);
    expect(letters(planned(providerAuto, input, { target: 2, model: 'ollama/phi4' })).replaceAll('D', '')).toHaveLength(3);
  });

  it('a row can be chosen by hand', () => {
    expect(formatReason(planned(providerAuto, input, { target, model: 'gpt-4o' }, { provider: 'anthropic' }).note!)).toBe('→ oldest 5/7');
    const by = (circumstances: Circumstances, provider: string) =>
      planned(providerAuto, input, { target, ...circumstances }, { provider })
        .trace!.slice(0, 2)
        .map(({ key, values }) => [key, values?.row]);
    expect(by({ model: 'gpt-4o' }, 'local')).toEqual([
      ['provider-by-hand', undefined],
      ['provider-row', 'local'],
    ]);
    expect(by({}, 'model')).toEqual([
      ['provider-no-model', undefined],
      ['provider-row', 'other'],
    ]);
  });
});

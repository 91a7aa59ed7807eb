/** S2's three layers: provider and model choose a strategy; if that is hybrid, features and then scores decide. docs/systems.md#s2-provider-table */
import type { Plan, Reason } from '../strategies/contract.ts';
import { middleRemoval } from '../strategies/removal/middle-removal.ts';
import { removeOldest } from '../strategies/removal/oldest-removal.ts';
import type { ChoiceParam } from '../strategies/params.ts';
import { defineStrategy, enabled, s2Triggers } from '../strategies/shared/shared-params.ts';
import { unchangedPlan } from '../strategies/shared/plans.ts';
import { removalTarget } from '../strategies/shared/removal.ts';
import { confidence, settleHybrid } from './hybrid.ts';
import { s2Trigger } from '../triggers/watch.ts';

/** Base strategy, preserved counts and thresholds by provider and model. docs/systems.md#s2-provider-table */

export const PROVIDERS = ['openai-gpt-4', 'openai-o', 'anthropic', 'google', 'local', 'other'] as const;
type ProviderRow = (typeof PROVIDERS)[number];

interface ProviderRule {
  readonly strategy: 'middle' | 'oldest' | 'hybrid';
  readonly start: number;
  readonly end: number;
  readonly minMessages: number;
  /** Shares of the window at which S2 warns and compresses. */
  readonly warn: number;
  readonly compress: number;
}

export const PROVIDER_RULES: Readonly<Record<ProviderRow, ProviderRule>> = {
  'openai-gpt-4': { strategy: 'hybrid', start: 6, end: 6, minMessages: 4, warn: 0.85, compress: 0.9 },
  'openai-o': { strategy: 'middle', start: 8, end: 8, minMessages: 4, warn: 0.9, compress: 0.95 },
  anthropic: { strategy: 'oldest', start: 5, end: 7, minMessages: 4, warn: 0.85, compress: 0.92 },
  google: { strategy: 'middle', start: 10, end: 10, minMessages: 4, warn: 0.9, compress: 0.95 },
  local: { strategy: 'hybrid', start: 3, end: 4, minMessages: 3, warn: 0.7, compress: 0.8 },
  other: { strategy: 'hybrid', start: 4, end: 5, minMessages: 4, warn: 0.8, compress: 0.9 },
};

const GOOGLE_BEFORE_1_5 = /gemini-(?:1\.0|pro(?:-vision)?$|ultra)/;

export function providerOf(model: string | undefined): ProviderRow {
  const name = (model ?? '').toLowerCase();
  if (/\b(?:ollama|lm[-_ ]?studio)\b/.test(name)) return 'local';
  if (/\banthropic\b|\bclaude\b/.test(name)) return 'anthropic';
  if (/\bgemini\b/.test(name)) return GOOGLE_BEFORE_1_5.test(name) ? 'other' : 'google';
  if (/\b(?:chat)?gpt-4/.test(name)) return 'openai-gpt-4';
  if (/(?:^|[/:._])o[1-9](?:-|$)/.test(name)) return 'openai-o';
  return 'other';
}

const provider = { kind: 'choice', unit: 'none', default: 'model', options: ['model', ...PROVIDERS] } as const satisfies ChoiceParam;

const isRow = (value: string): value is ProviderRow => (PROVIDERS as readonly string[]).includes(value);

function rowOf(chosen: string, model: string | undefined): ProviderRow {
  return isRow(chosen) ? chosen : providerOf(model);
}

function foundBy(chosen: string, model: string | undefined): Reason {
  if (isRow(chosen)) return { key: 'provider-by-hand' };
  return model === undefined ? { key: 'provider-no-model' } : { key: 'provider-by-model', values: { model } };
}

export const providerAuto = defineStrategy({
  id: 'provider-auto',
  family: 'pipelines',
  source: { seed: 'S2', section: '3' },
  kind: 'pipeline',
  params: { provider, confidence, checkInterval: s2Triggers.checkInterval, enabled },
  minimum: (params, model) => PROVIDER_RULES[rowOf(params.provider, model)].minMessages,
  trigger(params, _window, model) {
    const { warn, compress } = PROVIDER_RULES[rowOf(params.provider, model)];
    return { ...s2Trigger({ ...params, compressionThreshold: compress }), warning: warn };
  },
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    if (!params.enabled) return unchangedPlan(input, { key: 'unchanged-disabled' });
    const row = rowOf(params.provider, ctx.model);
    const { strategy, start, end, minMessages, warn, compress } = PROVIDER_RULES[row];
    const trace: Reason[] = [
      foundBy(params.provider, ctx.model),
      { key: 'provider-row', values: { row, strategy, start, end, minMessages, warn, compress } },
    ];
    const explained = (plan: Plan, key: string, removal: string): Plan =>
      plan.unchanged
        ? { ...plan, trace }
        : { ...plan, note: { key, values: { strategy: removal, start, end } }, trace: [...trace, ...(plan.trace ?? [])] };

    if (strategy === 'oldest') return explained(removeOldest(input, { minMessages, start, end }, ctx), 'note-provider', strategy);
    const { checkInterval } = params;
    const values = {
      confidence: params.confidence,
      preserveStart: start,
      preserveEnd: end,
      minMessages,
      compressionThreshold: compress,
      checkInterval,
      enabled: true,
    };
    if (strategy === 'middle') return explained(middleRemoval.plan(input, values, ctx), 'note-provider', strategy);
    const settled = settleHybrid(input, values, ctx);
    return explained(settled.plan, 'note-provider-hybrid', settled.strategy);
  },
});

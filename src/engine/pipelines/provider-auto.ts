/** S2's three layers: provider and model choose a strategy; if that is hybrid, features and then scores decide. docs/systems.md#s2-provider-table */
import type { Plan, Reason } from '../strategies/contract.ts';
import { middleRemoval } from '../strategies/removal/middle-removal.ts';
import { removeOldest } from '../strategies/removal/oldest-removal.ts';
import type { ChoiceParam } from '../strategies/params.ts';
import { defineStrategy, enabled, s2Triggers } from '../strategies/shared/params.ts';
import { unchangedPlan } from '../strategies/shared/plans.ts';
import { removalTarget } from '../strategies/shared/removal.ts';
import { confidence, settleHybrid } from './hybrid.ts';
import { s2Trigger } from '../triggers/seeds.ts';
import { PROVIDER_RULES, PROVIDERS, type ProviderRow, providerOf } from './providers.ts';

const provider = { kind: 'choice', unit: 'none', default: 'model', options: ['model', ...PROVIDERS] } as const satisfies ChoiceParam;

const isRow = (value: string): value is ProviderRow => (PROVIDERS as readonly string[]).includes(value);

/** The row that applies: the one chosen in the parameters, else that of the model. */
function rowOf(chosen: string, model: string | undefined): ProviderRow {
  return isRow(chosen) ? chosen : providerOf(model);
}

/** How the row was found, as the first line of the explanation. */
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
    const trace: Reason[] = [foundBy(params.provider, ctx.model), { key: `provider-${row}`, values: { start, end, minMessages, warn, compress } }];
    const explained = (plan: Plan, note: string): Plan =>
      plan.unchanged ? { ...plan, trace } : { ...plan, note: { key: note, values: { start, end } }, trace: [...trace, ...(plan.trace ?? [])] };

    if (strategy === 'oldest') return explained(removeOldest(input, { minMessages, start, end }, ctx), 'note-provider-oldest');
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
    if (strategy === 'middle') return explained(middleRemoval.plan(input, values, ctx), 'note-provider-middle');
    const settled = settleHybrid(input, values, ctx);
    return explained(settled.plan, `note-provider-hybrid-${settled.strategy}`);
  },
});

/** S2 3: three layers. Provider and model choose the base strategy; only where that is hybrid do features, then scores decide. */
import type { Reason } from '../strategies/contract.ts';
import { middleRemoval } from '../strategies/middle-removal.ts';
import { oldestRemoval } from '../strategies/oldest-removal.ts';
import type { ChoiceParam } from '../strategies/params.ts';
import { defineStrategy } from '../strategies/shared/params.ts';
import { removalTarget } from '../strategies/shared/removal.ts';
import { confidence, settleHybrid } from './hybrid.ts';
import { PROVIDER_RULES, PROVIDERS, type ProviderRow, providerOf } from './providers.ts';

const provider = { kind: 'choice', unit: 'none', default: 'model', options: ['model', ...PROVIDERS] } as const satisfies ChoiceParam;

const isRow = (value: string): value is ProviderRow => (PROVIDERS as readonly string[]).includes(value);

/** The row that applies: the one chosen in the parameters, else that of the model. */
function rowOf(chosen: string, model: string | undefined): ProviderRow {
  return isRow(chosen) ? chosen : providerOf(model);
}

const settled = ({ plan, strategy }: ReturnType<typeof settleHybrid>) => ({ plan, note: `note-provider-hybrid-${strategy}` });

export const providerAuto = defineStrategy({
  id: 'provider-auto',
  source: { seed: 'S2', section: '3' },
  kind: 'pipeline',
  params: { provider, confidence },
  minimum: (params, model) => PROVIDER_RULES[rowOf(params.provider, model)].minMessages,
  ownTarget: (_params, window) => removalTarget(window),
  plan(input, params, ctx) {
    const row = rowOf(params.provider, ctx.model);
    const { strategy, start, end, minMessages, warn, compress } = PROVIDER_RULES[row];
    const values = { confidence: params.confidence, preserveStart: start, preserveEnd: end, minMessages };
    const { plan, note } =
      strategy === 'hybrid'
        ? settled(settleHybrid(input, values, ctx))
        : { plan: (strategy === 'middle' ? middleRemoval : oldestRemoval).plan(input, values, ctx), note: `note-provider-${strategy}` };
    if (plan.unchanged) return plan;

    const because: Reason = { key: `provider-${row}`, values: { model: ctx.model ?? '?', start, end, minMessages, warn, compress } };
    return { ...plan, note: { key: note, values: { start, end } }, trace: [because, ...(plan.trace ?? [])] };
  },
});

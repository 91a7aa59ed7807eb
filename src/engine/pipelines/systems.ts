/** When rows compact by themselves: triggers of rows with their settings, and of whole systems. */
import type { Strategy } from '../strategies/contract.ts';
import { type ParamValues, resolveParams, type SharedParam } from '../strategies/params.ts';
import { type OwnTrigger, SYSTEM_ROW, type TriggerSeed } from '../triggers/contract.ts';
import { byId } from './index.ts';

const NEVER: OwnTrigger = { rule: { triggers: [], combine: 'any' } };

/** The trigger of a row with all its parameters; undefined if it has none. `enabled`, where a system has it, switches it off. */
export function ownTrigger(strategy: Strategy, params: ParamValues, window: number, model?: string): OwnTrigger | undefined {
  return strategy.trigger && (params.enabled === false ? NEVER : strategy.trigger(params, window, model));
}

/**
 * The trigger of a system for other rows: that of its representative row, with that row's settings. `params` = changed parameters by
 * strategy. Throws a RangeError for values that the row refuses.
 */
export function systemTrigger(
  seed: TriggerSeed,
  params: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  window: number,
  { model, shared }: { readonly model?: string; readonly shared?: Readonly<Partial<Record<SharedParam, number>>> } = {},
): OwnTrigger {
  const id = SYSTEM_ROW[seed];
  const strategy = byId.get(id)!;
  const resolved = resolveParams(strategy.params, params[id], shared);
  if (!resolved.ok) throw new RangeError(`${id}: ${resolved.error}`);
  return ownTrigger(strategy, resolved.value, window, model)!;
}

/** The trigger of a system as a whole, for rows that are not its own: that of one of its rows, with that row's settings. */
import { resolveParams, type SharedParam } from '../strategies/params.ts';
import { type OwnTrigger, SYSTEM_ROW, type TriggerSeed } from '../triggers/contract.ts';
import { byId } from './index.ts';

/** `params` = what a person changed, by strategy. Throws a RangeError for values that the row refuses. */
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
  return strategy.trigger!(resolved.value, window, model);
}

/** What a strategy would leave at every value of its knob: it must rise with an `up` knob. */
import { plannedTokens } from '../compaction/estimate.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { PlannedStrategy } from '../strategies/contract.ts';
import { knobOf, type ParamSchema } from '../strategies/params.ts';
import { planned } from './plans.ts';

/** Planned tokens at each value of the knob, with a target of one token so that it always acts. */
export function knobCurve<S extends ParamSchema>(
  strategy: PlannedStrategy<S>,
  input: PreparedTranscript,
  values: readonly number[],
  params: Readonly<Record<string, unknown>> = {},
): number[] {
  const [name] = knobOf(strategy.params) ?? [];
  if (name === undefined) throw new Error(`${strategy.id} has no knob`);
  return values.map((value) => {
    const plan = planned(strategy, input, { target: 1 }, { ...params, [name]: value });
    return plan.unchanged ? input.counts.total : plannedTokens(input, plan);
  });
}

/** Places at which the curve falls. */
export const falls = (curve: readonly number[]): number[] => [...curve.keys()].filter((k) => k > 0 && curve[k]! < curve[k - 1]!);

import type { Prepared } from '../signals/contract.ts';
import type { Plan, PlanContext, PlannedStrategy } from '../strategies/contract.ts';
import type { NumberParam, ParamValues } from '../strategies/params.ts';
import { plannedTokens } from './estimate.ts';

export interface Aimed {
  readonly value: number;
  readonly params: ParamValues;
  readonly plan: Plan;
  /** Tokens by the reserve rule. */
  readonly planned: number;
}

/** Removes what adding fractional steps leaves behind (0.1 + 0.2). */
const onGrid = (value: number): number => Number(value.toPrecision(12));

/** A knob that counts messages, rounds, topics or tool blocks does nothing new beyond those that are there, and must reach them. */
function upperEnd(knob: NumberParam, prepared: Prepared): number {
  if (knob.unit === 'messages' || knob.unit === 'topics' || knob.unit === 'blocks') return Math.max(knob.min, prepared.n);
  if (knob.unit === 'rounds') return Math.max(knob.min, prepared.turns, prepared.steps);
  return knob.max;
}

/**
 * The least aggressive value of the budget knob at which the plan meets the target by the reserve rule, by bisection
 * over the grid of its steps (a larger value of an 'up' knob keeps more, of a 'down' knob less). Where no value
 * meets it: the most aggressive one. At most about log₂(steps) + 2 plans are made.
 */
export function aim(prepared: Prepared, strategy: PlannedStrategy, params: ParamValues, ctx: PlanContext, name: string, knob: NumberParam): Aimed {
  const target = ctx.budget.target ?? prepared.counts.total;
  const steps = Math.ceil((upperEnd(knob, prepared) - knob.min) / knob.step - 1e-9);
  /** k = 0 is the most aggressive value, k = steps the least. */
  const at = (k: number): Aimed => {
    const value = onGrid(knob.min + (knob.knob === 'down' ? steps - k : k) * knob.step);
    const tried = { ...params, [name]: value };
    const plan = strategy.plan(prepared, tried, ctx);
    return { value, params: tried, plan, planned: plan.unchanged ? prepared.counts.total : plannedTokens(prepared, plan) };
  };
  let best = at(0);
  if (best.planned > target) return best;
  // Invariant: `best` is at `meets` and meets the target; `misses` does not, or lies beyond the grid.
  let meets = 0;
  let misses = steps + 1;
  while (misses - meets > 1) {
    const middle = (meets + misses) >>> 1;
    const tried = at(middle);
    if (tried.planned <= target) {
      meets = middle;
      best = tried;
    } else misses = middle;
  }
  return best;
}

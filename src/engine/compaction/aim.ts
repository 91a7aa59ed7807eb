import type { Prepared } from '../signals/contract.ts';
import { perPrepared } from '../signals/remember.ts';
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
 * Tokens planned at values of a knob, by their place on the grid. Numbers only, so they are cheap to keep: a slider that moves on
 * begins with the values that it tried before, and one that comes back tries none.
 */
type Tried = Map<number, number>;
const MOST_TRIED = 1000;
/** By what is the same at every target; the oldest is forgotten first. */
const REMEMBERED = 4;
const triedOf = perPrepared(() => new WeakMap<PlannedStrategy, Map<string, Tried>>());

function triedBefore(prepared: Prepared, strategy: PlannedStrategy, params: ParamValues, ctx: PlanContext): Tried {
  const byStrategy = triedOf(prepared);
  const known = byStrategy.get(strategy) ?? new Map<string, Tried>();
  byStrategy.set(strategy, known);
  const key = JSON.stringify([params, { ...ctx, budget: { ...ctx.budget, target: null } }]);
  let tried = known.get(key);
  if (!tried || tried.size > MOST_TRIED) {
    tried = new Map();
    const [oldest] = known.size >= REMEMBERED ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, tried);
  }
  return tried;
}

/**
 * The least aggressive value of the budget knob at which the plan meets the target by the reserve rule, by bisection
 * over the grid of its steps (a larger value of an 'up' knob keeps more, of a 'down' knob less). Where no value
 * meets it: the most aggressive one. At most about log₂(steps) + 2 plans are made, fewer where values were tried before:
 * what is planned at a value does not depend on the target (PlannedStrategy.plan).
 */
export function aim(prepared: Prepared, strategy: PlannedStrategy, params: ParamValues, ctx: PlanContext, name: string, knob: NumberParam): Aimed {
  const target = ctx.budget.target ?? prepared.counts.total;
  const steps = Math.ceil((upperEnd(knob, prepared) - knob.min) / knob.step - 1e-9);
  const tried = triedBefore(prepared, strategy, params, ctx);
  /** The last plan made here that meets the target, or the most aggressive one. */
  let made: { readonly k: number; readonly aimed: Aimed } | undefined;
  /** k = 0 is the most aggressive value, k = steps the least. */
  const at = (k: number): Aimed => {
    const value = onGrid(knob.min + (knob.knob === 'down' ? steps - k : k) * knob.step);
    const withValue = { ...params, [name]: value };
    const plan = strategy.plan(prepared, withValue, ctx);
    return { value, params: withValue, plan, planned: plan.unchanged ? prepared.counts.total : plannedTokens(prepared, plan) };
  };
  const meetsAt = (k: number): boolean => {
    const known = tried.get(k);
    if (known !== undefined) return known <= target;
    const aimed = at(k);
    tried.set(k, aimed.planned);
    const meets = aimed.planned <= target;
    if (meets || k === 0) made = { k, aimed };
    return meets;
  };
  // Invariant: the value at `meets` meets the target (or none does); the one at `misses` does not, or lies beyond the grid.
  let meets = 0;
  let misses = meetsAt(0) ? steps + 1 : 1;
  while (misses - meets > 1) {
    const middle = (meets + misses) >>> 1;
    if (meetsAt(middle)) meets = middle;
    else misses = middle;
  }
  return made?.k === meets ? made.aimed : at(meets);
}

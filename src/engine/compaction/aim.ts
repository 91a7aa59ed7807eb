import { BoundedMap } from '../lib/bounded-map.ts';
import { finished, type Slice } from '../lib/lib-steps.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { perPrepared, perProtection } from '../signals/remember.ts';
import type { Plan, PlanContext, PlannedStrategy } from '../strategies/contract.ts';
import type { NumberParam, ParamValues } from '../strategies/params.ts';
import { plannedTokens } from './estimate.ts';
import { repaired } from './repair.ts';

export interface AimResult {
  readonly value: number;
  readonly params: ParamValues;
  readonly plan: Plan;
  readonly planned: number;
}

const onGrid = (value: number): number => Number(value.toPrecision(12));

/** A knob that counts messages, rounds, topics or tool blocks has no effect beyond their number, but must reach it. */
function upperEnd(knob: NumberParam, prepared: PreparedTranscript): number {
  if (knob.unit === 'messages' || knob.unit === 'topics' || knob.unit === 'blocks') return Math.max(knob.min, prepared.n);
  if (knob.unit === 'rounds') return Math.max(knob.min, prepared.turns, prepared.steps);
  return knob.max;
}

/**
 * Tokens planned at values of a knob, by grid position. Numbers only, so they are cheap to keep: a moving slider starts from values tried
 * before, and one that returns tries none.
 */
interface KnobTrials {
  readonly planned: Map<number, number>;
  fresh: number[];
  from?: KnobTrials;
}
const MOST_TRIED = 1000;
/** Number of sets of values that do not depend on the target. */
const REMEMBERED = 4;

type Memory = WeakMap<PlannedStrategy, BoundedMap<string, KnobTrials>>;
const ownMemory = perPrepared((): Memory => new WeakMap());
/** Priorities moved: most strategies ignore them, so earlier values are good guesses. */
const sharedMemory = perProtection((): Memory => new WeakMap());

function triedIn(memory: Memory, strategy: PlannedStrategy, key: string): KnobTrials {
  const known = memory.get(strategy) ?? new BoundedMap<string, KnobTrials>(REMEMBERED);
  memory.set(strategy, known);
  let tried = known.get(key);
  if (!tried || tried.planned.size > MOST_TRIED) {
    tried = { planned: new Map(), fresh: [] };
    known.set(key, tried);
  }
  return tried;
}

function handOn(tried: KnobTrials, guesses: KnobTrials): void {
  const places = guesses.from === tried ? tried.fresh : tried.planned.keys();
  for (const k of places) guesses.planned.set(k, tried.planned.get(k)!);
  tried.fresh = [];
  guesses.from = tried;
}

/** The largest k from 0 to `steps` for which `meets` holds, by bisection; 0 if it never does. */
function* largest(
  steps: number,
  givesUp: boolean,
  meetsAt: (k: number) => Generator<Slice, boolean>,
): Generator<Slice, { readonly meets: number; readonly misses: number }> {
  let from = 0;
  if (!(yield* meetsAt(0))) {
    for (let k = steps; givesUp && k > 0 && from === 0; k = Math.floor(0.75 * k)) if (yield* meetsAt(k)) from = k;
    if (from === 0) return { meets: 0, misses: 1 };
  }
  let [meets, misses] = [from, steps + 1];
  while (misses - meets > 1) {
    const middle = Math.floor((meets + misses) / 2);
    if (yield* meetsAt(middle)) meets = middle;
    else misses = middle;
  }
  return { meets, misses };
}

/**
 * The least aggressive value of the budget knob at which the plan meets the target by the reserve rule
 * (docs/adr/0002-plans-are-synchronous.md), by bisection over the grid of its steps (a larger value of an 'up' knob keeps more, of a 'down'
 * knob less). If no value meets it: the most aggressive one. At most about log₂(steps) + 2 plans are made, fewer where values were tried
 * before, because a plan at a value does not depend on the target (PlannedStrategy.plan). Each plan is a step.
 */
export function* aimSteps(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  params: ParamValues,
  ctx: PlanContext,
  name: string,
  knob: NumberParam,
): Generator<Slice, AimResult> {
  const target = ctx.budget.target ?? prepared.counts.total;
  const steps = Math.ceil((upperEnd(knob, prepared) - knob.min) / knob.step - 1e-9);
  const key = JSON.stringify([params, { ...ctx, budget: { ...ctx.budget, target: null } }, prepared.settings.keywords]);
  const tried = triedIn(ownMemory(prepared), strategy, key);
  const guesses = triedIn(sharedMemory(prepared), strategy, key);
  const [own, shared] = [tried.planned, guesses.planned];
  /** The last plan made here that meets the target, or the most aggressive one. */
  let made: { readonly k: number; readonly aimed: AimResult } | undefined;
  const most = Math.ceil(Math.log2(steps + 1)) + 2;
  let done = 0;
  function* at(k: number): Generator<Slice, AimResult> {
    const value = onGrid(knob.min + (knob.knob === 'down' ? steps - k : k) * knob.step);
    const values = { ...params, [name]: value };
    const plan = repaired(prepared, strategy.plan(prepared, values, ctx), ctx.model);
    const aimed = { value, params: values, plan, planned: plan.unchanged ? prepared.counts.total : plannedTokens(prepared, plan) };
    own.set(k, aimed.planned);
    tried.fresh.push(k);
    if (k === 0 || aimed.planned <= target) made = { k, aimed };
    done++;
    yield { done, of: Math.max(done, most) };
    return aimed;
  }
  function* plannedAt(k: number): Generator<Slice, number> {
    return own.get(k) ?? (yield* at(k)).planned;
  }
  const givesUp = strategy.preset !== undefined;
  let found = yield* largest(steps, givesUp, function* (k) {
    return (own.get(k) ?? shared.get(k) ?? (yield* plannedAt(k))) <= target;
  });
  // A guess holds if the value that meets and the next one that does not still give the planned tokens.
  function* holds(k: number): Generator<Slice, boolean> {
    return k > steps || !shared.has(k) || (yield* plannedAt(k)) === shared.get(k);
  }
  if (!((yield* holds(found.meets)) && (yield* holds(found.misses)))) {
    shared.clear();
    delete guesses.from;
    found = yield* largest(steps, givesUp, function* (k) {
      return (yield* plannedAt(k)) <= target;
    });
  }
  handOn(tried, guesses);
  return made?.k === found.meets ? made.aimed : yield* at(found.meets);
}

export const aim = (...asked: Parameters<typeof aimSteps>): AimResult => finished(aimSteps(...asked));

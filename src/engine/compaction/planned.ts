/** One strategy with a plan: plan → (aim) → summaries → limit → result. */
import { BoundedMap } from '../lib/bounded-map.ts';
import { all, type Eventual, whenDone } from '../lib/work.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { perPrepared, perProtection } from '../signals/remember.ts';
import { type Budget, KEEP, type Plan, type PlanContext, type PlannedStrategy } from '../strategies/contract.ts';
import { knobOf, type NumberParam, type ParamValues, type SharedParam } from '../strategies/params.ts';
import { promptOf, type Summarizer, type SummaryOutcome } from '../summarizers/contract.ts';
import { type Draft, draftOf, finish, generationsOf, type RunFrame, standing, type SummarySuccess } from './compaction-finish.ts';
import { plannedTokens } from './estimate.ts';
import { repaired } from './repair.ts';
import { writeSummaries } from './summaries.ts';
import type { CompactionResult } from './types.ts';

interface AimResult {
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
const AIMS = 4;

type Memory = WeakMap<PlannedStrategy, BoundedMap<string, KnobTrials>>;
const ownMemory = perPrepared((): Memory => new WeakMap());
/** Priorities moved: most strategies ignore them, so earlier values are good guesses. */
const sharedMemory = perProtection((): Memory => new WeakMap());

function triedIn(memory: Memory, strategy: PlannedStrategy, key: string): KnobTrials {
  const known = memory.get(strategy) ?? new BoundedMap<string, KnobTrials>(AIMS);
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
function largest(steps: number, givesUp: boolean, meetsAt: (k: number) => boolean): { readonly meets: number; readonly misses: number } {
  let from = 0;
  if (!meetsAt(0)) {
    for (let k = steps; givesUp && k > 0 && from === 0; k = Math.floor(0.75 * k)) if (meetsAt(k)) from = k;
    if (from === 0) return { meets: 0, misses: 1 };
  }
  let [meets, misses] = [from, steps + 1];
  while (misses - meets > 1) {
    const middle = Math.floor((meets + misses) / 2);
    if (meetsAt(middle)) meets = middle;
    else misses = middle;
  }
  return { meets, misses };
}

/**
 * The least aggressive value of the budget knob at which the plan meets the target by the reserve rule
 * (docs/adr/0002-plans-are-synchronous.md), by bisection over the grid of its steps (a larger value of an 'up' knob keeps more, of a 'down'
 * knob less). If no value meets it: the most aggressive one. At most about log₂(steps) + 2 plans are made, fewer where values were tried
 * before, because a plan at a value does not depend on the target (PlannedStrategy.plan).
 */
export function aim(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  params: ParamValues,
  ctx: PlanContext,
  name: string,
  knob: NumberParam,
): AimResult {
  const target = ctx.budget.target ?? prepared.counts.total;
  const steps = Math.ceil((upperEnd(knob, prepared) - knob.min) / knob.step - 1e-9);
  const key = JSON.stringify([params, { ...ctx, budget: { ...ctx.budget, target: null } }, prepared.settings.keywords]);
  const tried = triedIn(ownMemory(prepared), strategy, key);
  const guesses = triedIn(sharedMemory(prepared), strategy, key);
  const [own, shared] = [tried.planned, guesses.planned];
  /** The last plan made here that meets the target, or the most aggressive one. */
  let made: { readonly k: number; readonly aimed: AimResult } | undefined;
  function at(k: number): AimResult {
    const value = onGrid(knob.min + (knob.knob === 'down' ? steps - k : k) * knob.step);
    const values = { ...params, [name]: value };
    const plan = repaired(prepared, strategy.plan(prepared, values, ctx), ctx.model);
    const aimed = { value, params: values, plan, planned: plan.unchanged ? prepared.counts.total : plannedTokens(prepared, plan) };
    own.set(k, aimed.planned);
    tried.fresh.push(k);
    if (k === 0 || aimed.planned <= target) made = { k, aimed };
    return aimed;
  }
  const plannedAt = (k: number): number => own.get(k) ?? at(k).planned;
  const givesUp = strategy.preset !== undefined;
  let found = largest(steps, givesUp, (k) => (own.get(k) ?? shared.get(k) ?? plannedAt(k)) <= target);
  // A guess holds if the value that meets and the next one that does not still give the planned tokens.
  const holds = (k: number): boolean => k > steps || !shared.has(k) || plannedAt(k) === shared.get(k);
  if (!(holds(found.meets) && holds(found.misses))) {
    shared.clear();
    delete guesses.from;
    found = largest(steps, givesUp, (k) => plannedAt(k) <= target);
  }
  handOn(tried, guesses);
  return made?.k === found.meets ? made.aimed : at(found.meets);
}

export interface CompactOptions {
  readonly budget: Budget;
  readonly params: ParamValues;
  /** A person chose the knob's value: it is used unchanged instead of aimed at the target. */
  readonly knobSet?: boolean;
  readonly summarizer: Summarizer;
  readonly weight: number;
  readonly model?: string;
  readonly seed: number;
  readonly shared?: Readonly<Partial<Record<SharedParam, number>>>;
  readonly ts?: string;
  /** A clock in milliseconds, for `summaryMs`. */
  readonly now?: () => number;
}

/**
 * When a budget knob is aimed at the target: always (a single strategy, and the last stage of a pipeline), or only if its own value already
 * meets the target (the stages before the last). Never with own defaults, nor if a person set it.
 */
export type AimRule = 'always' | 'when-met';

/** How often a plan may be replaced by its own more aggressive one; S1 reduces its rounds one at a time. */
const MOST_RETRIES = 200;

export function planContext({ budget, weight, model, seed, shared }: CompactOptions, target: number | null): PlanContext {
  return { budget: { ...budget, target }, weight, model, seed, ...(shared ? { shared } : {}) };
}

interface PlanResult {
  readonly plan: Plan;
  readonly params: ParamValues;
  readonly knob: CompactionResult['knob'];
}

const REMEMBERED = 2;
const plansOf = perPrepared(() => new WeakMap<PlannedStrategy, { readonly key: string; readonly aimed: AimResult }[]>());

function aimOnce(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  params: ParamValues,
  ctx: PlanContext,
  ...knob: [string, NumberParam]
): AimResult {
  const plans = plansOf(prepared);
  const key = JSON.stringify([params, ctx]);
  const known = plans.get(strategy) ?? [];
  const found = known.find((one) => one.key === key);
  if (found) return found.aimed;
  const aimed = aim(prepared, strategy, params, ctx, ...knob);
  plans.set(strategy, [...known.slice(1 - REMEMBERED), { key, aimed }]);
  return aimed;
}

const REPAIR_TRIES = 3;

function toTarget(prepared: PreparedTranscript, strategy: PlannedStrategy, params: ParamValues, ctx: PlanContext): Plan {
  const { budget, model } = ctx;
  let aimedFor = budget.target ?? 0;
  const plan = strategy.plan(prepared, params, ctx);
  const first = repaired(prepared, plan, model);
  if (budget.target === null || first === plan) return first;
  let best = { plan: first, tokens: plannedTokens(prepared, first) };
  let by = best.tokens - plannedTokens(prepared, plan);
  for (let k = 0; k < REPAIR_TRIES; k++) {
    const next = budget.target - by;
    if (next === aimedFor || next < 0) break;
    aimedFor = next;
    const bare = strategy.plan(prepared, params, { ...ctx, budget: { ...budget, target: next } });
    const tried = repaired(prepared, bare, model);
    const tokens = plannedTokens(prepared, tried);
    const over = best.tokens > budget.target;
    if (bare.unchanged || (tokens > budget.target ? !over || tokens >= best.tokens : !over && tokens <= best.tokens)) break;
    best = { plan: tried, tokens };
    by = tokens - plannedTokens(prepared, bare);
  }
  return best.plan;
}

export function makePlan(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  options: CompactOptions,
  ctx: PlanContext,
  aiming: AimRule,
): PlanResult {
  const { params } = options;
  const { own, target } = ctx.budget;
  const knob = knobOf(strategy.params);
  const inUse = (values: ParamValues, aimed: boolean): CompactionResult['knob'] => knob && { param: knob[0], value: Number(values[knob[0]]), aimed };
  const may = knob !== undefined && !own && !options.knobSet && target !== null;
  if (!may)
    return {
      plan: knob ? repaired(prepared, strategy.plan(prepared, params, ctx), ctx.model) : toTarget(prepared, strategy, params, ctx),
      params,
      knob: inUse(params, false),
    };
  if (aiming === 'when-met') {
    const plan = repaired(prepared, strategy.plan(prepared, params, ctx), ctx.model);
    if (plan.unchanged || plannedTokens(prepared, plan) > target) return { plan, params, knob: inUse(params, false) };
  }
  const aimed = aimOnce(prepared, strategy, params, ctx, ...knob);
  return { plan: aimed.plan, params: aimed.params, knob: inUse(aimed.params, true) };
}

export function runOf(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  options: CompactOptions,
  target: number | null,
  made?: PlanResult,
): RunFrame {
  const { model, ts, knobSet = false } = options;
  const params = made?.params ?? options.params;
  const knob = knobOf(strategy.params);
  return {
    prepared,
    strategy: strategy.id,
    params,
    window: options.budget.window,
    target,
    knob: made ? made.knob : knob && { param: knob[0], value: Number(params[knob[0]]), aimed: !options.budget.own && !knobSet && target !== null },
    knobSet,
    summaryMs: 0,
    failures: [],
    ts,
    minimum: strategy.minimum?.(params, model),
    mayDropSkills: strategy.dropsSkills === true,
    log: (finished) => strategy.log?.(finished) ?? [],
    state: (finished) => strategy.state?.(prepared, finished),
  };
}

type SummaryFault = Extract<SummaryOutcome, { readonly ok: false }>;

interface PlanExecution {
  readonly summarizer: Summarizer;
  readonly ts: string | undefined;
  readonly result: CompactionResult;
  readonly plan: Plan;
  readonly draft: Draft;
}

const carriedOut = new WeakMap<Plan, PlanExecution>();

export function carryOut(
  strategy: PlannedStrategy,
  options: CompactOptions,
  ctx: PlanContext,
  run: RunFrame,
  plan: Plan,
): Eventual<CompactionResult> {
  const { summarizer, ts } = options;
  const known = carriedOut.get(plan);
  if (known?.summarizer === summarizer && known.ts === ts) {
    const { result, plan: last, draft } = known;
    // Whether the target is met, and why it is not, is said of this one.
    return result.target === run.target ? { ...result, summaryMs: 0 } : finish({ ...run, failures: result.failures }, last, draft);
  }
  return new Execution(strategy, options, ctx, run, plan).attempt(plan);
}

/** Carries out one plan: has its summaries written, and takes a plan's own replacement where they fail or leave too much. */
class Execution {
  readonly #strategy: PlannedStrategy;
  readonly #options: CompactOptions;
  readonly #ctx: PlanContext;
  readonly #made: Plan;
  #run: RunFrame;
  #retries = 0;

  constructor(strategy: PlannedStrategy, options: CompactOptions, ctx: PlanContext, run: RunFrame, made: Plan) {
    this.#strategy = strategy;
    this.#options = options;
    this.#ctx = ctx;
    this.#run = run;
    this.#made = made;
  }

  attempt(plan: Plan): Eventual<CompactionResult> {
    const { summarizer, now } = this.#options;
    const { prepared } = this.#run;
    const idle = idleReason(plan);
    const started = now?.() ?? 0;
    const written = idle || plan.summaries.length === 0 ? [] : all(writeSummaries(prepared, plan, summarizer, promptOf(this.#strategy.source)));
    return whenDone(written, (outcomes) => {
      this.#run = { ...this.#run, summaryMs: this.#run.summaryMs + (now?.() ?? 0) - started };
      const failed = outcomes.find((o) => !o.ok);
      return failed && !failed.ok ? this.#afterFailure(plan, failed) : this.#afterSuccess(plan, outcomes as readonly SummarySuccess[], idle);
    });
  }

  #replace(plan: Plan): Eventual<CompactionResult> {
    this.#retries++;
    return this.attempt(repaired(this.#run.prepared, plan, this.#ctx.model));
  }

  #afterFailure(plan: Plan, { failure, summarizer: by, message, said, reason }: SummaryFault): Eventual<CompactionResult> {
    this.#run = { ...this.#run, failures: [...this.#run.failures, failure] };
    const { prepared, params } = this.#run;
    const instead = failure === 'not-sent' ? undefined : this.#strategy.onSummaryFailure?.(prepared, params, this.#ctx, failure);
    // A replacement that requests a summary again would fail again.
    if (instead && !('rejected' in instead) && instead.summaries.length === 0) return this.#replace(instead);
    if (instead && 'rejected' in instead) return standing(this.#run, 'rejected', instead.rejected, plan);
    const why: Reason = reason
      ? failure === 'not-sent'
        ? reason
        : { key: 'rejected-model', values: { ...reason.values, because: reason.key, summarizer: by } }
      : { key: 'rejected-summary', values: { ...said?.values, failure, summarizer: by, message, ...(said && { messageKey: said.key }) } };
    return standing(this.#run, 'rejected', why, plan);
  }

  #afterSuccess(plan: Plan, outcomes: readonly SummarySuccess[], idle: Reason | null): Eventual<CompactionResult> {
    const run = this.#run;
    const generations = generationsOf(run.prepared, plan);
    const draft = draftOf(
      run.prepared,
      plan,
      outcomes.map((outcome, k) => ({ outcome, generation: generations[k]! })),
    );
    const { limit } = plan;
    if (limit && draft.tokensAfter > limit.tokens) {
      if (limit.otherwise && this.#retries < MOST_RETRIES) return this.#replace(limit.otherwise());
      const { key, values } = limit.refused;
      return standing(run, 'refused', { key, values: { ...values, tokens: draft.tokensAfter, limit: limit.tokens } }, plan);
    }
    if (idle) return standing(run, 'unchanged', idle, plan);
    const result = finish(run, plan, draft);
    const { summarizer, ts } = this.#options;
    if (result.outcome === 'compacted' && run.knob?.aimed) carriedOut.set(this.#made, { summarizer, ts, result, plan, draft });
    return result;
  }
}

/** Why a plan does nothing; null when it does something. */
function idleReason(plan: Plan): Reason | null {
  if (plan.unchanged) return plan.unchanged;
  const idle = plan.insertions.length === 0 && plan.fates.every((fate) => fate === KEEP);
  return idle ? { key: 'unchanged-nothing-to-do' } : null;
}

export function compactPlanned(prepared: PreparedTranscript, strategy: PlannedStrategy, options: CompactOptions): Eventual<CompactionResult> {
  const { budget, params, model } = options;
  const { total } = prepared.counts;
  const target = budget.own ? (strategy.ownTarget?.(params, budget.window, model, budget.firedAt) ?? null) : budget.target;
  if (!budget.own && target !== null && total <= target && !strategy.recorded) {
    return standing(runOf(prepared, strategy, options, target), 'unchanged', { key: 'unchanged-within-target', values: { tokens: total, target } });
  }
  const ctx = planContext(options, target);
  const made = makePlan(prepared, strategy, options, ctx, 'always');
  return carryOut(strategy, options, ctx, runOf(prepared, strategy, options, target, made), made.plan);
}

/** One strategy with a plan: plan → (aim) → summaries → limit → result. */
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { perPrepared } from '../signals/remember.ts';
import { type Budget, KEEP, type Plan, type PlanContext, type PlannedStrategy } from '../strategies/contract.ts';
import { knobOf, type NumberParam, type ParamValues, type SharedParam } from '../strategies/params.ts';
import { promptOf, type Summarizer, type SummaryOutcome } from '../summarizers/contract.ts';
import { finished, type Slice } from '../lib/lib-steps.ts';
import { aimSteps, type AimResult } from './aim.ts';
import { plannedTokens } from './estimate.ts';
import { type Draft, draftOf, finish, generationsOf, type SummarySuccess, type RunFrame, standing } from './compaction-finish.ts';
import { repaired } from './repair.ts';
import { writeSummaries } from './summaries.ts';
import type { CompactionResult } from './types.ts';

export interface CompactOptions {
  readonly budget: Budget;
  readonly params: ParamValues;
  /** A person chose the knob's value: it is used unchanged instead of aimed at the target. */
  readonly knobSet?: boolean;
  readonly summarizer: Summarizer;
  /** Efficiency weight of token reduction, 0–1. */
  readonly weight: number;
  readonly model?: string;
  readonly seed: number;
  readonly shared?: Readonly<Partial<Record<SharedParam, number>>>;
  readonly ts?: string;
  /** A clock in milliseconds, for `summaryMs`. */
  readonly now?: () => number;
  readonly inSlices?: boolean;
}

export type PendingSummaries = readonly (SummaryOutcome | Promise<SummaryOutcome>)[];
export type Steps<T = CompactionResult> = Generator<PendingSummaries | Slice, T, readonly SummaryOutcome[]>;

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

export interface PlanResult {
  readonly plan: Plan;
  readonly params: ParamValues;
  readonly knob: CompactionResult['knob'];
}

const REMEMBERED = 2;
const plansOf = perPrepared(() => new WeakMap<PlannedStrategy, { readonly key: string; readonly aimed: AimResult }[]>());

function* aimOnce(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  params: ParamValues,
  ctx: PlanContext,
  ...knob: [string, NumberParam]
): Generator<Slice, AimResult> {
  const plans = plansOf(prepared);
  const key = JSON.stringify([params, ctx]);
  const known = plans.get(strategy) ?? [];
  const found = known.find((one) => one.key === key);
  if (found) return found.aimed;
  const aimed = yield* aimSteps(prepared, strategy, params, ctx, ...knob);
  plans.set(strategy, [...known.slice(1 - REMEMBERED), { key, aimed }]);
  return aimed;
}

const REPAIR_TRIES = 3;

/** The plan of a strategy that takes its target directly. */
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

export function* planSteps(
  prepared: PreparedTranscript,
  strategy: PlannedStrategy,
  options: CompactOptions,
  ctx: PlanContext,
  aiming: AimRule,
): Generator<Slice, PlanResult> {
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
  const aimed = yield* aimOnce(prepared, strategy, params, ctx, ...knob);
  return { plan: aimed.plan, params: aimed.params, knob: inUse(aimed.params, true) };
}

export const makePlan = (...asked: Parameters<typeof planSteps>): PlanResult => finished(planSteps(...asked));

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

interface PlanExecution {
  readonly summarizer: Summarizer;
  readonly ts: string | undefined;
  readonly result: CompactionResult;
  readonly plan: Plan;
  readonly draft: Draft;
}

const carriedOut = new WeakMap<Plan, PlanExecution>();

export function* carryOut(strategy: PlannedStrategy, options: CompactOptions, ctx: PlanContext, run: RunFrame, plan: Plan): Steps {
  const { summarizer, ts } = options;
  const known = carriedOut.get(plan);
  if (known?.summarizer === summarizer && known.ts === ts) {
    const { result, plan: last, draft } = known;
    // Whether the target is met, and why it is not, is said of this one.
    return result.target === run.target ? { ...result, summaryMs: 0 } : finish({ ...run, failures: result.failures }, last, draft);
  }
  return yield* summarizeAndFinish(strategy, options, ctx, run, plan);
}

function* summarizeAndFinish(strategy: PlannedStrategy, options: CompactOptions, ctx: PlanContext, first: RunFrame, made: Plan): Steps {
  const { summarizer, now, inSlices = false } = options;
  const { prepared, params } = first;
  let run = first;
  let plan = made;
  for (let retry = 0; ; retry++) {
    const idle = idleReason(plan);
    const started = now?.() ?? 0;
    // A summary that the strategy has written asks nobody.
    if (inSlices && !idle && plan.summaries.some((one) => !('ready' in one))) yield* summarizer.warm?.(prepared, false) ?? [];
    const outcomes = idle || plan.summaries.length === 0 ? [] : yield yield* writeSummaries(prepared, plan, summarizer, promptOf(strategy.source));
    run = { ...run, summaryMs: run.summaryMs + (now?.() ?? 0) - started };

    const failed = outcomes.find((o) => !o.ok);
    if (failed && !failed.ok) {
      run = { ...run, failures: [...run.failures, failed.failure] };
      const { failure, summarizer: by, message, said, reason } = failed;
      const instead = failure === 'not-sent' ? undefined : strategy.onSummaryFailure?.(prepared, params, ctx, failure);
      const why: Reason = reason
        ? failure === 'not-sent'
          ? reason
          : { key: 'rejected-model', values: { ...reason.values, because: reason.key, summarizer: by } }
        : { key: 'rejected-summary', values: { ...said?.values, failure, summarizer: by, message, ...(said && { messageKey: said.key }) } };
      // A replacement that requests a summary again would fail again.
      if (!instead || 'rejected' in instead || instead.summaries.length > 0) {
        return standing(run, 'rejected', instead && 'rejected' in instead ? instead.rejected : why, plan);
      }
      plan = repaired(prepared, instead, ctx.model);
      continue;
    }

    const generations = generationsOf(prepared, plan);
    const draft: Draft = draftOf(
      prepared,
      plan,
      outcomes.filter((o): o is SummarySuccess => o.ok).map((outcome, k) => ({ outcome, generation: generations[k]! })),
    );
    const { limit } = plan;
    if (limit && draft.tokensAfter > limit.tokens) {
      if (limit.otherwise && retry < MOST_RETRIES) {
        plan = repaired(prepared, limit.otherwise(), ctx.model);
        continue;
      }
      const { key, values } = limit.refused;
      return standing(run, 'refused', { key, values: { ...values, tokens: draft.tokensAfter, limit: limit.tokens } }, plan);
    }
    if (idle) return standing(run, 'unchanged', idle, plan);
    const result = finish(run, plan, draft);
    if (result.outcome === 'compacted' && run.knob?.aimed) carriedOut.set(made, { summarizer, ts: options.ts, result, plan, draft });
    return result;
  }
}

/** Why a plan does nothing; null when it does something. */
function idleReason(plan: Plan): Reason | null {
  if (plan.unchanged) return plan.unchanged;
  const idle = plan.insertions.length === 0 && plan.fates.every((fate) => fate === KEEP);
  return idle ? { key: 'unchanged-nothing-to-do' } : null;
}

export function* plannedSteps(prepared: PreparedTranscript, strategy: PlannedStrategy, options: CompactOptions): Steps {
  const { budget, params, model } = options;
  const { total } = prepared.counts;
  const target = budget.own ? (strategy.ownTarget?.(params, budget.window, model, budget.firedAt) ?? null) : budget.target;
  if (!budget.own && target !== null && total <= target && !strategy.recorded) {
    return standing(runOf(prepared, strategy, options, target), 'unchanged', { key: 'unchanged-within-target', values: { tokens: total, target } });
  }
  const ctx = planContext(options, target);
  const made = yield* planSteps(prepared, strategy, options, ctx, 'always');
  return yield* carryOut(strategy, options, ctx, runOf(prepared, strategy, options, target, made), made.plan);
}

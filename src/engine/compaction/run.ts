/** One compaction: plan → (aim) → summaries → limit → verify → result that can be applied and undone. */
import type { Prepared, Reason } from '../signals/contract.ts';
import { type Budget, KEEP, type LogLine, type Plan, type PlanContext, type Strategy } from '../strategies/contract.ts';
import { knobOf, type ParamValues } from '../strategies/params.ts';
import type { Summarizer, SummaryFailure, SummaryOutcome } from '../summarizers/contract.ts';
import { aim } from './aim.ts';
import { type Applied, applyPlan } from './apply.ts';
import { textMessageTokens, tokensLeft } from './estimate.ts';
import { layoutOf } from './layout.ts';
import { recordOf } from './record.ts';
import { writeSummaries } from './summaries.ts';
import type { CompactionResult, Layout, Outcome, WrittenSummary } from './types.ts';
import { verify } from './verify.ts';

export interface CompactOptions {
  readonly budget: Budget;
  /** Resolved parameters of the strategy (see resolveParams). */
  readonly params: ParamValues;
  /** A person chose the knob's value: it is used as it is and not aimed at the target. */
  readonly knobSet?: boolean;
  readonly summarizer: Summarizer;
  /** Efficiency weight of token reduction, 0–1. */
  readonly weight: number;
  readonly model?: string;
  readonly seed: number;
  /** ISO time for the record; the engine has no clock. */
  readonly ts?: string;
  /** Milliseconds of some clock, for `summaryMs`. */
  readonly now?: () => number;
}

/** How often a plan may be replaced by its own more aggressive one; S1 goes down round by round. */
const MOST_RETRIES = 200;

type Ok = Extract<SummaryOutcome, { ok: true }>;
type Asked = readonly (SummaryOutcome | Promise<SummaryOutcome>)[];

/**
 * Runs a strategy. Synchronous where the summariser is (the built-in one), a promise where it is a model.
 * The result never has more tokens than the original: what would is rejected and the original stands.
 */
export function compactNow(prepared: Prepared, strategy: Strategy, options: CompactOptions): CompactionResult | Promise<CompactionResult> {
  const run = steps(prepared, strategy, options);
  const resume = (answers: readonly SummaryOutcome[]): CompactionResult | Promise<CompactionResult> => {
    let next = run.next(answers);
    while (!next.done) {
      const asked = next.value;
      const ready = asked.filter((a): a is SummaryOutcome => !(a instanceof Promise));
      if (ready.length < asked.length) return Promise.all(asked).then(resume);
      next = run.next(ready);
    }
    return next.value;
  };
  return resume([]);
}

/** What all results of one run share. */
interface Run {
  readonly prepared: Prepared;
  readonly strategy: Strategy;
  readonly options: CompactOptions;
  readonly params: ParamValues;
  readonly target: number | null;
  readonly knob: CompactionResult['knob'];
  readonly summaryMs: number;
  readonly failures: readonly SummaryFailure[];
}

function* steps(prepared: Prepared, strategy: Strategy, options: CompactOptions): Generator<Asked, CompactionResult, readonly SummaryOutcome[]> {
  const { budget, summarizer, weight, model, seed } = options;
  const { total } = prepared.counts;
  const target = budget.own ? (strategy.ownTarget?.(options.params, budget.window, model) ?? null) : budget.target;
  const ctx: PlanContext = { budget: { ...budget, target }, weight, model, seed };
  const knob = knobOf(strategy.params);
  const aiming = knob !== undefined && !budget.own && !options.knobSet && target !== null;
  const knobInUse = (params: ParamValues): CompactionResult['knob'] => knob && { param: knob[0], value: Number(params[knob[0]]), aimed: aiming };
  let run: Run = { prepared, strategy, options, params: options.params, target, knob: knobInUse(options.params), summaryMs: 0, failures: [] };

  if (!budget.own && target !== null && total <= target) {
    return standing(run, 'unchanged', { key: 'unchanged-within-target', values: { tokens: total, target } });
  }

  let plan: Plan;
  if (aiming) {
    const aimed = aim(prepared, strategy, options.params, ctx, ...knob);
    plan = aimed.plan;
    run = { ...run, params: aimed.params, knob: knobInUse(aimed.params) };
  } else plan = strategy.plan(prepared, run.params, ctx);

  for (let retry = 0; ; retry++) {
    const idle = idleReason(plan);
    const started = options.now?.() ?? 0;
    const outcomes = idle || plan.summaries.length === 0 ? [] : yield writeSummaries(prepared, plan, summarizer);
    run = { ...run, summaryMs: run.summaryMs + (options.now?.() ?? 0) - started };

    const failed = outcomes.find((o) => !o.ok);
    if (failed && !failed.ok) {
      run = { ...run, failures: [...run.failures, failed.failure] };
      const instead = strategy.onSummaryFailure?.(prepared, run.params, ctx, failed.failure);
      const why: Reason = { key: 'rejected-summary', values: { failure: failed.failure, summarizer: failed.summarizer, message: failed.message } };
      // A replacement that asks for a summary again would fail again.
      if (!instead || 'rejected' in instead || instead.summaries.length > 0) {
        return standing(run, 'rejected', instead && 'rejected' in instead ? instead.rejected : why, plan);
      }
      plan = instead;
      continue;
    }

    const draft = draftOf(
      prepared,
      plan,
      outcomes.filter((o): o is Ok => o.ok),
    );
    const { limit } = plan;
    if (limit && draft.tokensAfter > limit.tokens) {
      if (limit.otherwise && retry < MOST_RETRIES) {
        plan = limit.otherwise();
        continue;
      }
      const { key, values } = limit.refused;
      return standing(run, 'refused', { key, values: { ...values, tokens: draft.tokensAfter, limit: limit.tokens } }, plan);
    }
    return idle ? standing(run, 'unchanged', idle, plan) : finish(run, plan, draft);
  }
}

/** Why a plan does nothing; null when it does something. */
function idleReason(plan: Plan): Reason | null {
  if (plan.unchanged) return plan.unchanged;
  const idle = plan.insertions.length === 0 && plan.fates.every((fate) => fate === KEEP);
  return idle ? { key: 'unchanged-nothing-to-do' } : null;
}

/** A plan with its texts: what it comes to, before it is verified. */
interface Draft {
  /** Whole text of each insertion. */
  readonly texts: readonly string[];
  readonly left: Float64Array;
  readonly tokensAfter: number;
  readonly layout: Layout;
  readonly outcomes: readonly Ok[];
}

function draftOf(prepared: Prepared, plan: Plan, outcomes: readonly Ok[]): Draft {
  const { counts } = prepared;
  const texts = plan.insertions.map(({ content }) => {
    if ('text' in content) return content.text;
    const at = plan.summaries.findIndex((s) => s.id === content.summary);
    const request = plan.summaries[at];
    return (request?.before ?? '') + (outcomes[at]?.text ?? '') + (request?.after ?? '');
  });
  const left = tokensLeft(prepared, plan);
  let tokensAfter = counts.toolDefinitions;
  for (let i = 0; i < left.length; i++) tokensAfter += left[i]!;
  for (const text of texts) tokensAfter += textMessageTokens(counts, text);
  return { texts, left, tokensAfter, layout: layoutOf(prepared, plan), outcomes };
}

function finish(run: Run, plan: Plan, draft: Draft): CompactionResult {
  const { prepared, strategy, options, params, target } = run;
  const { texts, left, tokensAfter, layout, outcomes } = draft;
  const minimum = strategy.minimum?.(params, options.model);
  const kept = layout.length - layout.order.length;
  const checks = verify({
    prepared,
    plan,
    texts,
    tokensAfter,
    standing: kept,
    source: strategy.source,
    ...(minimum === undefined ? {} : { minimum }),
  });
  const broken = checks.find((c) => !c.ok);
  if (broken) return { ...standing(run, 'rejected', broken.reason, plan), checks };

  const { counts } = prepared;
  const summaries: WrittenSummary[] = [];
  layout.order.forEach((index, k) => {
    const { content } = plan.insertions[index]!;
    if ('text' in content) return;
    const at = plan.summaries.findIndex((s) => s.id === content.summary);
    const text = texts[index]!;
    summaries.push({
      request: plan.summaries[at]!,
      outcome: outcomes[at]!,
      position: layout.position[k]!,
      text,
      tokens: textMessageTokens(counts, text),
    });
  });
  const metTarget = target === null ? null : tokensAfter <= target;
  let applied: Applied | undefined;
  const apply = (): Applied => {
    applied ??= applyPlan(prepared, plan, layout, texts);
    return applied;
  };
  const result: CompactionResult = {
    strategy: strategy.id,
    params,
    knob: run.knob,
    outcome: 'compacted',
    ...(metTarget === false && target !== null ? { why: missed(run, plan, target, draft) } : {}),
    ...(plan.note ? { note: plan.note } : {}),
    trace: plan.trace ?? [],
    plan,
    left,
    tokensBefore: counts.total,
    tokensAfter,
    target,
    metTarget,
    summaries,
    failures: run.failures,
    summaryMs: run.summaryMs,
    insertions: plan.insertions,
    checks,
    layout,
    context: () => apply().context,
    origins: () => apply().origins,
    log: () => logOf(run, result),
    record: () =>
      recordOf(prepared, plan, layout, {
        strategy: strategy.id,
        params,
        summaries: summaries.map((s) => s.text),
        tokensBefore: counts.total,
        tokensAfter,
        ...(options.ts ? { ts: options.ts } : {}),
      }),
  };
  return result;
}

/** The lines of the strategy's own log for a finished run. */
function logOf({ strategy, prepared, options }: Run, result: CompactionResult): readonly LogLine[] {
  return strategy.log?.({ ...result, messagesBefore: prepared.n, messagesAfter: result.layout.length, window: options.budget.window }) ?? [];
}

/** Why a target was missed: what of the result could not go, and what was added. */
function missed(run: Run, plan: Plan, target: number, { tokensAfter: tokens, left }: Draft): Reason {
  const { prepared, knob, options } = run;
  const { counts, protection } = prepared;
  let fixed = counts.toolDefinitions;
  let inserted = tokens - counts.toolDefinitions;
  for (let i = 0; i < left.length; i++) {
    inserted -= left[i]!;
    if (protection[i] !== 0 && plan.fates[i] === KEEP) fixed += left[i]!;
  }
  const values = { tokens, target, over: tokens - target, protected: fixed, inserted };
  if (knob?.aimed) return { key: 'target-missed-aimed', values: { ...values, param: knob.param, value: knob.value } };
  if (knob && options.knobSet) return { key: 'target-missed-set', values: { ...values, param: knob.param, value: knob.value } };
  return { key: 'target-missed', values };
}

/** The original stands: unchanged, rejected or refused. `attempted` explains what would have been. */
function standing(run: Run, outcome: Exclude<Outcome, 'compacted'>, why: Reason, attempted?: Plan): CompactionResult {
  const { prepared, strategy, target, params, knob, options } = run;
  const { counts, n, messages } = prepared;
  const plan: Plan = outcome === 'unchanged' && attempted ? attempted : keepAll(n, why);
  const layout: Layout = { order: [], before: [], position: [], length: n };
  const result: CompactionResult = {
    strategy: strategy.id,
    params,
    knob,
    outcome,
    why,
    ...(attempted?.note ? { note: attempted.note } : {}),
    trace: attempted?.trace ?? [],
    plan,
    ...(outcome !== 'unchanged' && attempted ? { attempted } : {}),
    left: counts.messages,
    tokensBefore: counts.total,
    tokensAfter: counts.total,
    target,
    metTarget: target === null ? null : counts.total <= target,
    summaries: [],
    failures: run.failures,
    summaryMs: run.summaryMs,
    insertions: [],
    checks: [],
    layout,
    context: () => messages,
    origins: () => Int32Array.from(messages, (_, i) => i),
    log: () => logOf(run, result),
    record: () =>
      recordOf(prepared, plan, layout, {
        strategy: strategy.id,
        params,
        summaries: [],
        tokensBefore: counts.total,
        tokensAfter: counts.total,
        ...(options.ts ? { ts: options.ts } : {}),
      }),
  };
  return result;
}

/** The plan in force when nothing happens. */
function keepAll(n: number, why: Reason): Plan {
  return { fates: new Uint8Array(n), reason: () => why, edits: new Map(), summaries: [], insertions: [], unchanged: why };
}

/**
 * Strategies in a row, each on what the one before left, until the target is met. Every stage is planned, aimed, summarised, limited and
 * verified like a single strategy (a stage that does nothing, or whose result is rejected or refused, is skipped); the whole is one result
 * over the originals, and verified once more. docs/adr/0009-strategies-in-a-row.md
 */
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import {
  EDIT,
  type LogLine,
  OFFLOAD,
  type Plan,
  type PlanContext,
  type PlannedStrategy,
  type Stage,
  type StagedStrategy,
} from '../strategies/contract.ts';
import { compose, type Link } from './compose.ts';
import { draftOf, finish, logOf as logOfRun, type RunFrame, standing } from './compaction-finish.ts';
import { type AimRule, carryOut, type CompactOptions, planContext, planSteps, runOf, type Steps } from './planned.ts';
import { perPrepared } from '../signals/remember.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import { derive } from './derive.ts';
import { editedTokens } from './estimate.ts';
import type { CompactionRecord, CompactionResult, StageRun } from './types.ts';

/*
 * One stage of a pipeline. If it misses the target, its result does not depend on the target, so a moved slider finds the result and the
 * next stage's context again: only the last stage is carried out anew.
 */

interface StageOutcome {
  readonly result: CompactionResult;
  left(): PreparedTranscript;
}

interface StageMemory extends StageOutcome {
  readonly strategy: PlannedStrategy;
  readonly summarizer: Summarizer;
  readonly key: string;
  readonly plan: Plan;
}

const REMEMBERED = 8;
const memoryOf = perPrepared((): StageMemory[] => []);

function* runStage(
  input: PreparedTranscript,
  strategy: PlannedStrategy,
  options: CompactOptions,
  ctx: PlanContext,
  aiming: AimRule,
): Steps<StageOutcome> {
  const { params, summarizer, budget, knobSet = false } = options;
  const { target } = ctx.budget;
  const made = yield* planSteps(input, strategy, options, ctx, aiming);
  const memory = memoryOf(input);
  const key = JSON.stringify([params, knobSet, budget.window, budget.own, ctx.weight, ctx.seed, ctx.model]);
  const at = memory.findIndex((m) => m.strategy === strategy && m.summarizer === summarizer && m.key === key);
  const known = memory[at];
  if (known && !made.knob?.aimed && samePlan(input, known.plan, made.plan)) {
    memory.splice(at, 1);
    memory.push(known);
    return { result: withTarget(known, made.plan, runOf(input, strategy, options, target, made)), left: known.left };
  }
  const result = yield* carryOut(strategy, options, ctx, runOf(input, strategy, options, target, made), made.plan);
  let derived: PreparedTranscript | undefined;
  const left = (): PreparedTranscript => {
    derived ??= derive(input, result);
    return derived;
  };
  const goesOn = result.outcome === 'compacted' && (target === null || result.tokensAfter > target);
  if (goesOn && !made.knob?.aimed) {
    const same = memory.findIndex((m) => m.strategy === strategy && m.summarizer === summarizer && m.key === key);
    if (same >= 0) memory.splice(same, 1);
    if (memory.length >= REMEMBERED) memory.shift();
    memory.push({ strategy, summarizer, key, plan: made.plan, result, left });
  }
  return { result, left };
}

function withTarget({ result, plan: first }: StageMemory, plan: Plan, run: RunFrame): CompactionResult {
  const { target } = run;
  const { tokensAfter, why } = result;
  const explained = result.plan === first ? { plan, trace: plan.trace ?? [], ...(plan.note ? { note: plan.note } : {}) } : {};
  const metTarget = target === null ? null : tokensAfter <= target;
  const missed = why && target !== null && !metTarget ? { ...why, values: { ...why.values, target, over: tokensAfter - target } } : undefined;
  const again = { ...result, ...explained, target, metTarget, why: missed, summaryMs: 0 };
  return { ...again, log: () => logOfRun(run, again) };
}

/**
 * Whether two plans of one strategy with the same parameters and input are equivalent. Texts that follow from the compared fields (the
 * words of an edit, a line that the strategy wrote itself) are not compared.
 */
function samePlan(input: PreparedTranscript, a: Plan, b: Plan): boolean {
  if (a.limit?.tokens !== b.limit?.tokens || a.edits.size !== b.edits.size) return false;
  if (a.summaries.length !== b.summaries.length || a.insertions.length !== b.insertions.length) return false;
  if (!sameNumbers(a.fates, b.fates)) return false;
  if (a.summaries.length > 1 && !(a.into && b.into && sameNumbers(a.into, b.into))) return false;
  for (let k = 0; k < a.summaries.length; k++) {
    const [x, y] = [a.summaries[k]!, b.summaries[k]!];
    if (x.maxTokens !== y.maxTokens || x.maxChars !== y.maxChars || x.style !== y.style || x.before !== y.before || x.after !== y.after) return false;
  }
  for (let k = 0; k < a.insertions.length; k++) {
    const [x, y] = [a.insertions[k]!, b.insertions[k]!];
    if (x.before !== y.before || x.role !== y.role || JSON.stringify(x.content) !== JSON.stringify(y.content)) return false;
  }
  for (let i = 0; i < a.fates.length && a.edits.size > 0; i++) {
    if ((a.fates[i] === EDIT || a.fates[i] === OFFLOAD) && editedTokens(input, a, i) !== editedTokens(input, b, i)) return false;
  }
  return true;
}

function sameNumbers(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

interface Way {
  readonly options: CompactOptions;
  readonly ctx: PlanContext;
  tokens: number;
  messages: number;
  left: () => PreparedTranscript;
  readonly links: Link[];
  readonly runs: StageRun[];
  readonly trace: Reason[];
  /** A stage whose summary was not sent to its model: the following context is unknown, so the run ends there. */
  unsent: StageRun | null;
}

/** A pipeline. Throws where one of its stages cannot run. */
export function* stagedSteps(prepared: PreparedTranscript, strategy: StagedStrategy, options: CompactOptions): Steps {
  const { budget, params, model } = options;
  const target = budget.own ? (strategy.ownTarget?.(params, budget.window, model, budget.firedAt) ?? null) : budget.target;
  const ctx = planContext(options, target);
  const { stages, note, trace = [] } = strategy.stages(prepared, params, ctx);
  const way: Way = {
    options,
    ctx,
    tokens: prepared.counts.total,
    messages: prepared.n,
    left: () => prepared,
    links: [],
    runs: [],
    trace: [...trace],
    unsent: null,
  };
  yield* walk(way, stages, [], true);

  const { links, runs } = way;
  const results = runs.flatMap(({ ran }) => ran?.result ?? []);
  const run: RunFrame = {
    prepared,
    strategy: strategy.id,
    params,
    window: budget.window,
    target,
    knob: undefined,
    knobSet: false,
    summaryMs: results.reduce((sum, { summaryMs }) => sum + summaryMs, 0),
    failures: results.flatMap(({ failures }) => failures),
    ts: options.ts,
    mayDropSkills: links.some(({ strategy: { dropsSkills } }) => dropsSkills === true),
    stages: runs,
    log: () => runs.flatMap(logOf),
    state: () => stateOf(results),
  };
  if (way.unsent) return { ...standing(run, 'rejected', viaStage(way.unsent)), trace: way.trace };
  if (links.length === 0) return nothingDone(run, way);
  const explained = { note: note ?? { key: 'note-stages', values: { ran: links.length, of: runs.length } }, trace: way.trace };
  const [only, another] = links;
  if (only && !another) return alone(only, run, explained);
  const { plan, written } = compose(prepared, links, explained);
  return finish(run, plan, draftOf(prepared, plan, written));
}

function alone({ stage, strategy, result }: Link, run: RunFrame, explained: Required<Pick<Plan, 'note' | 'trace'>>): CompactionResult {
  const via = { stage, strategy: strategy.id };
  const { plan, why } = result;
  const row: CompactionResult = {
    ...result,
    ...explained,
    strategy: run.strategy,
    params: run.params,
    knob: undefined,
    why: why && { ...why, via },
    plan: {
      fates: plan.fates,
      edits: plan.edits,
      get into() {
        return plan.into;
      },
      summaries: plan.summaries,
      insertions: plan.insertions,
      reason: (i) => ({ ...plan.reason(i), via }),
      ...explained,
    },
    failures: run.failures,
    summaryMs: run.summaryMs,
    stages: run.stages,
    log: () => run.stages?.flatMap(logOf) ?? [],
    record() {
      const { state: _, ...record } = result.record();
      const state = stateOf(run.stages?.flatMap(({ ran }) => ran?.result ?? []) ?? []);
      return { ...record, strategy: run.strategy, params: run.params, ...(state ? { state } : {}) };
    },
  };
  return row;
}

/**
 * Runs the stages. `within`: the pipelines that they belong to; `last`: nothing follows them, so that the last one is aimed whether it
 * meets the target by itself or not.
 */
function* walk(way: Way, stages: readonly Stage[], within: readonly string[], last: boolean): Steps<void> {
  for (const [k, stage] of stages.entries()) {
    const { strategy } = stage;
    if (way.unsent) return;
    if (holds(way)) {
      const why = { key: 'stage-not-run', values: { tokens: way.tokens, target: way.ctx.budget.target ?? 0 } };
      note(way, {
        stage: way.runs.length + 1,
        strategy: strategy.id,
        within,
        params: stage.params,
        tokens: way.tokens,
        messages: way.messages,
        ran: null,
        why,
      });
      continue;
    }
    const isLast = last && k === stages.length - 1;
    if (!strategy.stages) {
      yield* step(way, stage, strategy, within, isLast);
      continue;
    }
    const inner = strategy.stages(way.left(), stage.params, way.ctx);
    const via = { stage: way.runs.length + 1, strategy: strategy.id };
    for (const reason of inner.trace ?? []) way.trace.push({ ...reason, via });
    yield* walk(way, inner.stages, [...within, strategy.id], isLast);
  }
}

function holds({ ctx, tokens, links }: Way): boolean {
  const { target, own } = ctx.budget;
  return target !== null && tokens <= target && (!own || links.length > 0);
}

function* step(way: Way, stage: Stage, strategy: PlannedStrategy, within: readonly string[], last: boolean): Steps<void> {
  const number = way.runs.length + 1;
  const { tokens, messages } = way;
  const input = way.left();
  const options: CompactOptions = { ...way.options, params: stage.params, knobSet: stage.knobSet };
  const { result, left } = yield* runStage(input, strategy, options, way.ctx, last ? 'always' : 'when-met');
  const done = result.outcome === 'compacted';
  const ran: StageRun = {
    stage: number,
    strategy: strategy.id,
    within,
    params: result.params,
    tokens,
    messages,
    ran: { input, result },
    ...(done || !result.why ? {} : { why: result.why }),
  };
  note(way, ran);
  if (result.failures.includes('not-sent')) way.unsent = ran;
  if (!done) return;
  way.links.push({ stage: number, strategy, result });
  way.tokens = result.tokensAfter;
  way.messages = result.layout.length;
  way.left = left;
}

function note(way: Way, run: StageRun): void {
  const via = { stage: run.stage, strategy: run.strategy };
  way.runs.push(run);
  const { ran, why, tokens } = run;
  for (const reason of ran?.result.trace ?? []) way.trace.push({ ...reason, via });
  if (why) way.trace.push({ ...why, via });
  if (ran?.result.outcome !== 'compacted') return;
  const { knob, tokensAfter } = ran.result;
  const values = { before: tokens, after: tokensAfter };
  way.trace.push(
    knob?.aimed ? { key: 'stage-aimed', values: { ...values, param: knob.param, value: knob.value }, via } : { key: 'stage-done', values, via },
  );
}

const viaStage = ({ why, stage, strategy }: StageRun): Reason => ({ ...(why ?? { key: 'unchanged-nothing-to-do' }), via: { stage, strategy } });

function nothingDone(run: RunFrame, { runs, trace, ctx }: Way): CompactionResult {
  const { total } = run.prepared.counts;
  const { target } = ctx.budget;
  const withTrace = (result: CompactionResult): CompactionResult => ({ ...result, trace });
  if (runs.length === 0) return standing(run, 'unchanged', { key: 'unchanged-no-stages' });
  if (runs.every(({ ran }) => ran === null) && target !== null) {
    return withTrace(standing(run, 'unchanged', { key: 'unchanged-within-target', values: { tokens: total, target } }));
  }
  const failed = runs.findLast(({ ran }) => ran && ran.result.outcome !== 'unchanged');
  if (failed?.ran) {
    const { outcome, attempted } = failed.ran.result;
    return withTrace(standing(run, outcome === 'refused' ? 'refused' : 'rejected', viaStage(failed), attempted));
  }
  const [only, other] = runs;
  return withTrace(standing(run, 'unchanged', only && !other ? viaStage(only) : { key: 'unchanged-stages', values: { count: runs.length } }));
}

function stateOf(results: readonly CompactionResult[]): CompactionRecord['state'] {
  const fields = results.flatMap((result) => Object.entries(result.record().state ?? {}));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function logOf({ stage, strategy, ran }: StageRun): readonly LogLine[] {
  return ran?.result.log().map((line) => ({ ...line, reason: { ...line.reason, via: { stage, strategy } } })) ?? [];
}

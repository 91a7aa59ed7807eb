/**
 * One stage of a pipeline. If it misses the target, its result does not depend on the target, so a moved slider finds the result and the
 * next stage's context again: only the last stage is carried out anew.
 */
import type { Prepared } from '../signals/contract.ts';
import { perPrepared } from '../signals/remember.ts';
import { EDIT, OFFLOAD, type Plan, type PlanContext, type PlannedStrategy } from '../strategies/contract.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import { derive } from './derive.ts';
import { editedTokens } from './estimate.ts';
import { logOf, type RunFrame } from './finish.ts';
import { type Aiming, carryOut, type CompactOptions, planSteps, runOf, type Steps } from './planned.ts';
import type { CompactionResult } from './types.ts';

export interface StageDone {
  readonly result: CompactionResult;
  /** The context after it, prepared for the next stage. */
  left(): Prepared;
}

/** A stage that missed the target, with its plan. */
interface Remembered extends StageDone {
  readonly strategy: PlannedStrategy;
  readonly summarizer: Summarizer;
  readonly key: string;
  readonly plan: Plan;
}

/** Stages remembered per context, least recently used first out. */
const REMEMBERED = 8;
const memoryOf = perPrepared((): Remembered[] => []);

/** `options.params` are the stage's. */
export function* runStage(input: Prepared, strategy: PlannedStrategy, options: CompactOptions, ctx: PlanContext, aiming: Aiming): Steps<StageDone> {
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
  let derived: Prepared | undefined;
  const left = (): Prepared => {
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

/** A remembered result at another target: only statements about the target change. */
function withTarget({ result, plan: first }: Remembered, plan: Plan, run: RunFrame): CompactionResult {
  const { target } = run;
  const { tokensAfter, why } = result;
  const explained = result.plan === first ? { plan, trace: plan.trace ?? [], ...(plan.note ? { note: plan.note } : {}) } : {};
  const metTarget = target === null ? null : tokensAfter <= target;
  const missed = why && target !== null && !metTarget ? { ...why, values: { ...why.values, target, over: tokensAfter - target } } : undefined;
  // Its summaries were written before.
  const again = { ...result, ...explained, target, metTarget, why: missed, summaryMs: 0 };
  // Its lines tell of the target too.
  return { ...again, log: () => logOf(run, again) };
}

/**
 * Whether two plans of one strategy with the same parameters and input are equivalent. Texts that follow from the compared fields (the
 * words of an edit, a line that the strategy wrote itself) are not compared.
 */
function samePlan(input: Prepared, a: Plan, b: Plan): boolean {
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

/** Applies the rule table until the threshold is met, as fates, edits and reasons. docs/systems.md#the-rule-table */
import { ITEM_TYPES } from '../../../transcript/types.ts';
import type { Prepared } from '../../../signals/contract.ts';
import { DROP, EDIT, type Edits, type Finished, KEEP, type PlanContext, type Reason } from '../../contract.ts';
import type { ParamValues } from '../../params.ts';
import { protectionReason } from '../../shared/layout.ts';
import { shareOfWindow } from '../../shared/plans.ts';
import { guardOf, guardReason, protectedReasoning } from './protection.ts';
import { stateAfter } from './state.ts';
import { type Steps, stepsNeeded, stepsOf } from './steps.ts';
import { type ruleParams, rulesOf } from './table.ts';

export type RuleValues = ParamValues<typeof ruleParams>;

/** Outcome of the rules. */
export interface RulesRun {
  readonly steps: Steps;
  /** The first so many steps were taken. */
  readonly taken: number;
  readonly fates: Uint8Array;
  readonly edits: Edits;
  /** Tokens of the whole before and after; the threshold in tokens. */
  readonly before: number;
  readonly after: number;
  readonly threshold: number;
  reason(i: number): Reason;
  /** What each layer did, as lines of the study's log. */
  readonly trace: readonly Reason[];
}

/**
 * The study's threshold in tokens, for a compaction by its own rule. After one of its checks it is just below the level that fired, buffer
 * included, because the study stops only below the threshold.
 */
export function ownThreshold(values: { readonly threshold: number }, window: number, firedAt = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Math.min(shareOfWindow(values.threshold, window), Math.ceil(firedAt) - 1));
}

/** The common target, or with own defaults the study's threshold. */
export function thresholdOf(values: { readonly threshold: number }, { budget }: PlanContext): number {
  return budget.target ?? ownThreshold(values, budget.window, budget.firedAt);
}

/** Whole types as in the study's code, or step by step, so that budgets can be compared. */
const takesWholeTypes = ({ wholeTypes }: RuleValues, ctx: PlanContext): boolean => (wholeTypes === 'own' ? ctx.budget.own : wholeTypes === 'always');

/** Runs the rules until `threshold` tokens are met, or to their end. */
export function runRules(input: Prepared, values: RuleValues, ctx: PlanContext, threshold: number): RulesRun {
  const before = input.counts.total;
  const steps = stepsOf(input, {
    rules: rulesOf(values.rules),
    limits: {
      argumentsOver: values.argumentsOver,
      argumentsKeep: values.argumentsKeep,
      resultsOver: values.resultsOver,
      resultsKeep: values.resultsKeep,
    },
    protectRounds: values.protectRounds,
    unit: values.unit,
    reasoningExpires: values.reasoningExpires,
    keepReferences: values.keepReferences,
  });
  const taken = stepsNeeded(steps, before, threshold, takesWholeTypes(values, ctx));
  const { units, cuts, fields } = steps;
  // By unit first and then one pass in message order: an order of units jumps about in memory.
  const fateOf = new Uint8Array(input.units.length);
  for (let k = 0; k < taken; k++) fateOf[units[k]!] = cuts[k] === 0 ? DROP : EDIT;
  const fates = new Uint8Array(input.n);
  let edited = 0;
  for (let i = 0; i < fates.length; i++) {
    const fate = fateOf[input.unitOf[i]!]!;
    if (fate === EDIT) {
      if (fields.saves(i) <= 0) continue;
      edited++;
    }
    fates[i] = fate;
  }
  const after = before - steps.saved[taken]!;
  return {
    steps,
    taken,
    fates,
    edits: {
      size: edited,
      get: (i) => (fates[i] === EDIT ? fields.parts(i) : undefined),
      tokens: (i) => fields.tokens(i),
      gaps(i, found) {
        if (fates[i] !== EDIT) return false;
        fields.gaps(i, found);
        return true;
      },
      keepsShape: true,
    },
    before,
    after,
    threshold,
    reason: (i) => reasonOf(input, steps, taken, fates, { after, threshold }, i),
    trace: traceOf(steps, taken, before, after, threshold),
  };
}

function reasonOf(
  input: Prepared,
  { rules, types, newer, stepOf, guard, fields, cuts }: Steps,
  taken: number,
  fates: Uint8Array,
  met: { readonly after: number; readonly threshold: number },
  i: number,
): Reason {
  const unit = input.unitOf[i]!;
  const { members } = input.units[unit]!;
  const type = ITEM_TYPES[types[unit]!]!;
  const rule = rules.find((r) => r.type === type);
  if (!rule) return input.protection[i] === 0 ? { key: 'keep-type-never', values: { type } } : protectionReason(input, i);
  const { order, keepRecent: keep } = rule;
  const back = newer[unit]! + 1;
  if (fates[i] === DROP) {
    if (rule.action === 'drop') return { key: 'drop-type', values: { type, order } };
    return { key: 'drop-type-older', values: { type, order, keep, back } };
  }
  if (fates[i] === EDIT) return { key: 'edit-fields', values: { type, order, before: input.counts.messages[i]!, after: fields.tokens(i) } };
  if (input.protection[i] !== 0 && !type.startsWith('SKILL_')) return protectionReason(input, i);
  const step = stepOf[unit]!;
  if (step >= taken && cuts[step] === 0) return { key: 'keep-threshold-met', values: { type, order, tokens: met.after, threshold: met.threshold } };
  const guarded = guardReason(guard, members);
  if (guarded && !(type === 'TOOL_RESULT' && back <= keep)) return guarded;
  if (rule.action === 'drop') return guarded ?? { key: 'keep-type-by-hand', values: { type } };
  return { key: 'keep-type-recent', values: { type, back, keep } };
}

function traceOf({ rules, ends, cuts, saved }: Steps, taken: number, before: number, after: number, threshold: number): Reason[] {
  const trace: Reason[] = [{ key: 'log-selective-start', values: { current: before, threshold } }];
  let from = 0;
  rules.forEach(({ type, action, keepRecent, order }, layer) => {
    const end = Math.min(ends[layer]!, taken);
    let removed = 0;
    let cut = 0;
    for (let k = from; k < end; k++) {
      if (cuts[k] === 1) cut++;
      else removed++;
    }
    const values = { type, order, removed, saved: end > from ? saved[end]! - saved[from]! : 0 };
    if (removed > 0 && action === 'drop') trace.push({ key: 'log-selective-drop', values });
    else if (removed > 0)
      trace.push({ key: type === 'TOOL_RESULT' ? 'log-selective-blocks' : 'log-selective-truncate', values: { ...values, keep: keepRecent } });
    if (cut > 0) trace.push({ key: 'log-selective-cut', values: { type, blocks: cut } });
    from = Math.max(from, ends[layer]!);
  });
  trace.push({ key: 'log-selective-done', values: { before, after, threshold } });
  return trace;
}

/** Nothing in the table applies: every fate would be KEEP. */
export function nothingToDo({ fates }: RulesRun): boolean {
  return fates.every((fate) => fate === KEEP);
}

/** State after a run by the rules. */
export function rulesState(input: Prepared, finished: Finished): Readonly<Record<string, unknown>> | undefined {
  const { protectRounds, unit, reasoningExpires } = finished.params as RuleValues;
  const guard = guardOf(input, protectRounds, unit, Number(reasoningExpires));
  return stateAfter(input, finished, { protectedNow: protectedReasoning(guard), expires: reasoningExpires });
}

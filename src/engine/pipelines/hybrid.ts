/** Middle or oldest removal, chosen by features of the conversation; runs both where the features do not decide. docs/systems.md#s2-hybrid */
import { efficiency } from '../measures/shared/define.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { CountsInput } from '../signals/remember.ts';
import { KEEP, type Plan, type PlanContext, type Reason } from '../strategies/contract.ts';
import { middleRemoval } from '../strategies/removal/middle-removal.ts';
import { oldestRemoval } from '../strategies/removal/oldest-removal.ts';
import type { ParamValues } from '../strategies/params.ts';
import { defineStrategy, enabled, minMessages, preserveEnd, preserveStart, s2Triggers } from '../strategies/shared/shared-params.ts';
import { unchangedPlan } from '../strategies/shared/plans.ts';
import { removalTarget } from '../strategies/shared/removal.ts';
import { s2Trigger } from '../triggers/watch.ts';

export const confidence = { kind: 'number', unit: 'share', default: 0.6, min: 0, max: 1, step: 0.05 } as const;
const params = { confidence, preserveStart, preserveEnd, minMessages, ...s2Triggers, enabled } as const;
type Params = ParamValues<typeof params>;

export type Severity = 'light' | 'moderate' | 'heavy';
export interface Features {
  readonly messages: number;
  readonly ratio: number;
  readonly severity: Severity;
  readonly lastShare: number;
  readonly largest: number;
  readonly special: number;
}

const LAST = 5;

/** The features that do not depend on the target. */
const fixedFeatures = ({ counts, messages }: CountsInput): Pick<Features, 'largest' | 'special'> => {
  let largest = 0;
  for (const tokens of counts.messages) largest = Math.max(largest, tokens);
  return { largest, special: messages.filter(({ role }) => role === 'tool' || role === 'system').length };
};

export function featuresOf(input: PreparedTranscript, target: number): Features {
  const { counts, n } = input;
  const ratio = target / counts.total;
  const all = counts.prefix[n]!;
  return {
    ...fixedFeatures(input),
    messages: n,
    ratio,
    severity: ratio > 0.8 ? 'light' : ratio > 0.6 ? 'moderate' : 'heavy',
    lastShare: all > 0 ? (all - counts.prefix[Math.max(0, n - LAST)]!) / all : 0,
  };
}

export interface Choice {
  /** null: nothing applies. */
  readonly strategy: 'middle' | 'oldest' | null;
  readonly confidence: number;
  readonly rule: 'short' | 'long' | 'recent-heavy' | 'large-message' | 'special' | 'none';
}

/** S2's table of features; the first line that applies. */
export function chooseByFeatures(f: Features): Choice {
  if (f.severity === 'light' && f.messages < 20) return { strategy: 'middle', confidence: 0.8, rule: 'short' };
  if (f.severity === 'heavy' && f.messages > 30) return { strategy: 'oldest', confidence: 0.9, rule: 'long' };
  if (f.lastShare > 0.4) return { strategy: 'middle', confidence: 0.7, rule: 'recent-heavy' };
  if (f.largest > 300 && f.severity !== 'light') return { strategy: 'oldest', confidence: 0.6, rule: 'large-message' };
  if (f.special > 0) return { strategy: 'middle', confidence: 0.7, rule: 'special' };
  return { strategy: null, confidence: 0, rule: 'none' };
}

function scoreOf(input: PreparedTranscript, plan: Plan, weight: number): number {
  const { total, messages } = input.counts;
  let tokensAfter = total;
  let retained = 0;
  for (let i = 0; i < input.n; i++) {
    if (plan.fates[i] === KEEP) retained += 1;
    else tokensAfter -= messages[i]!;
  }
  return efficiency({ tokensBefore: total, tokensAfter, messagesBefore: input.n, retained, weight });
}

interface HybridPlan {
  readonly plan: Plan;
  readonly strategy: 'middle' | 'oldest';
}

export function settleHybrid(input: PreparedTranscript, values: Params, ctx: PlanContext): HybridPlan {
  const target = ctx.budget.target ?? removalTarget(ctx.budget.window);
  const middle = (): Plan => middleRemoval.plan(input, values, ctx);
  const oldest = (): Plan => oldestRemoval.plan(input, values, ctx);
  const features = featuresOf(input, target);
  const choice = chooseByFeatures(features);
  const { severity, ratio, messages, lastShare, largest, special } = features;
  const trace: Reason[] = [
    { key: 'hybrid-features', values: { messages, ratio, severity, lastShare, largest, special } },
    {
      key: 'hybrid-choice',
      values: { rule: choice.rule, strategy: choice.strategy ?? 'both', confidence: choice.confidence, threshold: values.confidence },
    },
  ];
  if (choice.strategy !== null && choice.confidence >= values.confidence) {
    const plan = choice.strategy === 'middle' ? middle() : oldest();
    return withChoice(plan, choice.strategy, { key: 'note-hybrid', values: { strategy: choice.strategy, confidence: choice.confidence } }, trace);
  }
  const [middlePlan, oldestPlan] = [middle(), oldest()];
  const middleScore = scoreOf(input, middlePlan, ctx.weight);
  const oldestScore = scoreOf(input, oldestPlan, ctx.weight);
  const winner = middleScore >= oldestScore ? 'middle' : 'oldest';
  trace.push({ key: 'hybrid-both', values: { middle: middleScore, oldest: oldestScore } });
  return withChoice(
    winner === 'middle' ? middlePlan : oldestPlan,
    winner,
    { key: 'note-hybrid-both', values: { strategy: winner, middle: middleScore, oldest: oldestScore } },
    trace,
  );
}

function withChoice(plan: Plan, strategy: HybridPlan['strategy'], note: Reason, trace: readonly Reason[]): HybridPlan {
  // A plan that changes nothing made no choice: its reason is shown alone.
  return { strategy, plan: plan.unchanged ? plan : { ...plan, note, trace } };
}

export const hybrid = defineStrategy({
  id: 'hybrid',
  family: 'pipelines',
  source: { seed: 'S2', section: '4.3, 3.2, 3.3' },
  kind: 'pipeline',
  params,
  minimum: (values) => values.minMessages,
  trigger: s2Trigger,
  ownTarget: (_values, window) => removalTarget(window),
  plan(input, values, ctx) {
    if (!values.enabled) return unchangedPlan(input, { key: 'unchanged-disabled' });
    return settleHybrid(input, values, ctx).plan;
  },
});

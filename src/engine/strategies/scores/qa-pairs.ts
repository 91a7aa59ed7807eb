/**
 * S0 16: the question and the final answer of every turn stay, the steps between them become a summary in their place: one per pair, or one
 * for all, which saves calls of a model.
 */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { perTranscript, type TranscriptInput } from '../../signals/remember.ts';
import { type Plan, type Reason, SUMMARIZE } from '../contract.ts';
import type { ChoiceParam } from '../params.ts';
import { type PlanGroups, groupFates, type Grouping, groupsPlan, summaryShare } from '../shared/groups.ts';
import { keyInformationBeside, keyInformationReason } from '../shared/strategy-key-information.ts';
import { keepsAll, protectionReason, roundsOf, shareOfWindow, summaryPlan, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const summaries = { kind: 'choice', unit: 'none', default: 'pair', options: ['pair', 'all'] } as const satisfies ChoiceParam;

const params = {
  recentPairs: { kind: 'number', unit: 'rounds', default: 1, min: 0, max: MOST_MESSAGES, step: 1, knob: 'up' },
  summaries,
  summaryShare,
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

const ONE = 'Summary of the steps between the question above and its answer:';
const ALL = 'Summary of the steps between the questions and answers of the conversation:';

interface Pairs extends Grouping {
  readonly part: Uint8Array;
}
const QUESTION = 1;
const ANSWER = 2;

function concludes({ units, messages }: TranscriptInput, u: number): boolean {
  const { members, isBlock } = units[u]!;
  const { role, parts } = messages[members[0]!]!;
  if (isBlock || role !== 'assistant' || parts.some((part) => part.type === 'tool-call')) return false;
  return parts.some((part) => part.type === 'text' && part.text.trim() !== '');
}

/** Questions open their turns; the final answer is the assistant's last text in a turn, after all its tool calls. */
const pairsOf = perTranscript((input: TranscriptInput): Pairs => {
  const { units, turn, turns } = input;
  const of = Int32Array.from(units, ({ members }) => turn[members[0]!]!);
  const part = new Uint8Array(units.length);
  const ended = new Uint8Array(turns);
  for (let u = units.length - 1; u >= 0; u--) {
    const t = of[u]!;
    if (t < 0) continue;
    if (ended[t] === 0 && concludes(input, u)) part[u] = ANSWER;
    if (part[u] === ANSWER || units[u]!.isBlock) ended[t] = 1;
    if (u === 0 || of[u - 1] !== t) part[u] = QUESTION;
  }
  for (let u = 0; u < units.length; u++) if (part[u] !== 0) of[u] = -1;
  return { of, part, count: turns };
});

function planOfAll(input: PreparedTranscript, { fates }: PlanGroups, maxTokens: number, on: boolean, reason: Plan['reason']): Plan {
  return summaryPlan(fates, { maxTokens, style: 'sections', ...keyInformationBeside(input, fates, ALL, on) }, { reason });
}

export const qaPairs = defineStrategy({
  id: 'qa-pairs',
  family: 'scores',
  source: { seed: 'S0', section: '16' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { recentPairs, keyInformation: on, summaries: how } = values;
    const pairs = pairsOf(input);
    const { starts, of } = roundsOf(input, 'turns', 0);
    const nothing: Reason = { key: 'unchanged-nothing-older', values: { keep: recentPairs } };
    if (recentPairs >= input.turns && input.turns > 0) return unchangedPlan(input, nothing);
    const boundary = starts[input.turns - recentPairs] ?? input.n;
    const grouped = groupFates(input, pairs, { ...values, boundary, introduction: how === 'pair' ? ONE : ALL });
    const { fates, tokens, limit, summary } = grouped;
    if (keepsAll(fates)) return unchangedPlan(input, nothing);

    const reason = (i: number): Reason => {
      if (input.protection[i] !== 0) return protectionReason(input, i);
      const unit = input.unitOf[i]!;
      const pair = of[i]! + 1;
      const place = { pair, of: input.turns };
      const group = Math.max(0, of[i]!);
      if (fates[i] === SUMMARIZE) {
        return how === 'pair'
          ? { key: 'sum-steps', values: { ...place, tokens: tokens[group]!, limit: limit[group]! } }
          : { key: 'sum-all-steps', values: place };
      }
      if (pairs.part[unit] === QUESTION) return { key: 'keep-question', values: place };
      if (pairs.part[unit] === ANSWER) return { key: 'keep-answer', values: place };
      const key = keyInformationReason(input, i, on);
      if (key) return key;
      if (pair === 0) return { key: 'keep-before-questions' };
      if (i >= boundary) return { key: 'keep-recent-pair', values: { ...place, back: input.turns - pair + 1, keep: recentPairs } };
      return summary[group]! >= 0
        ? { key: 'keep-boundary-block' }
        : { key: 'keep-small-group', values: { tokens: tokens[group]!, limit: limit[group]! } };
    };
    if (how === 'all') return planOfAll(input, grouped, values.summaryMaxTokens, on, reason);
    const options = { ...values, boundary, introduction: ONE, style: 'plain' as const };
    return groupsPlan(input, grouped, options, { note: undefined, trace: () => [], reason }) ?? unchangedPlan(input, nothing);
  },
});

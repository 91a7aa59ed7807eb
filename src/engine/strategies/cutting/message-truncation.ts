/** S0 5: a message over the limit keeps its head, cut at the end of a sentence. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { cutterOf, HEADS } from '../../truncation/truncation.ts';
import { ChoiceBuilder, cuttingPlan, rememberChoices, untouchable } from './shared/cutting-plan.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/shared-params.ts';
import { shareOfWindow } from '../shared/plans.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const LEAST = 10;

const params = {
  messageLimit: { kind: 'number', unit: 'tokens', default: 2000, min: LEAST, max: 20_000, step: 10, coarse: true, knob: 'up' },
  keyInformation,
  ...s0Triggers,
} as const;

const choose = rememberChoices((input, limit: number, keyInfo: number) => {
  const choice = new ChoiceBuilder(input.n);
  const cutter = cutterOf(input, HEADS);
  const fixed = untouchable(input, keyInfo);
  const { messages } = input.counts;
  for (let i = 0; i < input.n; i++) {
    if (messages[i]! > limit && fixed[i] === 0) choice.cut(i, cutter.rungWithin(i, limit));
  }
  return choice;
});

export const messageTruncation = defineStrategy({
  id: 'message-truncation',
  family: 'cutting',
  source: { seed: 'S0', section: '5' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, { messageLimit: limit, keyInformation: keyInfo }, ctx) {
    const { messages } = input.counts;
    return cuttingPlan(input, ctx, {
      kind: HEADS,
      keyInformation: keyInfo,
      choose: () => choose(input, limit, keyInfo ? 1 : 0),
      nothing() {
        const largest = largestOf(input, untouchable(input, keyInfo ? 1 : 0));
        return { key: largest > limit ? 'unchanged-nothing-to-cut' : 'unchanged-no-long-message', values: { limit, largest } };
      },
      cut: (i, after) => ({ key: 'cut-message', values: { tokens: messages[i]!, limit, after, gone: messages[i]! - after } }),
      kept: (i) =>
        messages[i]! <= limit
          ? { key: 'keep-within-limit', values: { tokens: messages[i]!, limit } }
          : { key: 'keep-nothing-to-cut', values: { tokens: messages[i]!, limit } },
    });
  },
});

function largestOf(input: PreparedTranscript, fixed: Uint8Array): number {
  let largest = 0;
  for (let i = 0; i < input.n; i++) if (fixed[i] === 0) largest = Math.max(largest, input.counts.messages[i]!);
  return largest;
}

/**
 * S0 6: the fuller the window, the shorter a tool output may be: limit = max(floor, share × (window − tokens before it)). The tokens before it are
 * those of the original transcript, tool definitions included, so a smaller share never keeps more.
 */
import type { CountsInput } from '../../signals/remember.ts';
import { cutterOf, OUTPUT_ENDS } from '../../truncation/truncation.ts';
import { ChoiceBuilder, cuttingPlan, rememberChoices, untouchable } from './shared/cutting-plan.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/shared-params.ts';
import { shareOfWindow } from '../shared/plans.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const LEAST = 20;

const params = {
  outputShare: { kind: 'number', unit: 'share', default: 0.1, min: 0, max: 1, step: 0.001, knob: 'up' },
  outputFloor: { kind: 'number', unit: 'tokens', default: 200, min: LEAST, max: 20_000, step: 10, coarse: true },
  keyInformation,
  ...s0Triggers,
} as const;

const tokensBefore = ({ counts }: CountsInput, i: number): number => counts.toolDefinitions + counts.prefix[i]!;

function limitAt(input: CountsInput, i: number, share: number, floor: number, window: number): number {
  return Math.max(floor, Math.floor(share * Math.max(0, window - tokensBefore(input, i))));
}

const choose = rememberChoices((input, share: number, floor: number, window: number, keyInfo: number) => {
  const choice = new ChoiceBuilder(input.n);
  const cutter = cutterOf(input, OUTPUT_ENDS);
  const fixed = untouchable(input, keyInfo);
  const { messages } = input.counts;
  for (let i = 0; i < input.n; i++) {
    if (messages[i]! <= floor || fixed[i] !== 0) continue;
    const limit = limitAt(input, i, share, floor, window);
    if (messages[i]! > limit) choice.cut(i, cutter.rungForTexts(i, limit));
  }
  return choice;
});

export const toolOutputTruncation = defineStrategy({
  id: 'tool-output-truncation',
  family: 'cutting',
  source: { seed: 'S0', section: '6' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, { outputShare: share, outputFloor: floor, keyInformation: keyInfo }, ctx) {
    const { window } = ctx.budget;
    const cutter = cutterOf(input, OUTPUT_ENDS);
    const valuesOf = (i: number) => ({
      limit: limitAt(input, i, share, floor, window),
      share,
      floor,
      left: Math.max(0, window - tokensBefore(input, i)),
    });
    return cuttingPlan(input, ctx, {
      kind: OUTPUT_ENDS,
      keyInformation: keyInfo,
      choose: () => choose(input, share, floor, window, keyInfo ? 1 : 0),
      nothing: () => ({ key: 'unchanged-no-long-output', values: { share, floor } }),
      cut: (i, after) => ({
        key: 'cut-output',
        values: { ...valuesOf(i), tokens: cutter.largest(i), gone: input.counts.messages[i]! - after },
      }),
      kept: (i) => {
        if (!input.messages[i]!.parts.some((part) => part.type === 'tool-result')) return { key: 'keep-no-result' };
        const values = valuesOf(i);
        const tokens = input.counts.messages[i]!;
        return tokens <= values.limit || cutter.largest(i) > 0
          ? { key: 'keep-output-within-limit', values: { ...values, tokens: Math.min(tokens, cutter.largest(i) || tokens) } }
          : { key: 'keep-nothing-to-cut', values: { tokens, limit: values.limit } };
      },
    });
  },
});

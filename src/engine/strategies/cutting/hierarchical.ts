/** S0 10: a rule for each layer. */
import type { Message } from '../../transcript/types.ts';
import { ARGS, type CutKind, cutterOf } from '../../truncation/truncation.ts';
import { ChoiceBuilder, cuttingPlan, KEY_LINES, KEY_SENTENCES, rememberChoices, untouchable } from './shared/cutting-plan.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/shared-params.ts';
import { shareOfWindow } from '../shared/plans.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const LEAST = 20;
const STEP_SHARE = 0.5;

const params = {
  layerLimit: { kind: 'number', unit: 'tokens', default: 300, min: LEAST, max: 20_000, step: 10, coarse: true, knob: 'up' },
  keyInformation,
  ...s0Triggers,
} as const;

const isStep = (message: Message): boolean => message.parts.some((part) => part.type === 'tool-call');

const LAYERS: CutKind = {
  id: 'layers',
  text: (message) => (message.role === 'assistant' ? KEY_SENTENCES : undefined),
  textShare: (message) => (isStep(message) ? STEP_SHARE : 1),
  args: () => ARGS,
  result: () => KEY_LINES,
};

const choose = rememberChoices((input, limit: number, keyInfo: number) => {
  const choice = new ChoiceBuilder(input.n);
  const cutter = cutterOf(input, LAYERS);
  const fixed = untouchable(input, keyInfo);
  const { messages } = input.counts;
  const shortest = limit * STEP_SHARE;
  for (let i = 0; i < input.n; i++) {
    if (messages[i]! > shortest && fixed[i] === 0) choice.cut(i, cutter.rungForTexts(i, limit));
  }
  return choice;
});

function layerOf({ role, parts }: Message): 'user' | 'answer' | 'step' | 'output' | 'system' {
  if (role === 'system') return 'system';
  if (parts.some((part) => part.type === 'tool-result')) return 'output';
  if (role !== 'assistant') return 'user';
  return parts.some((part) => part.type === 'tool-call') ? 'step' : 'answer';
}

export const hierarchical = defineStrategy({
  id: 'hierarchical',
  family: 'cutting',
  source: { seed: 'S0', section: '10' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, { layerLimit: limit, keyInformation: keyInfo }, ctx) {
    const { messages } = input.counts;
    const values = (i: number) => ({ tokens: messages[i]!, limit, step: Math.floor(limit * STEP_SHARE) });
    return cuttingPlan(input, ctx, {
      kind: LAYERS,
      keyInformation: keyInfo,
      choose: () => choose(input, limit, keyInfo ? 1 : 0),
      nothing: () => ({ key: 'unchanged-no-long-layer', values: { limit } }),
      cut: (i, after) => ({ key: `cut-layer-${layerOf(input.messages[i]!)}`, values: { ...values(i), after, gone: messages[i]! - after } }),
      kept(i) {
        const layer = layerOf(input.messages[i]!);
        if (layer === 'user' || layer === 'system') return { key: 'keep-layer-said' };
        const cutter = cutterOf(input, LAYERS);
        return messages[i]! <= limit || cutter.largest(i) > 0
          ? { key: 'keep-layer-short', values: values(i) }
          : { key: 'keep-nothing-to-cut', values: values(i) };
      },
    });
  },
});

/**
 * S0 20: the kind of task decides which strategies are tried, in which order, until the budget holds.
 *
 * S0 lists strategies by preference with a fallback, and carries out the next one if tokens are still short. Each of them replaces the
 * history, so they are stages of a pipeline rather than alternatives: the next one works on what the one before left, or, where that one
 * had nothing to do or failed, on the same input.
 */
import { taskTypeOf, taskTypeReason, type TaskType } from '../signals/task-type.ts';
import type { StagedStrategy } from '../strategies/contract.ts';
import { shareOfWindow } from '../strategies/shared/plans.ts';
import { importanceScoring } from '../strategies/scores/importance-scoring.ts';
import { incrementalSummary } from '../strategies/summaries/incremental-summary.ts';
import { slidingWindow } from '../strategies/summaries/sliding-window.ts';
import type { NumberParam, ParamValues, StageValue } from '../strategies/params.ts';
import { definePipeline, s0Triggers } from '../strategies/shared/shared-params.ts';
import { createResolver, type Find } from './composed.ts';
import { s0Trigger } from '../triggers/watch.ts';

const plain = <P extends NumberParam>({ knob: _knob, ...param }: P): Omit<P, 'knob'> => param;

/** Of the stages, S0's own settings; as stages they have no knob of their own here. */
const params = {
  window: plain(slidingWindow.params.window),
  scoreThreshold: plain(importanceScoring.params.scoreThreshold),
  chunk: plain(incrementalSummary.params.chunk),
  ...s0Triggers,
} as const;

const OWN: Readonly<Record<string, 'window' | 'scoreThreshold' | 'chunk'>> = {
  'sliding-window': 'window',
  'importance-scoring': 'scoreThreshold',
  'incremental-summary': 'chunk',
};

/** The stages of a list; only a value that was set is theirs, so that a knob that nobody set is aimed. */
const stagesOf = (list: readonly string[], values: ParamValues<typeof params>): readonly StageValue[] =>
  list.map((strategy) => {
    const name = OWN[strategy];
    return { strategy, params: name && values[name] !== params[name].default ? { [name]: values[name] } : {} };
  });

/** S0's lists (docs/systems.md#s0-task-type). */
export const STRATEGIES_OF: Readonly<Record<TaskType, readonly string[]>> = {
  code: ['sliding-window', 'key-events', 'incremental-summary'],
  analysis: ['sliding-window', 'importance-scoring', 'incremental-summary'],
  conversation: ['sliding-window', 'importance-scoring', 'incremental-summary'],
  mixed: ['sliding-window', 'incremental-summary', 'importance-scoring'],
  unknown: ['sliding-window', 'importance-scoring', 'incremental-summary'],
};

export function adaptive(find: Find): StagedStrategy<typeof params> {
  const resolve = createResolver(find);
  return definePipeline({
    id: 'adaptive',
    family: 'pipelines',
    source: { seed: 'S0', section: '20' },
    kind: 'pipeline',
    params,
    trigger: s0Trigger,
    ownTarget: (values, window) => shareOfWindow(values.threshold, window),
    stages(input, values, ctx) {
      const found = taskTypeOf(input);
      const list = STRATEGIES_OF[found.type];
      return {
        stages: resolve('adaptive', stagesOf(list, values), ctx.shared),
        note: { key: 'note-task-type', values: { type: found.type } },
        trace: [taskTypeReason(found), { key: 'adaptive-list', values: { type: found.type, first: list[0]!, second: list[1]!, third: list[2]! } }],
      };
    },
  });
}

/** Strategies in a row as a person reads and edits them: S0's three combinations, S3's three layers, and custom pipelines. */
import type { PreparedTranscript } from '../signals/contract.ts';
import type { PlanContext, StagedStrategy, Stages } from '../strategies/contract.ts';
import type { StagesParam, StageValue, TextParam } from '../strategies/params.ts';
import { shareOfWindow } from '../strategies/shared/plans.ts';
import { definePipeline, s0Triggers, threshold } from '../strategies/shared/params.ts';
import { createResolver, type Find, warmFirst } from './resolve.ts';
import { ratioTrigger, s0Trigger, s3Trigger } from '../triggers/seeds.ts';

/** More stages than there are strategies help nobody. */
const MOST_STAGES = 20;

const inOrder = (...ids: readonly string[]): readonly StageValue[] => ids.map((strategy) => ({ strategy, params: {} }));

const name = { kind: 'text', unit: 'none', default: '', maxLength: 80 } as const satisfies TextParam;

const stagesOf = (list: readonly StageValue[]): StagesParam => ({ kind: 'stages', unit: 'none', default: list, max: MOST_STAGES });

const running = (resolve: ReturnType<typeof createResolver>, id: string) => ({
  stages: (_input: PreparedTranscript, values: { readonly stages: readonly StageValue[] }, ctx: PlanContext): Stages => ({
    stages: resolve(id, values.stages, ctx.shared),
  }),
  *warm(input: PreparedTranscript, values: { readonly stages: readonly StageValue[] }) {
    yield* warmFirst(resolve(id, values.stages), input);
  },
});

/** S3's order of work: Formatter (tools cut their own output, for which S0 6 stands), Offload, Compaction. docs/systems.md#s3-three-layers */
export function layers(find: Find): StagedStrategy {
  const id = 'combo-layers';
  return definePipeline({
    id,
    family: 'pipelines',
    source: { seed: 'S3', section: '5.4' },
    kind: 'pipeline',
    params: { stages: stagesOf(inOrder('tool-output-truncation', 'offload', 'selective-summary')), threshold },
    trigger: s3Trigger,
    ownTarget: (values, window) => shareOfWindow(values.threshold, window),
    ...running(createResolver(find), id),
  });
}

/**
 * S0's recommended combinations, by its numbers (docs/systems.md#s0-combinations). 7, the key information, is not a stage: each of these
 * strategies quotes it beside its summary (parameter `keyInformation`). The token trigger belongs to replay.
 */
export function combinations(find: Find): readonly StagedStrategy[] {
  const resolve = createResolver(find);
  const combination = (id: string, section: string, ...ids: readonly string[]): StagedStrategy =>
    definePipeline({
      id,
      family: 'pipelines',
      source: { seed: 'S0', section },
      kind: 'pipeline',
      params: { stages: stagesOf(inOrder(...ids)), ...s0Triggers },
      trigger: s0Trigger,
      ownTarget: (values, window) => shareOfWindow(values.threshold, window),
      ...running(resolve, id),
    });
  return [
    combination('combo-basic', 'combination 1', 'summary'),
    combination('combo-advanced', 'combination 2', 'importance-scoring', 'key-events', 'incremental-summary', 'sliding-window', 'summary'),
    combination('combo-smart', 'combination 3', 'adaptive', 'incremental-summary', 'key-events'),
  ];
}

export function ownPipeline(find: Find): StagedStrategy {
  const resolve = createResolver(find);
  return definePipeline({
    id: 'pipeline',
    family: 'pipelines',
    source: { seed: 'own' },
    kind: 'pipeline',
    onDemand: true,
    params: {
      name,
      stages: stagesOf(inOrder('tool-output-truncation', 'middle-removal', 'sliding-window')),
      threshold: s0Triggers.threshold,
    },
    trigger: ({ threshold: share }) => ratioTrigger(share),
    ownTarget: (values, window) => shareOfWindow(values.threshold, window),
    stages: (_input, values, ctx) => ({
      stages: resolve('pipeline', values.stages, ctx.shared),
      ...(values.name === '' ? {} : { note: { key: 'note-pipeline-name', values: { name: values.name } } }),
    }),
    *warm(input, values) {
      yield* warmFirst(resolve('pipeline', values.stages), input);
    },
  });
}

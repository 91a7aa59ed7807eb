/** Strategies in a row as a person reads and edits them: S0's three combinations, S3's three layers, and custom pipelines. */
import { BoundedMap } from '../lib/bounded-map.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { ReasonError } from '../signals/outcomes.ts';
import type { PlanContext, Stage, StagedStrategy, Stages, Strategy } from '../strategies/contract.ts';
import { isKnobSet, resolveParams, type StagesParam, type StageValue, type TextParam } from '../strategies/params.ts';
import { definePipeline, s0Triggers, threshold } from '../strategies/shared/shared-params.ts';
import { shareOfWindow } from '../strategies/shared/plans.ts';
import { ratioTrigger, s0Trigger, s3Trigger } from '../triggers/watch.ts';

/** The registry. It contains the pipelines themselves, so it does not exist yet when they are made. */
export type Find = (id: string) => Strategy | undefined;

const MOST_DEPTH = 4;
const REMEMBERED = 100;

/**
 * A function that resolves a list to stages. It throws an error that names the stage for an unknown id, a control, a parameter out of
 * range, a pipeline inside itself, or one nested too deep; also where the stage would not be reached.
 */
export function createResolver(find: Find): (pipeline: string, values: readonly StageValue[], shared?: PlanContext['shared']) => readonly Stage[] {
  const remembered = new BoundedMap<string, readonly Stage[]>(REMEMBERED);
  return (pipeline, values, shared) => {
    const key = JSON.stringify([pipeline, values, shared]);
    return remembered.getOrMake(key, () => resolve(find, values, [pipeline], '', shared));
  };
}

function resolve(
  find: Find,
  values: readonly StageValue[],
  within: readonly string[],
  place: string,
  shared: PlanContext['shared'],
): readonly Stage[] {
  return values.map(({ strategy: id, params: own }, k): Stage => {
    const number = `${place}${k + 1}`;
    const strategy = find(id);
    const wrong = (key: string, why: string, more: Reason['values'] = {}): ReasonError =>
      new ReasonError(`stage ${number} "${id}": ${why}`, { key: `error-stage-${key}`, values: { number, id, ...more } });
    if (!strategy) throw wrong('unknown', 'there is no strategy with this id');
    if (strategy.recorded || strategy.family === 'products' || strategy.kind === 'control')
      throw wrong('kind', 'controls, products and “As recorded” cannot be stages');
    if (within.includes(id)) throw wrong('itself', 'a chain cannot be a stage of itself');
    if (strategy.stages && within.length >= MOST_DEPTH)
      throw wrong('deep', `chains within chains go ${MOST_DEPTH} deep at most`, { depth: MOST_DEPTH });
    const resolved = resolveParams(strategy.params, own, shared);
    if (!resolved.ok) throw wrong('parameter', resolved.error, resolved.reason.values);
    for (const [name, param] of Object.entries(strategy.params)) {
      if (param.kind === 'stages') resolve(find, resolved.value[name] as readonly StageValue[], [...within, id], `${number}.`, shared);
    }
    return { strategy, params: resolved.value, knobSet: isKnobSet(strategy.params, own) };
  });
}

/** More stages than there are strategies help nobody. */
const MOST_STAGES = 20;

const inOrder = (...ids: readonly string[]): readonly StageValue[] => ids.map((strategy) => ({ strategy, params: {} }));

const name = { kind: 'text', unit: 'none', default: '', maxLength: 80 } as const satisfies TextParam;

const stagesOf = (list: readonly StageValue[]): StagesParam => ({ kind: 'stages', unit: 'none', default: list, max: MOST_STAGES });

const running = (resolve: ReturnType<typeof createResolver>, id: string) => ({
  stages: (_input: PreparedTranscript, values: { readonly stages: readonly StageValue[] }, ctx: PlanContext): Stages => ({
    stages: resolve(id, values.stages, ctx.shared),
  }),
});

/** S3's order of work: Formatter (tools cut their own output, for which S0 6 is), Offload, Compaction. docs/systems.md#s3-three-layers */
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
  });
}

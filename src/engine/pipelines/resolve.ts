/** Resolves stages as a person writes them (ids and changed parameters) to strategies that can run. */
import type { Slice } from '../lib/lib-steps.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { ReasonError } from '../signals/failure.ts';
import type { PlanContext, Stage, Strategy } from '../strategies/contract.ts';
import { isKnobSet, resolveParams, type StageValue } from '../strategies/params.ts';

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
    if (strategy.recorded) throw wrong('recorded', 'what was recorded cannot be a stage');
    if (strategy.family === 'products') throw wrong('product', 'a product cannot be a stage');
    if (strategy.kind === 'control') throw wrong('control', 'a control cannot be a stage');
    if (within.includes(id)) throw wrong('itself', 'a pipeline cannot be a stage of itself');
    if (strategy.stages && within.length >= MOST_DEPTH)
      throw wrong('deep', `pipelines within pipelines go ${MOST_DEPTH} deep at most`, { depth: MOST_DEPTH });
    const resolved = resolveParams(strategy.params, own, shared);
    if (!resolved.ok) throw wrong('parameter', resolved.error, resolved.reason.values);
    for (const [name, param] of Object.entries(strategy.params)) {
      if (param.kind === 'stages') resolve(find, resolved.value[name] as readonly StageValue[], [...within, id], `${number}.`, shared);
    }
    return { strategy, params: resolved.value, knobSet: isKnobSet(strategy.params, own) };
  });
}

export function* warmFirst([first]: readonly Stage[], input: PreparedTranscript): Generator<Slice, void> {
  const work = first?.strategy.warm?.(input, first.params);
  for (let step = work?.next(); step && step.done !== true; step = work!.next()) yield step.value;
}

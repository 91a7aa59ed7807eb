/** Changes of a pipeline's stages as pure functions. */
import type { StageValue } from '../../../engine/strategies/params.ts';

export const withStage = (stages: readonly StageValue[], strategy: string): readonly StageValue[] => [...stages, { strategy, params: {} }];

export const withoutStage = (stages: readonly StageValue[], at: number): readonly StageValue[] => stages.filter((_, i) => i !== at);

/** Moves a stage by one place; the same list where there is none. */
export function movedStage(stages: readonly StageValue[], at: number, by: 1 | -1): readonly StageValue[] {
  const other = at + by;
  if (!stages[at] || !stages[other]) return stages;
  return stages.map((stage, i) => (i === at ? stages[other]! : i === other ? stages[at]! : stage));
}

/** Sets a parameter of a stage; undefined removes it. */
export function withStageParam(stages: readonly StageValue[], at: number, name: string, value: unknown): readonly StageValue[] {
  return stages.map((stage, i) => {
    if (i !== at) return stage;
    const { [name]: _old, ...rest } = stage.params;
    return { ...stage, params: value === undefined ? rest : { ...rest, [name]: value } };
  });
}

export const sameStages = (a: readonly StageValue[], b: readonly StageValue[]): boolean => JSON.stringify(a) === JSON.stringify(b);

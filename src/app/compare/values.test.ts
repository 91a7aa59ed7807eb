import { describe, expect, it } from 'vitest';
import type { TableParam } from '../../engine/strategies/params.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { movedStage, topStages, withoutStage, withStage, withStageParam } from './StagesControl.tsx';
import { cellOf, changedCells, withCell } from './ParamLine.tsx';

const rules: TableParam = {
  kind: 'table',
  unit: 'none',
  columns: {
    action: { kind: 'choice', unit: 'none', default: 'never', options: ['truncate', 'drop', 'never'] },
    keep: { kind: 'number', unit: 'messages', default: 5, min: 0, max: 50, step: 1 },
  },
  default: { tool: { action: 'truncate', keep: 5 }, skill: { action: 'drop', keep: 0 } },
};

describe('a table of rules', () => {
  it('holds the cells that differ, and nothing once they are back', () => {
    const one = withCell(rules, undefined, 'tool', 'keep', 8);
    expect(one).toEqual({ tool: { keep: 8 } });
    const two = withCell(rules, one, 'skill', 'action', 'never');
    expect(two).toEqual({ tool: { keep: 8 }, skill: { action: 'never' } });
    expect([cellOf(rules, two, 'tool', 'keep'), cellOf(rules, two, 'tool', 'action'), changedCells(two)]).toEqual([8, 'truncate', 2]);
    expect(withCell(rules, withCell(rules, two, 'tool', 'keep', 5), 'skill', 'action', 'drop')).toBeUndefined();
  });
});

describe('stages', () => {
  const stages = withStage(withStage(withStage([], 'hybrid'), 'summary'), 'hybrid');

  it('are added, moved and removed by their place', () => {
    expect(stages.map((s) => s.strategy)).toEqual(['hybrid', 'summary', 'hybrid']);
    expect(movedStage(stages, 1, -1).map((s) => s.strategy)).toEqual(['summary', 'hybrid', 'hybrid']);
    expect(movedStage(stages, 0, -1)).toBe(stages);
    expect(movedStage(stages, 2, 1)).toBe(stages);
    expect(withoutStage(stages, 1).map((s) => s.strategy)).toEqual(['hybrid', 'hybrid']);
  });

  it('have parameters of their own, also where a strategy stands twice', () => {
    const set = withStageParam(stages, 2, 'confidence', 0.7);
    expect(set.map((s) => s.params)).toEqual([{}, {}, { confidence: 0.7 }]);
    expect(withStageParam(set, 2, 'confidence', undefined)).toEqual(stages);
  });
});

describe('what stages did', () => {
  const stage = (
    number: number,
    strategy: string,
    before: number,
    after: number,
    within: readonly string[] = [],
  ): NonNullable<RowResult['stages']>[number] => ({
    stage: number,
    strategy,
    within,
    outcome: before === after ? 'unchanged' : 'compacted',
    why: null,
    note: null,
    params: {},
    knob: null,
    tokensBefore: before,
    tokensAfter: after,
    messagesBefore: 10,
    messagesAfter: 10,
    messagesByFate: { keep: 10, edit: 0, summarize: 0, offload: 0, drop: 0 },
  });

  it('stands with the stage that the person wrote: a pipeline within it from its first to its last', () => {
    const ran = [
      stage(1, 'offload', 100, 80),
      stage(2, 'hybrid', 80, 80, ['adaptive']),
      stage(3, 'summary', 80, 30, ['adaptive']),
      stage(4, 'hard-limit', 30, 20),
    ];
    expect(topStages(ran).map((s) => `${s.strategy} ${s.tokensBefore}→${s.tokensAfter} ${s.outcome}`)).toEqual([
      'offload 100→80 compacted',
      'adaptive 80→30 compacted',
      'hard-limit 30→20 compacted',
    ]);
  });
});

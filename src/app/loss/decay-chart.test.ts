import { expect, it } from 'vitest';
import type { DecayRound } from '../../engine/measures/types.ts';
import { curvesOf } from './DecayChart.tsx';

const round = (number: number, tokens: number, f1: number, outcome: DecayRound['outcome'] = 'compacted'): DecayRound =>
  ({ round: number, tokens, outcome, values: { artifacts: { f1 } } }) as DecayRound;

it('a line for each kind that the original has, tokens as a share of it, and a gap where a round did not compact', () => {
  const curves = curvesOf([round(0, 200, 1), round(1, 100, 0.5), round(2, 100, 0.5, 'unchanged')], (id) => id);
  expect(curves.map(({ title, look, values }) => [title, look, [...values]])).toEqual([
    ['tokens', 'recorded', [1, 0.5, Number.NaN]],
    ['artifacts', 2, [1, 0.5, Number.NaN]],
  ]);
});

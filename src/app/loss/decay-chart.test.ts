import { expect, it } from 'vitest';
import type { DecayRoundView } from '../../worker/loss-protocol.ts';
import { curvesOf } from './RowLosses.tsx';

const round = (number: number, tokens: number, f1: number, outcome: DecayRoundView['outcome'] = 'compacted'): DecayRoundView => ({
  round: number,
  tokens,
  outcome,
  shares: { 'artifact-trail': f1 },
});

it('a line for each kind that the original has, tokens as a share of it, and a gap where a round did not compact', () => {
  const curves = curvesOf([round(0, 200, 1), round(1, 100, 0.5), round(2, 100, 0.5, 'unchanged')], (id) => id);
  expect(curves.map(({ title, look, values }) => [title, look, [...values]])).toEqual([
    ['tokens', 'recorded', [1, 0.5, Number.NaN]],
    ['artifact-trail', 2, [1, 0.5, Number.NaN]],
  ]);
});

/** Tokens that were left at the cuts of a recall: what it was paid with. */
import type { Reason } from '../signals/contract.ts';
import type { Inputs } from './contract.ts';
import { defineMeasure, NO_TARGET, SHARE } from './shared/define.ts';
import { type Example, queue } from './shared/example.ts';

export const leftAtCuts = defineMeasure({
  id: 'left-at-cuts',
  group: 'future',
  better: 'lower',
  values: [
    {
      from: 'recall',
      name: 'recallLeft',
      value: ({ row }) => row?.tokens ?? null,
      why: ({ why }) => why,
      columns: [{ ...SHARE, id: 'left-at-cuts', width: 82, plot: { axis: 'x', budget: true } }],
    },
    { from: 'recall', name: 'cutsIdle', value: ({ row }) => row?.idle ?? null, why: ({ why }) => why },
    { from: 'recall', name: 'overBudget', value: ({ row }) => row?.overBudget ?? null, why: withoutTarget },
    {
      from: 'recall',
      name: 'belowChance',
      value: ({ row }) => row?.belowChance ?? null,
      why: (input) => (input.row && input.few) ?? withoutTarget(input),
    },
  ],
});

function withoutTarget({ row, why }: Inputs['recall']): Reason {
  return row ? NO_TARGET : why;
}

export const example: Example = {
  ...queue,
  expected: { 'future.left': 0.4828 },
  because: 'Of the 87 tokens before the cut 42 are left: 6 + 6 + 8 of the kept messages, 22 of the insertion.',
};

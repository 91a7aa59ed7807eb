/** Kept needed facts that still stand among the words they stood among. */
import { defineMeasure, SHARE } from './shared/define.ts';
import { type Example, queue } from './shared/example.ts';

export const binding = defineMeasure({
  id: 'binding',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'binding',
      value: ({ row }) => row?.binding ?? null,
      why: ({ row, few, why }) => (row ? (few ?? { key: 'measure-no-needs' }) : why),
      columns: [{ ...SHARE, id: 'binding', lists: 'hindsight-recall' }],
    },
  ],
});

export const example: Example = {
  ...queue,
  expected: { 'future.kept': 2, 'future.bound': 1, 'future.binding': 0.5 },
  because:
    'Two needed facts are kept. Beside sessionStore stand “lookups”, “slow” and “cached”, as before. INC-2291 stood among “queue”, “early” and “ticket”, of which none is near it now: 1 of 2.',
};

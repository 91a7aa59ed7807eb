/** What of the facts that the recorded future needed from memory is still there. */
import { defineMeasure, missedLine, SHARE } from './shared/define.ts';
import { type Example, queue } from './shared/example.ts';

export const hindsightRecall = defineMeasure({
  id: 'hindsight-recall',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'hindsightRecall',
      value: ({ row }) => row?.recall ?? null,
      why: ({ few, why }) => few ?? why,
      columns: [
        {
          ...SHARE,
          id: 'recall',
          plot: { axis: 'y', limits: 'own' },
          unit: 'kept-left',
          pair: 'independent',
          // A sign, 100.0, the same of the other recall, and what was left.
          width: 146,
          head: 'recall',
          paid: true,
          lists: 'hindsight-recall',
          original: () => 1,
        },
      ],
    },
  ],
  missed: { of: 'facts', line: missedLine },
});

export const example: Example = {
  ...queue,
  expected: { 'future.needed': 3, 'future.kept': 2, 'future.recall': 0.6667 },
  because:
    'After the cut the assistant uses sessionStore, INC-2291 and src/limits.ts before anybody says them again. The insertion has the first two: 2 of 3. (One cut, to be checked by hand; the measure pools twelve and says nothing under 30 needed facts.)',
};

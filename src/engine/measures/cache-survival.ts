/** What of the prompt cache survives a compaction. */
import { commonPrefix } from './shared/costs.ts';
import { defineMeasure } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const cacheSurvival = defineMeasure({
  id: 'cache-survival',
  group: 'request',
  better: 'higher',
  values: [
    {
      from: 'measured',
      name: 'cacheSurvival',
      value: ({ before, after }) => commonPrefix(before, after),
      columns: [
        {
          id: 'cache',
          unit: 'survive',
          format: 'whole',
          width: 62,
          plotted: true,
          original: ({ counts }) => counts.total,
        },
      ],
    },
  ],
});

export const example: Example = {
  ...small,
  expected: { 'measures.cacheSurvival': 17 },
  because: 'The first two messages are the same before and after: 4 + 4 and 5 + 4 tokens. What follows the dropped message has moved.',
};

/** US dollars of the next request after a compaction and of its summaries. */
import { compactionCost, whyUnpriced } from './shared/costs.ts';
import { defineMeasure } from './shared/define.ts';
import type { Example } from './shared/example.ts';

export const cost = defineMeasure({
  id: 'cost',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'measured',
      name: 'cost',
      value: ({ before, after, pricing }) => ('unknown' in pricing ? null : compactionCost(before, after, pricing).total),
      why: whyUnpriced,
      columns: [
        {
          id: 'cost',
          unit: 'next',
          format: 'money',
          width: 76,
          plotted: true,
          head: 'prices',
        },
      ],
    },
  ],
});

export const example: Example = {
  input: { cached: 10_000, written: 30_000, read: 0.3, write: 3.75, summaries: 0.02 },
  expected: 0.1355,
  because: 'At 0.30 and 3.75 dollars for a million tokens read from and written to the cache: 0.003 + 0.1125, and 0.02 for the summaries.',
};

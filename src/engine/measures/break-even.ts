/** Requests until a compaction has paid for itself. */
import { compactionCost, whyUnpriced } from './shared/costs.ts';
import { defineMeasure } from './shared/define.ts';
import type { Example } from './shared/example.ts';

export const breakEvenMeasure = defineMeasure({
  id: 'break-even',
  group: 'request',
  better: 'lower',
  values: [
    {
      from: 'measured',
      name: 'breakEvenTurns',
      value: ({ before, after, pricing }) => ('unknown' in pricing ? null : compactionCost(before, after, pricing).breakEvenTurns),
      why: whyUnpriced,
      columns: [{ id: 'break-even', unit: 'requests', format: 'turns', width: 62, plotted: true, head: 'prices' }],
    },
  ],
});

export const example: Example = {
  input: { read: 0.1, write: 1.25, before: 100_000, after: 40_000, prefix: 10_000, summaries: 2000 },
  expected: 6.0833,
  because:
    'In units of the price of one token: (2,000 + (1.25 − 0.1) × (40,000 − 10,000)) ÷ (0.1 × (100,000 − 40,000)) = 36,500 ÷ 6,000: from the seventh request on it has paid for itself.',
};

/** What the recording itself paid for reading again: the same for every row. */
import { defineMeasure } from './shared/define.ts';
import { type Example, queue } from './shared/example.ts';

export const reReadCost = defineMeasure({
  id: 're-read-cost',
  group: 'future',
  better: 'none',
  values: [{ from: 'recall', name: 'reReadCost', value: ({ reRead }) => reRead, why: ({ why }) => why }],
});

export const example: Example = {
  ...queue,
  expected: { 'future.reRead.facts': 1, 'future.reRead.tokens': 17 },
  because:
    'retryLimit comes back with the second reading of src/limits.ts, before it is used: a result of 49 characters, 13 tokens and 4 for the message.',
};

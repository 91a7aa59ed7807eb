/** Facts that the recorded future needed from memory, over all cuts: the same for every row. */
import { defineMeasure } from './shared/define.ts';
import { type Example, queue } from './shared/example.ts';

export const neededFacts = defineMeasure({
  id: 'needed-facts',
  group: 'future',
  better: 'none',
  values: [{ from: 'recall', name: 'neededFacts', value: ({ needed }) => needed, why: ({ why }) => why }],
});

export const example: Example = {
  ...queue,
  expected: { 'future.seen': 4, 'future.needed': 3 },
  because:
    'Before the cut stand sessionStore, src/limits.ts, retryLimit and INC-2291. The future uses all four, but a tool says retryLimit again before the assistant does.',
};

/** Original messages by fate; they add up to the original. */
import { defineMeasure, tallyOf } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const messagesByFate = defineMeasure({
  id: 'messages-by-fate',
  group: 'size',
  better: 'none',
  values: [
    {
      from: 'result',
      name: 'messagesByFate',
      json: 'kept, edited, summarized, offloaded, dropped',
      always: true,
      value: ({ before, after }) => tallyOf(before, after).messages,
    },
  ],
});

export const example: Example = {
  ...small,
  expected: { 'row.messagesByFate.keep': 3, 'row.messagesByFate.drop': 1 },
  because: 'The insertion is no message of the original.',
};

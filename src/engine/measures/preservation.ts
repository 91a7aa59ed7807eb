/** What is kept, as a share of the messages. */
import { defineMeasure, preservationOf, SHARE, tallyOf } from './shared/define.ts';
import type { Example } from './shared/example.ts';

export const preservation = defineMeasure({
  id: 'preservation',
  group: 'size',
  better: 'higher',
  values: [
    {
      from: 'result',
      name: 'preservation',
      json: 'preservation',
      value: ({ before, after }) => preservationOf(before.n, tallyOf(before, after).retained),
      columns: [{ ...SHARE, id: 'kept', width: 50, plot: { axis: 'y', efficiency: 'rest' }, original: () => 1 }],
    },
  ],
});

export const example: Example = {
  input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0 },
  expected: 0.8,
  because: '12 of 15 messages are kept.',
};

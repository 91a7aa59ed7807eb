/** S2's efficiency: token reduction and preservation, weighted. */
import { defineMeasure, efficiency, tallyOf } from './shared/define.ts';
import type { Example } from './shared/example.ts';

export const efficiencyMeasure = defineMeasure({
  id: 'efficiency',
  group: 'size',
  better: 'higher',
  values: [
    {
      from: 'result',
      name: 'efficiency',
      json: 'efficiency',
      value: ({ before, after, options: { weight } }) =>
        efficiency({
          tokensBefore: after.tokensBefore,
          tokensAfter: after.tokensAfter,
          messagesBefore: before.n,
          retained: tallyOf(before, after).retained,
          weight,
        }),
      columns: [{ id: 'efficiency', unit: 'score', format: 'score', width: 66, plotted: true }],
    },
  ],
});

export const example: Example = {
  input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0.6 },
  expected: 0.5067,
  because: '0.6 × 0.3111 + 0.4 × 0.8.',
};

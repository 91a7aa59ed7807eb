import { defineMeasure, reductionOf, SHARE } from './shared/define.ts';
import type { Example } from './shared/example.ts';

export const tokenReduction = defineMeasure({
  id: 'token-reduction',
  group: 'size',
  better: 'higher',
  values: [
    {
      from: 'result',
      name: 'tokenReduction',
      json: 'tokenReduction',
      value: ({ after }) => reductionOf(after.tokensBefore, after.tokensAfter),
      columns: [{ ...SHARE, id: 'saved', width: 50, plot: { axis: 'x', efficiency: 'weight', whole: true } }],
    },
  ],
});

export const example: Example = {
  input: { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 1 },
  expected: 0.3111,
  because: '1 − 6,200 ÷ 9,000.',
};

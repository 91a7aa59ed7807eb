/** Original tokens of the messages with each fate; with the tool definitions they add up to the original. */
import { FATES, type FateKind } from '../strategies/contract.ts';
import type { Column } from './contract.ts';
import { defineMeasure, tallyOf, typedValue } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const tokensByFate = defineMeasure({
  id: 'tokens-by-fate',
  group: 'size',
  better: 'none',
  values: [
    typedValue({
      from: 'result',
      name: 'tokensByFate',
      json: null,
      always: true,
      value: ({ before, after }) => tallyOf(before, after).tokens,
      columns: FATES.map(
        (fate): Column<Readonly<Record<FateKind, number>>> => ({
          id: `tokens-${fate}`,
          unit: 'tokens',
          format: 'whole',
          width: 72,
          of: (tokens) => tokens[fate],
        }),
      ),
    }),
  ],
});

export const example: Example = {
  ...small,
  expected: { 'row.tokensByFate.keep': 25, 'row.tokensByFate.drop': 25 },
  because: '8 + 9 + 8 tokens are kept, 25 dropped; together the 50 of the original.',
};

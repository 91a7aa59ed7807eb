import { defineMeasure, tallyOf } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const insertedTokens = defineMeasure({
  id: 'inserted-tokens',
  group: 'size',
  better: 'none',
  values: [
    {
      from: 'result',
      name: 'insertedTokens',
      json: null,
      always: true,
      value: ({ before, after }) => tallyOf(before, after).inserted,
      columns: [{ id: 'inserted', unit: 'tokens', format: 'whole', width: 66, original: () => 0 }],
    },
  ],
});

export const example: Example = { ...small, expected: { 'row.insertedTokens': 9 }, because: '17 characters are 5 tokens, and 4 for the message.' };

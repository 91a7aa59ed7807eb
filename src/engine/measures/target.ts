/** Tokens over the target (0 or less = met); null without a target. */
import { defineMeasure } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const target = defineMeasure({
  id: 'target',
  group: 'size',
  better: 'lower',
  values: [
    {
      from: 'result',
      name: 'overTarget',
      json: 'metTarget',
      always: true,
      value: ({ after }) => (after.target === null ? null : after.tokensAfter - after.target),
      columns: [{ id: 'target', unit: 'overTarget', format: 'signed', width: 66, better: 'none', first: 'high' }],
    },
  ],
});

export const example: Example = { ...small, expected: { 'row.overTarget': 14 }, because: 'The target is 20 tokens, the result has 34.' };

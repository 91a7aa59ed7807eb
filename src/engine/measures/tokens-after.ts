import { defineMeasure } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const tokensAfter = defineMeasure({
  id: 'tokens-after',
  group: 'size',
  better: 'lower',
  values: [
    {
      from: 'result',
      name: 'tokensAfter',
      json: 'tokensAfter',
      always: true,
      value: ({ after }) => after.tokensAfter,
      columns: [
        {
          id: 'tokens',
          unit: 'after',
          format: 'whole',
          width: 72,
          plotted: true,
          plot: { whole: true },
          head: 'tokenizer',
          missed: true,
          original: ({ counts }) => counts.total,
        },
      ],
    },
  ],
});

export const example: Example = {
  ...small,
  expected: { 'result.tokensAfter': 34 },
  because: '8 + 9 + 8 tokens of kept messages and 9 of the insertion.',
};

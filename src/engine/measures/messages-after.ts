import { defineMeasure } from './shared/define.ts';
import { type Example, small } from './shared/example.ts';

export const messagesAfter = defineMeasure({
  id: 'messages-after',
  group: 'size',
  better: 'none',
  values: [
    {
      from: 'result',
      name: 'messagesAfter',
      json: 'messagesAfter',
      always: true,
      value: ({ after }) => after.layout.length,
      columns: [{ id: 'messages', unit: 'after', format: 'whole', width: 66, original: ({ n }) => n }],
    },
  ],
});

export const example: Example = { ...small, expected: { 'result.layout.length': 4 }, because: 'Three kept messages and the insertion.' };

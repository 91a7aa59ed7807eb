/** How much of the way from chance to foresight a strategy goes. */
import { defineMeasure, NO_TARGET } from './shared/define.ts';
import type { Example } from './shared/example.ts';

export const recallSkill = defineMeasure({
  id: 'recall-skill',
  group: 'future',
  better: 'higher',
  values: [
    {
      from: 'recall',
      name: 'recallSkill',
      value: ({ row }) => row?.skill ?? null,
      why: ({ row, why, few, random, oracle }) =>
        !row ? why : few !== null ? few : random === null || oracle === null ? NO_TARGET : { key: 'recall-no-room', values: { random, oracle } },
      columns: [{ id: 'skill', unit: 'skill', format: 'score', width: 56, plotted: true, lists: 'hindsight-recall' }],
    },
  ],
});

export const example: Example = {
  input: { recall: 0.75, random: 0.4, oracle: 0.9 },
  expected: 0.7,
  because: '(0.75 − 0.4) ÷ (0.9 − 0.4).',
};

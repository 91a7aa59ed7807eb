/** Facts that are not, but that something leads to, of all facts. */
import { defineMeasure, SHARE } from './shared/define.ts';
import { type Examples, pool } from './shared/example.ts';

export const recoverable = defineMeasure({
  id: 'recoverable',
  group: 'loss',
  better: 'higher',
  values: [
    {
      from: 'losses',
      name: 'recoverable',
      value: ({ losses: { facts } }) => facts && facts.all.recoverable / (facts.all.retained + facts.all.recoverable + facts.all.lost),
      why: () => ({ key: 'measure-no-facts' }),
      columns: [{ ...SHARE, id: 'recoverable', width: 72, lists: 'fact-retention' }],
    },
  ],
});

export const examples: Examples = {
  recoverable: {
    messages: pool,
    expected: { 'measures.recoverable': 0.5 },
    because:
      'openPool and defaultLimit came from reading src/pool.ts, and that path still stands in the first message: 2 of 4 facts. INC-2291 was said by the assistant; nothing leads back to it.',
  },
};

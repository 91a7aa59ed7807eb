/** Facts by the tenth of the original in which they are first: counts of fact retention, which an open row draws. */
import { defineMeasure } from './shared/define.ts';
import type { Examples } from './shared/example.ts';

export const coverage = defineMeasure({ id: 'coverage', group: 'loss', better: 'none', values: [] });

export const examples: Examples = {
  coverage: {
    messages: [
      { role: 'user', text: 'Look at src/first.ts, it is the first of them all.', fate: 'K' },
      { role: 'assistant', text: 'In the middle there is src/middle.ts, which is longer than it has to be.', fate: 'D' },
      { role: 'user', text: 'And the last one is src/last.ts, I think.', fate: 'K' },
    ],
    expected: { 'values.facts.byTenth.0.retained': 1, 'values.facts.byTenth.3.lost': 1, 'values.facts.byTenth.7.retained': 1 },
    because:
      'The messages have 17, 22 and 15 tokens: they begin at 0, 17 and 39 of 54, in the first, fourth and eighth tenth. The fact of the fourth tenth is lost: this result forgets the middle.',
  },
};

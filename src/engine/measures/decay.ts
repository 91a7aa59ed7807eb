/** The measures of loss after rounds of compaction on top of one another: decay/ runs them. */
import { defineMeasure } from './shared/define.ts';
import type { Examples } from './shared/example.ts';

export const decay = defineMeasure({ id: 'decay', group: 'loss', better: 'none', values: [], json: 'decay' });

export const examples: Examples = {
  decay: {
    messages: [
      { role: 'user', text: 'There is a note in docs/first.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/second.md.', fate: 'K' },
      { role: 'user', text: 'There is a note in docs/third.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/fourth.md.', fate: 'K' },
      { role: 'user', text: 'There is a note in docs/fifth.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/sixth.md.', fate: 'K' },
      { role: 'user', text: 'There is a note in docs/seventh.md.', fate: 'K' },
      { role: 'assistant', text: 'There is a note in docs/eighth.md.', fate: 'K' },
    ],
    strategy: 'random-removal',
    target: 0.5,
    expected: {
      '0.values.facts.all.retained': 8,
      '1.values.facts.all.retained': 4,
      '2.values.facts.all.retained': 2,
      '3.values.facts.all.retained': 1,
    },
    because:
      'Each message holds one fact and has 13 tokens. Every round leaves half of what it finds: 4, 2, and the last message of the user, which is protected.',
  },
};

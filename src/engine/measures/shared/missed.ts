/** The line of something that was needed later and was not there. */
import { type LossLine, marksOf, type MissedFact } from '../types.ts';
import { PLAIN_LINE } from './define.ts';

export const missedLine = ({ kind, fact, cut, seenAt, neededAt, reFetchable }: MissedFact): LossLine => ({
  ...PLAIN_LINE,
  kind,
  fate: reFetchable ? 'recoverable' : 'lost',
  text: fact,
  marks: kind === 'string' ? [] : marksOf(kind, fact),
  spots: [
    { role: 'said', message: seenAt },
    { role: 'needed', message: neededAt },
  ],
  cut: cut + 1,
});

/** A, B and C of a report. Knows no engine: the page writes reports of sets. */
import { type Answer, rowToUse } from '../engine/answer/contract.ts';

/** The places of the compared rows. */
export const LETTERS = ['A', 'B', 'C'] as const;

/** B, then those that stand next to it: what is refused, over the budget or a scale is none of them. */
export const bestIn = (answer: Answer): readonly string[] => {
  const free = answer.order.filter((key) => answer.barred[key] === undefined || answer.barred[key] === 'chance');
  const best = rowToUse(answer) ?? answer.row?.key;
  return best === undefined ? free : [best, ...free];
};

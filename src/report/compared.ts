/** A, B and C of a report. Knows no engine: the page writes reports of sets. */
import { type Answer, lettersOf } from '../engine/answer/contract.ts';

/** The places of the compared rows. */
export const LETTERS = ['A', 'B', 'C'] as const;

/** A, B and C of the page; after them those that stand next: what is refused, over the budget or a scale is none of them. */
export const bestIn = (answer: Answer, own: string | null, isOurs: (key: string) => boolean): readonly string[] =>
  [...lettersOf(own, answer, isOurs), ...answer.order.filter((key) => (answer.barred[key] ?? 'chance') === 'chance')].filter((key) => key !== null);

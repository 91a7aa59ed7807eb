/** Where the original's messages and tokens went. */
import type { FateKind } from '../strategies/contract.ts';
import type { Measure } from './contract.ts';
import { tallyOf } from './shared/tally.ts';

/** Original messages by fate; they add up to the original. */
export const messagesByFate: Measure<Readonly<Record<FateKind, number>>> = {
  id: 'messages-by-fate',
  better: 'none',
  measure: (before, after) => tallyOf(before, after).messages,
};

/** Original tokens of the messages with each fate; with the tool definitions they add up to the original. */
export const tokensByFate: Measure<Readonly<Record<FateKind, number>>> = {
  id: 'tokens-by-fate',
  better: 'none',
  measure: (before, after) => tallyOf(before, after).tokens,
};

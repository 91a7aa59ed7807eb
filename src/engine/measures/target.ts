import type { Measure } from './contract.ts';

/** Tokens over the target (0 or less = met); null without a target. */
export const overTarget: Measure<number | null> = {
  id: 'target',
  better: 'lower',
  measure: (_before, after) => (after.target === null ? null : after.tokensAfter - after.target),
};

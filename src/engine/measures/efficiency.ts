/** S2's efficiency and its two halves. */
import type { Measure } from './contract.ts';
import { tallyOf } from './shared/tally.ts';

/** S2: 60 % token reduction, 40 % preservation. */
export const DEFAULT_WEIGHT = 0.6;

/** 1 − tokens after ÷ tokens before; 0 for an empty original. */
function reductionOf(tokensBefore: number, tokensAfter: number): number {
  return tokensBefore > 0 ? 1 - tokensAfter / tokensBefore : 0;
}

/** Retained messages ÷ messages before; an edited message counts the share of its tokens that is left. 1 for an empty original. */
function preservationOf(messagesBefore: number, retained: number): number {
  return messagesBefore > 0 ? retained / messagesBefore : 1;
}

/** What efficiency is computed from. */
export interface EfficiencyInput {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly messagesBefore: number;
  /** Messages retained; fractions for edited ones. */
  readonly retained: number;
  /** Weight of token reduction, 0–1; preservation has the rest. 0.6 where none is given. */
  readonly weight?: number;
}

/**
 * weight × token reduction + (1 − weight) × preservation (S2, "efficiency"), 0–1. Throws a RangeError for a negative number, one that
 * is not finite, and a weight above 1.
 */
export function efficiency({ tokensBefore, tokensAfter, messagesBefore, retained, weight = DEFAULT_WEIGHT }: EfficiencyInput): number {
  for (const [name, value] of Object.entries({ tokensBefore, tokensAfter, messagesBefore, retained, weight })) {
    const most = name === 'weight' ? 1 : Number.MAX_VALUE;
    if (!(value >= 0 && value <= most))
      throw new RangeError(`${name}: expected ${most === 1 ? 'a number from 0 to 1' : 'a number from 0'}, got ${value}`);
  }
  return weight * reductionOf(tokensBefore, tokensAfter) + (1 - weight) * preservationOf(messagesBefore, retained);
}

export const tokenReduction: Measure<number | null> = {
  id: 'token-reduction',
  better: 'higher',
  measure: (_before, after) => (after.outcome === 'compacted' ? reductionOf(after.tokensBefore, after.tokensAfter) : null),
};

export const preservation: Measure<number | null> = {
  id: 'preservation',
  better: 'higher',
  measure: (before, after) => (after.outcome === 'compacted' ? preservationOf(before.n, tallyOf(before, after).retained) : null),
};

export const efficiencyMeasure: Measure<number | null> = {
  id: 'efficiency',
  better: 'higher',
  measure: (before, after, { weight }) =>
    after.outcome === 'compacted'
      ? efficiency({
          tokensBefore: after.tokensBefore,
          tokensAfter: after.tokensAfter,
          messagesBefore: before.n,
          retained: tallyOf(before, after).retained,
          weight,
        })
      : null,
};

/** S2's efficiency and its two halves. */
import { sumsOf } from '../../compaction/estimate.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { FateKind } from '../../strategies/contract.ts';
import { mustBe, wrong } from '../../lib/arguments.ts';

interface Tally {
  readonly messages: Readonly<Record<FateKind, number>>;
  readonly tokens: Readonly<Record<FateKind, number>>;
  readonly retained: number;
  readonly inserted: number;
}

const tallies = new WeakMap<CompactionResult, Tally>();

/** Remembered with the result, because several measures ask. */
export function tallyOf(before: PreparedTranscript, after: CompactionResult): Tally {
  let tally = tallies.get(after);
  if (!tally) {
    tally = count(before, after);
    tallies.set(after, tally);
  }
  return tally;
}

function count(before: PreparedTranscript, after: CompactionResult): Tally {
  const { messages, tokens, left, retained } = sumsOf(before, after.plan);
  return {
    messages: named(messages),
    tokens: named(tokens),
    retained,
    inserted: after.outcome === 'compacted' ? after.tokensAfter - before.counts.toolDefinitions - left : 0,
  };
}

function named(values: readonly number[]): Record<FateKind, number> {
  return { keep: values[0]!, edit: values[1]!, summarize: values[2]!, offload: values[3]!, drop: values[4]! };
}

/** S2: 60 % token reduction, 40 % preservation. */
export const DEFAULT_WEIGHT = 0.6;

export function reductionOf(tokensBefore: number, tokensAfter: number): number {
  return tokensBefore > 0 ? 1 - tokensAfter / tokensBefore : 0;
}

export function preservationOf(messagesBefore: number, retained: number): number {
  return messagesBefore > 0 ? retained / messagesBefore : 1;
}

export interface EfficiencyInput {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly messagesBefore: number;
  readonly retained: number;
  /** Weight of token reduction, 0–1; preservation has the rest. 0.6 where none is given. */
  readonly weight?: number;
}

/**
 * weight × token reduction + (1 − weight) × preservation (S2, "efficiency"), 0–1. Throws a RangeError for a negative number, one that
 * is not finite, and a weight above 1.
 */
export function efficiency(input: EfficiencyInput): number {
  mustBe('input', input, 'object');
  const { tokensBefore, tokensAfter, messagesBefore, retained, weight = DEFAULT_WEIGHT } = input;
  for (const [name, value] of Object.entries({ tokensBefore, tokensAfter, messagesBefore, retained, weight })) {
    const most = name === 'weight' ? 1 : Number.MAX_VALUE;
    if (!(typeof value === 'number' && value >= 0 && value <= most))
      throw wrong(name, most === 1 ? 'a number from 0 to 1' : 'a number from 0', value);
  }
  return weight * reductionOf(tokensBefore, tokensAfter) + (1 - weight) * preservationOf(messagesBefore, retained);
}

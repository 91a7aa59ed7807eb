import { sumsOf } from '../../compaction/estimate.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import type { Prepared } from '../../signals/contract.ts';
import type { FateKind } from '../../strategies/contract.ts';

/** Messages and tokens of the original by fate; `left` = what is still there of them. */
export interface Tally {
  readonly messages: Readonly<Record<FateKind, number>>;
  /** Original tokens of the messages with each fate; they add up to the original without tool definitions. */
  readonly tokens: Readonly<Record<FateKind, number>>;
  /** Kept messages count 1, edited ones the share of their tokens that is left, all others 0. */
  readonly retained: number;
  readonly inserted: number;
}

const tallies = new WeakMap<CompactionResult, Tally>();

/** Remembered with the result, because several measures ask. */
export function tallyOf(before: Prepared, after: CompactionResult): Tally {
  let tally = tallies.get(after);
  if (!tally) {
    tally = count(before, after);
    tallies.set(after, tally);
  }
  return tally;
}

function count(before: Prepared, after: CompactionResult): Tally {
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

import type { CompactionResult } from '../compaction/types.ts';
import type { Prepared } from '../signals/contract.ts';
import { FATES, type FateKind } from '../strategies/contract.ts';

/** Messages and tokens of the original by fate; `left` = what is still there of them. */
export interface Tally {
  readonly messages: Readonly<Record<FateKind, number>>;
  /** Original tokens of the messages with each fate; they add up to the original without tool definitions. */
  readonly tokens: Readonly<Record<FateKind, number>>;
  /** Kept messages count 1, edited ones the share of their tokens that is left, all others 0. */
  readonly retained: number;
  /** Tokens of summaries and other insertions. */
  readonly inserted: number;
}

const tallies = new WeakMap<CompactionResult, Tally>();

/** One pass over the fates, remembered with the result, because several measures ask. */
export function tallyOf(before: Prepared, after: CompactionResult): Tally {
  let tally = tallies.get(after);
  if (!tally) {
    tally = count(before, after);
    tallies.set(after, tally);
  }
  return tally;
}

const KEEP = FATES.indexOf('keep');
const EDIT = FATES.indexOf('edit');

function count(before: Prepared, after: CompactionResult): Tally {
  const { fates } = after.plan;
  const original = before.counts.messages;
  const messages = new Float64Array(FATES.length);
  const tokens = new Float64Array(FATES.length);
  let retained = 0;
  let stands = before.counts.toolDefinitions;
  for (let i = 0; i < fates.length; i++) {
    const fate = fates[i]!;
    const was = original[i]!;
    const left = after.left[i]!;
    messages[fate]!++;
    tokens[fate]! += was;
    stands += left;
    if (fate === KEEP) retained += 1;
    else if (fate === EDIT) retained += was > 0 ? Math.min(1, left / was) : 1;
  }
  return {
    messages: named(messages),
    tokens: named(tokens),
    retained,
    inserted: after.outcome === 'compacted' ? after.tokensAfter - stands : 0,
  };
}

function named(values: Float64Array): Record<FateKind, number> {
  return { keep: values[0]!, edit: values[1]!, summarize: values[2]!, offload: values[3]!, drop: values[4]! };
}

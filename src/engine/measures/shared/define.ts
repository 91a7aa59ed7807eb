import { sumsOf } from '../../compaction/estimate.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import { mustBe, wrong } from '../../lib/arguments.ts';
import type { PreparedTranscript, Reason } from '../../signals/contract.ts';
import type { FateKind } from '../../strategies/contract.ts';
import type { ColumnFacts, Losses, Measure, MeasureTime, ValueOf } from '../contract.ts';
import { type LossLine, type LossValues, marksOf, type MissedFact } from '../types.ts';

export const defineMeasure = (measure: Measure): Measure => measure;

/** A value that is more than a number: so that its columns know of what they are. */
export const typedValue = <T extends MeasureTime, V>(value: ValueOf<T, V>): ValueOf<T, V> => value;

export const lossesOf = <F, C, L>(losses: Losses<F, C, L>): Losses<F, C, L> => losses;

export const SHARE = { unit: 'percent', format: 'share', width: 56, plotted: true } as const satisfies Partial<ColumnFacts>;

/** What a line of a list has unless it says otherwise. */
export const PLAIN_LINE = { use: null, messages: 0, cut: 0, beside: null } as const satisfies Partial<LossLine>;

export const NO_TARGET: Reason = { key: 'measure-no-target' };

/** Values by the names of the registry. That they are the fields of T only the registry knows, so the compiler is told. */
export const fieldsOf = <T>(values: Readonly<Record<string, unknown>>): T => values as unknown as T;

export const countsOf = <C>(losses: LossValues, name: string): C | null =>
  // An interface cannot be read by a name that is a string; nothing is copied for it, because rows of sliders ask.
  (losses as unknown as Readonly<Record<string, C | null>>)[name] ?? null;

// The line of something that was needed later and was not there.

export const missedLine = ({ kind, fact, cut, seenAt, neededAt, reFetchable }: MissedFact): LossLine => ({
  ...PLAIN_LINE,
  kind,
  fate: reFetchable ? 'recoverable' : 'lost',
  text: fact,
  marks: marksOf(kind, fact),
  spots: [
    { role: 'said', message: seenAt },
    { role: 'needed', message: neededAt },
  ],
  cut: cut + 1,
});

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

import type { Reason } from '../../signals/contract.ts';
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
  marks: kind === 'string' ? [] : marksOf(kind, fact),
  spots: [
    { role: 'said', message: seenAt },
    { role: 'needed', message: neededAt },
  ],
  cut: cut + 1,
});

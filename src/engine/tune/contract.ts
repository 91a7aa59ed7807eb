/**
 * Tuning: which values of a strategy's parameters keep most, found on one half of the sessions and reported on the other. docs/tune.md
 * Pure: somebody else runs the sessions (page, terminal), by the lines of `../sets`.
 */
import type { Certainty } from '../answer/contract.ts';
import type { LineOptions, ResultLine } from '../sets/contract.ts';

export type TunedValue = number | boolean | string;
export type Target = Exclude<NonNullable<LineOptions['target']>, 'same'>;

export interface Axis {
  readonly param: string;
  readonly values: readonly TunedValue[];
  readonly now: TunedValue;
}

/** Values of an axis where nobody says how many. */
export const USUAL_STEPS = 12;
export const MOST_STEPS = 100;
export const MOST_SETTINGS = 2000;
/** Runs of a search where nobody says how many. */
export const USUAL_RUNS = 300;

export interface AskedRange {
  readonly from?: number;
  readonly to?: number;
  readonly steps?: number;
}
export type AskedAxis = { readonly values: readonly TunedValue[] } | AskedRange;

export interface AxisError {
  readonly code: 'unknown' | 'kind' | 'range' | 'value' | 'steps';
  readonly param: string;
  readonly expected: string;
}

export interface Space {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly axes: readonly Axis[];
}

export interface Setting {
  readonly key: string;
  readonly values: Readonly<Record<string, TunedValue>>;
}

export const TUNED = ['kept', 'own', 'binding', 'userWords', 'whole', 'efficiency', 'left', 'cost'] as const;
export type TuneMeasure = (typeof TUNED)[number];
export const DECIDES = ['kept', 'own', 'userWords', 'efficiency', 'cost'] as const satisfies readonly TuneMeasure[];
export type TuneCriterion = (typeof DECIDES)[number];
export const BY_CUT = ['kept', 'userWords'] as const satisfies readonly TuneMeasure[];
export const LESS: readonly TuneMeasure[] = ['left', 'cost'];

/** A mean over sessions, or a share pooled over cuts, with its 95 % interval; null where there is nothing to draw from. */
export interface Stat {
  readonly mean: number;
  readonly interval: readonly [number, number] | null;
  readonly units: number;
}
export type Stats = Readonly<Partial<Record<TuneMeasure, Stat>>>;

/** Why a setting cannot be chosen. The first that holds. */
export const TUNE_BARS = ['failed', 'accepted', 'budget', 'unmeasured'] as const;
export type TuneBar = (typeof TUNE_BARS)[number];

export interface TuneWishes {
  readonly decides: TuneCriterion;
  readonly accepted: boolean;
  readonly withinBudget: boolean;
}
export const TUNE_WISHES: TuneWishes = { decides: 'kept', accepted: true, withinBudget: true };

export interface Point {
  readonly setting: string;
  readonly target: Target;
  readonly first: Stats;
  readonly second: Stats;
  readonly bar: TuneBar | null;
  /** Sessions of both halves over the budget, with a request that the provider would refuse, and without a result. */
  readonly over: number;
  readonly invalid: number;
  readonly failed: number;
}

/**
 * set = the value keeps more in the half that it was not chosen on; same = the best is what is set now; equal = not told apart there from what
 * is set now; worse = there it keeps less: what was found was noise; none = no value meets the wishes.
 */
export const TUNE_VERDICTS = ['set', 'same', 'equal', 'worse', 'none'] as const;

/** Interval null = one value on either side, nothing to draw again. Apart = the interval leaves out 0. */
export interface TuneDifference {
  readonly mean: number;
  readonly interval: readonly [number, number] | null;
  readonly apart: boolean;
}

export interface BestSetting {
  readonly target: Target;
  readonly verdict: (typeof TUNE_VERDICTS)[number];
  readonly chosen: string | null;
  /** Chosen − now in the second half; null without either, or where they are one. */
  readonly difference: TuneDifference | null;
  readonly efficiency: number | null;
  /** Why what is set now could not be chosen; null = it could. */
  readonly nowBar: TuneBar | null;
  readonly tied: readonly string[];
  /** Settings that the first half does not tell apart from the chosen one. */
  readonly asGood: readonly string[];
  readonly sure: Certainty;
}

export const TIE = 0.001;

export interface Halves {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

export interface TuneResult {
  /** What the halves are made of. One session has only its cuts: later ones contain earlier ones, so it is weaker. */
  readonly of: 'sessions' | 'cuts';
  readonly halves: Halves;
  readonly now: string;
  readonly settings: readonly Setting[];
  readonly points: readonly Point[];
  readonly best: readonly BestSetting[];
  readonly items: number;
}

/**
 * wins = in the half that nothing was chosen on the row keeps more than every other one; equal = some other is not told apart from it there;
 * worse = some other keeps more there; alone = no other row has a choice; none = no row has one.
 */
export const RACE_VERDICTS = ['wins', 'equal', 'worse', 'alone', 'none'] as const;

export interface Entrant {
  readonly row: string;
  /** null = no value of this row can be chosen. */
  readonly setting: string | null;
  readonly first: Stat | null;
  readonly second: Stat | null;
  /** First of the race − this one, in the second half; null for the first itself, and without units that both have. */
  readonly difference: TuneDifference | null;
}

export interface Race {
  readonly target: Target;
  readonly verdict: (typeof RACE_VERDICTS)[number];
  readonly entrants: readonly Entrant[];
  readonly sure: Certainty;
}

export interface Trials {
  readonly target: Target;
  readonly lines: readonly ResultLine[];
}

export interface Rung {
  readonly settings: number;
  readonly sessions: number;
}

export interface SearchSummary {
  readonly target: Target;
  readonly runs: number;
  readonly rungs: readonly Rung[];
  readonly idle: readonly string[];
}

export interface SearchStep {
  readonly step: 'now' | 'screen' | 'rung' | 'report';
  readonly settings: number;
  readonly sessions: number;
  readonly done: number;
  readonly of: number;
}

/**
 * What to use: the row that keeps most of what was needed later among those that meet a person's wishes. docs/answer.md
 * Pure arithmetic over figures, so page, set, terminal and report share it.
 */
import type { Independent } from '../measures/independent/contract.ts';

/** What decides between the rows that meet the wishes: the most of what was needed later, the most of the user's words, the cheapest next request. */
export const MATTERS = ['kept', 'userWords', 'cost'] as const;
export type Matters = (typeof MATTERS)[number];

/** Rows that fail a wish are not the answer. */
export interface Wishes {
  readonly matters: Matters;
  /** The provider accepts the request: the row breaks no rule that the original does not break. */
  readonly accepted: boolean;
  /** The target is met, now and on average at the cuts. */
  readonly withinBudget: boolean;
  /** Nothing is written by a model. */
  readonly noModel: boolean;
  /** Least share of the constraints (binding sentences) that stands whole, 0–1; null = any. */
  readonly constraints: number | null;
}
export const WISHES: Wishes = { matters: 'kept', accepted: true, withinBudget: true, noModel: false, constraints: null };
/** The floor that the switch of the page sets. */
export const CONSTRAINTS_FLOOR = 0.95;

/** Counts of one measure in one cut (or session): items needed, kept, and what random messages keep in as many tokens (no whole number). */
export interface Counts {
  readonly kept: number;
  readonly needed: number;
  readonly chance: number;
}
/** By measure; a cut of a session, or a session of a set. The same index is the same cut in every row. */
export type Unit = Readonly<Partial<Record<Independent, Counts>>>;

/** One row, as far as an answer asks. */
export interface Candidate {
  readonly key: string;
  /** A scale, never the answer. */
  readonly control: boolean;
  readonly compacted: boolean;
  readonly accepted: boolean;
  readonly withinBudget: boolean;
  /** A model writes something of its result, or would with a real summariser. */
  readonly model: boolean;
  /** Share of the constraints that stands whole; null = not measured, or there are none. */
  readonly constraints: number | null;
  /** Cuts or sessions; null = not measured. */
  readonly units: readonly Unit[] | null;
  /** Own recall, 0–1: stands beside the answer, decides nothing. */
  readonly own: number | null;
  /** Next request, US dollars; null = no price. */
  readonly cost: number | null;
  /** Tokens left at the cuts, as a share of the context; null = not measured. */
  readonly left: number | null;
}

/** Whether a model wrote any of a result's summaries, or stands behind the built-in one that did. */
export const byModel = (summaries: readonly { readonly summarizer: string }[]): boolean =>
  summaries.some(({ summarizer }) => summarizer !== 'strategy' && summarizer !== 'recorded');

/** Why a row is not the answer. The first that holds. */
export const BARS = ['control', 'outcome', 'accepted', 'budget', 'model', 'constraints', 'unmeasured', 'cost', 'chance'] as const;
export type Bar = (typeof BARS)[number];

/** A value with what chance keeps; shares 0–1. */
export interface Kept {
  readonly share: number;
  readonly chance: number;
}

/**
 * Answer − row, in the same cuts or sessions; the 95 % hold for all rows that the answer was chosen from (together.ts). Told apart = the
 * interval excludes 0.
 */
export interface Difference {
  readonly mean: number;
  readonly interval: readonly [number, number];
  readonly apart: boolean;
}

/**
 * weak = under 100 items, or no difference to hold it by; fair = under 10 sessions, or an interval that touches 0; high = 10 sessions and an
 * interval without 0; very-high = own recall says so too.
 */
export const SURE = ['weak', 'fair', 'high', 'very-high'] as const;
export type Sure = (typeof SURE)[number];

export interface AnswerRow extends Kept {
  readonly key: string;
  readonly own: number | null;
  readonly cost: number | null;
  readonly left: number | null;
}

export const VERDICTS = ['use', 'same', 'equal', 'none'] as const;

export interface Answer {
  /** use = it; same = it is what the person has; equal = it cannot be told apart from what the person has; none = no row meets the wishes. */
  readonly verdict: (typeof VERDICTS)[number];
  readonly row: AnswerRow | null;
  /** What the person has: their agent, or the baseline; null where it was not measured. */
  readonly base: AnswerRow | null;
  /** The answer minus what the person has; null without either, or where they are one. */
  readonly difference: Difference | null;
  /** Rows that meet the wishes and cannot be told apart from the answer, the best first. */
  readonly equals: readonly string[];
  readonly sure: Sure;
  /** Cuts or sessions with needs, and items needed in them, of the measures that decide. */
  readonly units: number;
  readonly items: number;
  /** Every row: those that meet the wishes, the best first, then the others that were measured, then the rest as they came. */
  readonly order: readonly string[];
  /** By row that was measured. */
  readonly kept: Readonly<Record<string, Kept>>;
  /** By row that is not the answer for a reason: the first. */
  readonly barred: Readonly<Record<string, Bar>>;
  /** How many rows each reason bars. */
  readonly bars: Readonly<Partial<Record<Bar, number>>>;
}

/** What the units are: cuts of one session, each with its counts, or sessions, each with a share. */
export interface Scope {
  readonly of: 'cuts' | 'sessions';
  /** Items over all units under which a measure says nothing. */
  readonly least: number;
  /** Items behind the shares of sessions; absent = the units count them. */
  readonly items?: number;
}

/**
 * What to use: the row that keeps most of what was needed later among those that meet a person's wishes. docs/answer.md
 * Pure arithmetic over figures, so page, set, terminal and report share it.
 */
import type { Judge } from '../measures/independent/contract.ts';
import type { Loss } from '../measures/types.ts';

/** What decides between the rows that meet the wishes: the most of what was needed later, the most of the user's words, the cheapest next request. */
export const MATTERS = ['kept', 'userWords', 'cost'] as const;
export type Criterion = (typeof MATTERS)[number];

/** Rows that fail a wish are not the answer. */
export interface Wishes {
  readonly matters: Criterion;
  /** The provider accepts the request: the row breaks no rule that the original does not break. */
  readonly accepted: boolean;
  /** The target is met, now and at the cuts. */
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
export type Unit = Readonly<Partial<Record<Judge, Counts>>>;

/** A: what a person has. The other rows may leave at most what it leaves. */
export interface Match {
  /** Its row. */
  readonly key: string;
  /** By its own rule, as its product does; else to the target. */
  readonly shipped: boolean;
}

/** What leaves a larger share of a context did nothing there. */
export const DID_NOTHING = 0.99;

/** One row, as far as an answer asks. */
export interface Candidate {
  readonly key: string;
  /** A scale, never the answer. */
  readonly control: boolean;
  /** Written for this project. */
  readonly ours?: boolean;
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
  /** What was needed later and lost; absent = not measured. */
  readonly lost?: Loss | null;
  /** Shares (0–1) of the files and of the open work that stand, whatever is needed later; absent or null = not measured, or there are none. */
  readonly files?: number | null;
  readonly openWork?: number | null;
}

/** What can be measured of any session, however short: nothing of it has to be needed later. */
export const STANDING = ['constraints', 'files', 'openWork'] as const;

/** What stands under A and under the row that keeps most of it; shares 0–1. */
export interface StandingComparison {
  readonly key: string;
  readonly base: string;
  readonly shares: readonly { readonly measure: (typeof STANDING)[number]; readonly share: number; readonly base: number }[];
}

/** Whether a model wrote any of a result's summaries, or stands behind the built-in one that did. */
export const byModel = (summaries: readonly { readonly summarizer: string }[]): boolean =>
  summaries.some(({ summarizer }) => summarizer !== 'strategy' && summarizer !== 'recorded');

/** Why a row is not the answer. The first that holds; chance = not surely more than random messages in as many tokens. */
export const BARS = ['control', 'outcome', 'accepted', 'budget', 'model', 'constraints', 'unmeasured', 'cost', 'chance'] as const;
export type Bar = (typeof BARS)[number];

/** A value with what chance keeps; shares 0–1. */
export interface Retention {
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

/** A row that keeps most, and a measure by which it surely keeps less than A: both shares, 0–1. */
export interface Trade {
  readonly key: string;
  readonly measure: Judge;
  readonly share: number;
  readonly base: number;
}

/** weak = it cannot be said; fair = the order is sure, of fewer than 10 sessions; high = of 10 or more. */
export const SURE = ['weak', 'fair', 'high'] as const;
export type Certainty = (typeof SURE)[number];

export interface AnswerRow extends Retention, Pick<Candidate, 'key' | 'own' | 'cost' | 'left'> {
  /** null = not measured. */
  readonly lost: Loss | null;
  /** Surely more than random messages in as many tokens. */
  readonly works: boolean;
}

/**
 * use = the row, which at most three others equal; any = the row and all of `equals`, the cheapest first; nothing = none is surely better
 * than A, or without A than random messages; short = too little was needed later to tell; sizes = every row leaves its own amount.
 */
export const VERDICTS = ['use', 'any', 'nothing', 'short', 'sizes'] as const;

export interface Answer {
  readonly verdict: (typeof VERDICTS)[number];
  /** The row of the verdict; with `nothing` and `short` the best of those that meet the wishes. A itself is never it. */
  readonly row: AnswerRow | null;
  /** A, what the person has; null where it is not compared. */
  readonly base: AnswerRow | null;
  /** The row minus A; null without either. */
  readonly difference: Difference | null;
  /** Rows that are as good as the row and meet all that it meets. */
  readonly equals: readonly string[];
  /** The row that keeps most, where a measure that nothing writes or selects with surely says the opposite; it may be the row itself. */
  readonly trade: Trade | null;
  /** Where it is too short to rank: the next best that can be said; null = nothing of it is there. */
  readonly instead: StandingComparison | null;
  readonly sure: Certainty;
  /** With `nothing` at a budget of one's own: the smallest, a share of the context, at which something works; null = none that was tried; absent = not looked for. */
  readonly smallest?: number | null;
  /** Compactions that the recorded agent performed, where the units are these; null = they are cuts. */
  readonly compactions: number | null;
  /** Sessions; cuts or sessions with needs, and items needed in them, of the measures that decide. */
  readonly sessions: number;
  readonly units: number;
  readonly items: number;
  /** Every row: those that meet the wishes, the best first, then the others that were measured, then the rest as they came. */
  readonly order: readonly string[];
  /** By row that was measured. */
  readonly kept: Readonly<Record<string, Retention>>;
  /** By row that is not the answer for a reason: the first. */
  readonly barred: Readonly<Record<string, Bar>>;
  /** Rows that were written for this project: said wherever one is the answer. */
  readonly ours: readonly string[];
  /** How many rows each reason bars. */
  readonly bars: Readonly<Partial<Record<Bar, number>>>;
}

/** Key of the row to use; null where there is none, or nothing is surely better. */
export const rowToUse = (answer: Pick<Answer, 'verdict' | 'row'> | null | undefined): string | null =>
  answer && (answer.verdict === 'use' || answer.verdict === 'any') ? (answer.row?.key ?? null) : null;

/**
 * A, B and C of every front end: what the person has; what the sentence names, else the best; the best of the others of which `isOurs` does
 * not hold. null = nobody.
 * @param own key of A
 */
export function lettersOf(
  own: string | null,
  answer: Answer | null,
  isOurs: (key: string) => boolean,
): readonly [string | null, string | null, string | null] {
  const ranked = answer?.order.filter((key) => !(key in answer.barred)) ?? [];
  const [row, instead] = [answer?.row?.key, answer?.instead?.key];
  const b = [...(answer?.verdict === 'short' ? [instead, row] : [row, instead]), ...ranked].find((key) => key !== undefined && key !== own) ?? null;
  return [own, b, ranked.find((key) => key !== own && key !== b && !isOurs(key)) ?? null];
}

/** What the units are: cuts, or sessions with the sums of theirs. */
export interface Scope {
  readonly of: 'cuts' | 'sessions';
  /** Every row leaves its own amount: none is held against another. */
  readonly sizes?: boolean;
  /** Items over all units under which a measure says nothing. */
  readonly least: number;
  /** Sessions that the units are of; absent = one. */
  readonly sessions?: number;
  /** Key of A, also where no row was held to it. */
  readonly asked?: string;
  /** The units are compactions that the recorded agent performed, of this many. */
  readonly compactions?: number;
}

/**
 * Hindsight recall: the recording is cut, everything before the cut is compacted, and the result is searched for what the recorded future
 * used from memory. No model is run. docs/recall.md#definition
 */
import type { CompareOptions } from '../compare.ts';
import type { Loss, MissedFact, RecallFigures } from '../measures/types.ts';
import type { FactKind, Reason } from '../signals/contract.ts';
import type { IndependentTally } from './independent/contract.ts';

export interface RecallOptions extends CompareOptions {
  /** Checkpoints right before the recorded agent's own compactions, where what it made itself is a row too; default: `cuts`. */
  readonly recorded?: boolean;
  /** Cuts over the requests; default 12, evenly over 20–85 %. */
  readonly cuts?: number;
  /** Whether facts that occur only in reasoning before a cut count as seen (default true); their use in reasoning never counts. */
  readonly reasoningSeen?: boolean;
}

/** Messages up to which recall is measured automatically: beyond, twelve cuts of every row take minutes, and somebody has to ask for it. */
export const MOST_BY_ITSELF = 20_000;
export const isMeasuredByItself = (messages: number): boolean => messages <= MOST_BY_ITSELF;

/** Shares of a context at which random dropping is measured. */
export const SIZES: readonly number[] = [0.01, 0.02, 0.03, 0.05, 0.075, ...Array.from({ length: 19 }, (_, i) => (i + 2) / 20)];

/** With fewer cuts there is no number; compactions that were recorded are counted however few they are. */
const LEAST_CUTS = 3;
export const leastCuts = ({ recorded }: Pick<RecallOptions, 'recorded'>): number => (recorded ? 1 : LEAST_CUTS);
export const hasFewCuts = ({ cuts, compactions }: Pick<Recall, 'compactions'> & { readonly cuts: readonly unknown[] }): boolean =>
  cuts.length < leastCuts({ recorded: compactions !== null });

/** One cut of the recording. Indexes are of the transcript's messages. */
export interface Cut {
  /** The first message of the future, and the first message after it. */
  readonly at: number;
  readonly end: number;
  /** Tokens of the context at the cut, tool definitions included. */
  readonly tokens: number;
  /** Counted facts of the prefix, and those of them that the future needed from memory. */
  readonly seen: number;
  readonly needed: number;
  /** Facts that a user or tool message brought back before they were used, and the tokens of those messages. */
  readonly reRead: { readonly facts: number; readonly tokens: number };
}

/** Needed facts of a group and how many of them are kept, pooled over the cuts. */
export interface Share {
  readonly needed: number;
  readonly kept: number;
}

/** Last seen in the newest 10 % of the conversation's tokens, in the 30 % before them, or earlier. */
export const AGE_BANDS = ['newest', 'middle', 'older'] as const;
/** Who said it first. */
export const ORIGINS = ['user', 'tool', 'assistant'] as const;

/** A needed fact missing from the compacted context. `cut` = index into `cuts`. */
export type RecallMiss = MissedFact;

export interface RecallRow extends RecallFigures {
  readonly key: string;
  readonly strategy: string;
  /** Bad parameters or an error. */
  readonly failed: Reason | null;
  /** 95 %, by drawing whole cuts with replacement (seeded); null as above. */
  readonly interval: readonly [number, number] | null;
  /** Needed facts that are kept, and kept with their words, by cut. */
  readonly kept: readonly number[];
  readonly bound: readonly number[];
  /** Counts of the independent measures by cut; null where the row did not run. */
  readonly byCut: readonly IndependentTally[] | null;
  /** Cuts at which the strategy compacted: at the others the whole context counts as kept; where it was not idle either, its result was rejected or refused. */
  readonly compacted: number;
  /** What the requests of a product as shipped lack at some cuts; null = nothing. */
  readonly lack: Reason | null;
  /** Who wrote the summaries at the cuts: id of a summariser; null where none was requested. */
  readonly writer: string | null;
  /** Tokens after ÷ tokens allowed by the budget; mean of the cuts; null without a budget. */
  readonly used: number | null;
  readonly bands: Readonly<Record<(typeof AGE_BANDS)[number], Share>>;
  readonly origins: Readonly<Record<(typeof ORIGINS)[number], Share>>;
  readonly kinds: Readonly<Partial<Record<FactKind, Share>>>;
  /** Needed facts that are missing, pooled over the cuts, and those of them that nothing leads back to. */
  readonly missed: number;
  readonly gone: number;
  /** Strings and paths that were needed and lost at some cut, each once, and the first message that used one; null where it failed. */
  readonly lost: Loss | null;
}

/** By cut; made on demand, because a long recording has hundreds of thousands. */
export interface RecallLists {
  /** The needed facts that are missing. */
  misses(): readonly RecallMiss[];
  /** The strings and paths that were lost. */
  lostItems(): readonly RecallMiss[];
}

export interface Recall {
  readonly cuts: readonly Cut[];
  /** The cuts stand right before the recorded agent's own compactions, this many; null = evenly over the requests. */
  readonly compactions: number | null;
  /** Facts needed from memory, pooled. */
  readonly needed: number;
  /** Why own recall has no number (fewer than 30 needed facts), or no measure has one (too few requests); null where all have. */
  readonly tooFew: Reason | null;
  /** Share of its own context that each cut is compacted to; the mean of them where A's size is the target; null with own defaults. */
  readonly budget: number | null;
  /** Key of A, whose size at each cut is the target of the others: cuts at which it did nothing are left out. null = no row's. */
  readonly match: string | null;
  /**
   * Mean of 20 random removals, and the clairvoyant strategy that keeps whole blocks, at the common target; null with own defaults, where
   * there is none.
   */
  readonly random: number | null;
  readonly oracle: number | null;
  /**
   * What random messages keep of the independent recall, by share of its context that each cut may leave (`SIZES`): a row at these sizes that
   * is above chose better than at random. null where neither measure has enough items.
   */
  readonly curve: readonly number[] | null;
  /** What the recorded agent's own compactions kept, if any are readable: a calibration, not a competitor. */
  readonly recorded: (Share & { readonly bound: number; readonly compactions: number }) | null;
  readonly rows: readonly (RecallRow & RecallLists)[];
}

/** Its progress, or a promise: the caller resumes with the promise's value, or throws its error into the generator. */
export type RecallStep =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'waiting'; readonly for: Promise<unknown> };

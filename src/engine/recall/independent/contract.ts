/**
 * Measures of what the recorded future needed that share no code with the extractor of facts, nor with anything that a strategy writes or
 * selects with. docs/recall.md#independent-measures
 */
export const INDEPENDENT = ['strings', 'paths', 'edits', 'wording', 'pairs', 'userWords'] as const;
export type Independent = (typeof INDEPENDENT)[number];

/** One measure of one compacted context, or pooled over several. Shares are 0–1. */
export interface IndependentValue {
  /** Items that the future needed, and those of them that are still in the text. */
  readonly kept: number;
  readonly needed: number;
  /** kept ÷ needed; this and the next two are null where nothing was needed. */
  readonly share: number | null;
  /** The same in as many tokens of messages chosen at random (mean of seeded choices), and of the newest messages. */
  readonly chance: number | null;
  readonly newest: number | null;
  /** Share of such needs of recorded agents that their context had lost: habit, not memory. null = nobody needs it in this sense. */
  readonly floor: number | null;
}
export type IndependentValues = Readonly<Record<Independent, IndependentValue>>;

/** Counts of one cut. `chance` is a mean and no whole number. */
export interface IndependentCounts {
  readonly kept: number;
  readonly needed: number;
  readonly chance: number;
  readonly newest: number;
}
export type IndependentTally = Readonly<Record<Independent, IndependentCounts>>;

/** As a bit. */
export const bitOf = (measure: Independent): number => 1 << INDEPENDENT.indexOf(measure);

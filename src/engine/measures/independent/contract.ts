import measured from './floors.json' with { type: 'json' };

/**
 * Measures of what the recorded future needed that share no code with the extractor of facts, nor with anything that a strategy writes or
 * selects with. docs/recall.md#independent-measures
 */
export const INDEPENDENT = ['strings', 'paths', 'edits', 'wording', 'pairs', 'userWords'] as const;
export type Independent = (typeof INDEPENDENT)[number];

/** They and two of what stands, whatever is needed later: sentences of the user that bind, and paths of calls. Each may speak against an answer. */
export const JUDGES = [...INDEPENDENT, 'rules', 'files'] as const;
export type Judge = (typeof JUDGES)[number];

/** Words that bind: must, never, always, only, do not; 必须 不要 禁止 始终 只能. */
export const BINDS = /\b(?:must(?:n['’]t)?|never|always|only|do not|don['’]t)\b|必须|不要|禁止|始终|只能/i;
/** Characters of a sentence that can bind: shorter ones are headings, longer ones are no sentences. */
export const BINDING = { shortest: 8, longest: 600 } as const;

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

/** The two with little habit: their mean is the independent recall that stands beside own recall. docs/adr/0057-the-pair-of-recalls.md */
export const LEADING = ['strings', 'paths'] as const satisfies readonly Independent[];
/** Much of them is habit: shown with their floor, they decide nothing alone. */
export const ASIDE = ['wording', 'pairs'] as const satisfies readonly Independent[];
/** Items over all cuts; with fewer a share says little and is left out of the mean. */
export const LEAST_NEEDS = 10;

/** Lost and needed items after recorded compactions; null where a recording cannot say. */
export interface Floor {
  readonly lost: number;
  readonly needed: number;
}
/** How often recorded agents "used" what their context had lost: habit, measured on recorded compactions (floors.json). */
export const FLOORS: Readonly<Record<Independent, Floor | null>> = { ...measured.floors, userWords: null };

export const floorOf = (measure: Independent): number | null => {
  const floor = FLOORS[measure];
  return floor === null || floor.needed === 0 ? null : floor.lost / floor.needed;
};

/** Mean of the leading measures, of what is left or of what would be left by chance; of one where the other has too few items, else null. */
export function independentRecall(values: IndependentValues, of: 'share' | 'chance' | 'newest' = 'share'): number | null {
  const shares = LEADING.map((name) => values[name]).flatMap((value) => (value.needed < LEAST_NEEDS ? [] : [value[of] ?? 0]));
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Whether random messages keep more of the leading measures in as many tokens. */
export function isBelowChance(values: IndependentValues): boolean {
  const [share, chance] = [independentRecall(values), independentRecall(values, 'chance')];
  return share !== null && chance !== null && share < chance;
}

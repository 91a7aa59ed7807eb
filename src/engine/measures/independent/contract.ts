import measured from './floors.json' with { type: 'json' };

/**
 * Measures of what the recorded future needed that share no code with the extractor of facts, nor with anything that a strategy writes or
 * selects with. docs/recall.md#independent-measures
 */
export const INDEPENDENT = ['strings', 'paths', 'edits', 'wording', 'pairs', 'userWords'] as const;
export type Independent = (typeof INDEPENDENT)[number];

export const JUDGES = [...INDEPENDENT, 'rules', 'files'] as const;
export type Judge = (typeof JUDGES)[number];

/** Words that bind: must, never, always, only, do not; 必须 不要 禁止 始终 只能. */
export const BINDS = /\b(?:must(?:n['’]t)?|never|always|only|do not|don['’]t)\b|必须|不要|禁止|始终|只能/i;
export const BINDING = { shortest: 8, longest: 600 } as const;

export interface IndependentValue {
  readonly kept: number;
  readonly needed: number;
  /** kept ÷ needed; this and the next two are null where nothing was needed. */
  readonly share: number | null;
  readonly chance: number | null;
  readonly newest: number | null;
  /** Share of such needs of recorded agents that their context had lost: habit, not memory. null = nobody needs it in this sense. */
  readonly floor: number | null;
}
export type IndependentValues = Readonly<Record<Independent, IndependentValue>>;

/** The two with little habit: their mean is the independent recall that stands beside own recall. docs/adr/0057-the-pair-of-recalls.md */
export const LEADING = ['strings', 'paths'] as const satisfies readonly Independent[];
export const ASIDE = ['wording', 'pairs'] as const satisfies readonly Independent[];
export const LEAST_NEEDS = 10;

/** Lost and needed items after recorded compactions; null where a recording cannot say. */
export interface Floor {
  readonly lost: number;
  readonly needed: number;
}
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

export function isBelowChance(values: IndependentValues): boolean {
  const [share, chance] = [independentRecall(values), independentRecall(values, 'chance')];
  return share !== null && chance !== null && share < chance;
}

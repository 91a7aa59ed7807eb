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

/** The two with little habit: their mean is the independent recall that is beside own recall. docs/adr/0057-the-pair-of-recalls.md */
export const LEADING = ['strings', 'paths'] as const satisfies readonly Independent[];
export const ASIDE = ['wording', 'pairs'] as const satisfies readonly Independent[];
const LEAST_NEEDS = 10;
/** Items below which a measure says nothing; what recorded compactions lost is no sample and counts however little it is. */
export const leastNeeds = (recorded = false): number => (recorded ? 1 : LEAST_NEEDS);

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

/** What is left of what was needed later, beside random messages and the newest ones of as many tokens; 0–1. */
export interface LeadingShares {
  readonly share: number;
  readonly chance: number;
  readonly newest: number;
}

/** Mean of the leading measures; of one where the other has fewer items than `least`; null where both have. */
export function retainedOf(values: IndependentValues, least: number): LeadingShares | null {
  const some = LEADING.map((name) => values[name]).filter(({ needed }) => needed >= least);
  const mean = (of: keyof LeadingShares): number => some.reduce((sum, value) => sum + (value[of] ?? 0), 0) / some.length;
  return some.length === 0 ? null : { share: mean('share'), chance: mean('chance'), newest: mean('newest') };
}

export const isBelowChance = (retained: LeadingShares | null): boolean => retained !== null && retained.share < retained.chance;

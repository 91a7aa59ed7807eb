/** What the measures say of one result, as numbers: the `measures` of a report, and what the page gets (docs/measures.md). */
import type { FactKind, Reason } from '../signals/contract.ts';
import type { FateKind } from '../strategies/contract.ts';
import type { IndependentValues } from './independent/contract.ts';
import type { RuleSetId, Violation } from './contract.ts';

/** A provider whose rules a request can be judged by, as a report names it. */
export const PROVIDER_RULES = ['openaiChat', 'openaiResponses', 'anthropic', 'gemini'] as const;
export type ProviderRules = (typeof PROVIDER_RULES)[number];

/** Shares are 0–1. null = does not apply; `notes` of the result says why, under the same name. */
export interface ResultMeasures {
  /** Share of the original's facts that stand in the result, and the same by kind (null = the original has none of that kind). */
  readonly factRetention: { readonly all: number; readonly byKind: Readonly<Record<FactKind, number | null>> } | null;
  /** Share of the facts that do not stand there but that a pointer in the result leads to. */
  readonly recoverable: number | null;
  /** Share of the facts needed from memory that are still there, over all cuts. */
  readonly hindsightRecall: number | null;
  /** Tokens that were left at the cuts, as a share of the context there; mean of the cuts. What the recall was paid with. */
  readonly recallLeft: number | null;
  /** Cuts at which the strategy had nothing to do: everything counts as kept there. */
  readonly cutsIdle: number | null;
  /** More was left at the cuts than the budget allows. */
  readonly overBudget: boolean | null;
  /** The recall is under that of random removals to the budget. */
  readonly belowChance: boolean | null;
  /** (recall − random) ÷ (oracle − random): may be negative or above 1. */
  readonly recallSkill: number | null;
  /** Share of the kept needed facts that stand within 120 characters of two of their former context words. */
  readonly binding: number | null;
  /** Mean of the shares of strings and paths in `independent`: what stands beside the recall. */
  readonly independentRecall: number | null;
  /** What is still there of the future's needs by measures that know no facts, each with chance, the newest messages and the habit. */
  readonly independent: IndependentValues | null;
  readonly neededFacts: number | null;
  /** Tokens of the results that brought facts of the past back before they were used; mean of the cuts. */
  readonly reReadCost: number | null;
  readonly constraints: number | null;
  /** F1 of (file, last operation) that the result tells against the original's. */
  readonly artifactF1: number | null;
  readonly openWork: number | null;
  /** Share of the error → fix pairs of which both sides are still there. */
  readonly errorFixPairs: number | null;
  /** Rules that the compacted request breaks, by provider; what the recording broke already is marked. */
  readonly validity: Readonly<Record<ProviderRules, readonly Violation[]>> | null;
  /** Tokens of the longest common prefix of the request before and after. */
  readonly cacheSurvival: number | null;
  /** US dollars of the next request after the compaction and of its summaries, by the prices of the model in use. */
  readonly cost: number | null;
  readonly breakEvenTurns: number | null;
}

/** The rule set behind each name of a report. */
export const RULES_OF: Readonly<Record<ProviderRules, RuleSetId>> = {
  openaiChat: 'openai-chat',
  openaiResponses: 'openai-responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
};

/** Those that need the recorded future. */
export type RecallMeasure =
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cutsIdle'
  | 'overBudget'
  | 'belowChance'
  | 'recallSkill'
  | 'binding'
  | 'independentRecall'
  | 'independent'
  | 'neededFacts'
  | 'reReadCost';
export type RecallMeasures = Pick<ResultMeasures, RecallMeasure>;
export type StandingMeasures = Omit<ResultMeasures, RecallMeasure>;
/** Those of what is lost, which every round of decay has too. */
export type LossShares = Pick<ResultMeasures, 'factRetention' | 'recoverable' | 'constraints' | 'artifactF1' | 'openWork' | 'errorFixPairs'>;

/** By name: why a measure is null. */
export type Notes = Readonly<Partial<Record<keyof ResultMeasures, Reason>>>;

/** What is known of a row with its result. Scores are null unless it compacted something. */
export interface MeasureValues {
  readonly tokensAfter: number;
  readonly messagesAfter: number;
  readonly insertedTokens: number;
  readonly tokenReduction: number | null;
  readonly preservation: number | null;
  readonly efficiency: number | null;
  readonly messagesByFate: Readonly<Record<FateKind, number>>;
  readonly tokensByFate: Readonly<Record<FateKind, number>>;
  /** Tokens; 0 or less = met; null without a target. */
  readonly overTarget: number | null;
  /** Checks of the result; null where none were made. */
  readonly failedChecks: number | null;
  /** By the rules of the model in use. */
  readonly violations: readonly Violation[] | null;
}

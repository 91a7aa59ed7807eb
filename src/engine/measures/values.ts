/** What the measures say of one result, as numbers: the `measures` of a report, and what the page gets (docs/measures.md). */
import type { FactKind, Reason } from '../signals/contract.ts';
import type { FateKind } from '../strategies/contract.ts';
import type { IndependentValues } from './independent/contract.ts';
import type { RuleSetId, Violation } from './contract.ts';

export const PROVIDER_RULES = ['openaiChat', 'openaiResponses', 'anthropic', 'gemini'] as const;
export type ProviderRules = (typeof PROVIDER_RULES)[number];

/** Shares are 0–1. null = does not apply; `notes` of the result says why, under the same name. */
export interface ResultMeasures {
  /** Share of the original's facts that stand in the result, and the same by kind (null = the original has none of that kind). */
  readonly factRetention: { readonly all: number; readonly byKind: Readonly<Record<FactKind, number | null>> } | null;
  /** Share of the facts that do not stand there but that a pointer in the result leads to. */
  readonly recoverable: number | null;
  readonly hindsightRecall: number | null;
  readonly recallLeft: number | null;
  readonly cutsIdle: number | null;
  readonly overBudget: boolean | null;
  readonly belowChance: boolean | null;
  readonly recallSkill: number | null;
  /** Share of the kept needed facts that stand within 120 characters of two of their former context words. */
  readonly binding: number | null;
  readonly independentRecall: number | null;
  /** The same of random messages in the tokens that this row left. */
  readonly independentChance: number | null;
  readonly independent: IndependentValues | null;
  readonly neededFacts: number | null;
  readonly reReadCost: number | null;
  readonly constraints: number | null;
  readonly artifactF1: number | null;
  readonly openWork: number | null;
  readonly errorFixPairs: number | null;
  readonly validity: Readonly<Record<ProviderRules, readonly Violation[]>> | null;
  readonly cacheSurvival: number | null;
  /** US dollars of the next request after the compaction and of its summaries, by the prices of the model in use. */
  readonly cost: number | null;
  readonly breakEvenTurns: number | null;
}

export const RULES_OF: Readonly<Record<ProviderRules, RuleSetId>> = {
  openaiChat: 'openai-chat',
  openaiResponses: 'openai-responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
};

export type RecallMeasure =
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cutsIdle'
  | 'overBudget'
  | 'belowChance'
  | 'recallSkill'
  | 'binding'
  | 'independentRecall'
  | 'independentChance'
  | 'independent'
  | 'neededFacts'
  | 'reReadCost';
export type RecallMeasures = Pick<ResultMeasures, RecallMeasure>;
export type StandingMeasures = Omit<ResultMeasures, RecallMeasure>;
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
  readonly violations: readonly Violation[] | null;
}

/** What the measures of loss say: counts by result, and the lists behind them. Plain data: it crosses the worker boundary. */
import type { FactKind } from '../signals/contract.ts';
import type { Outcome } from '../strategies/contract.ts';
import type { IndependentValues, LeadingShares } from './independent/contract.ts';
import type { FileOperation } from '../summarizers/calls.ts';

export type { FileOperation } from '../summarizers/calls.ts';

export interface Place {
  readonly message: number;
  readonly part: number;
  readonly piece: number;
  /** UTF-16 offsets in that text. */
  readonly start: number;
  readonly end: number;
}

export const FACT_FATES = ['retained', 'recoverable', 'lost'] as const;
export type FactFate = (typeof FACT_FATES)[number];

export type FactCounts = Readonly<Record<FactFate, number>>;

export const TENTHS = 10;

export interface FactValue {
  readonly all: FactCounts;
  readonly byKind: Readonly<Record<FactKind, FactCounts>>;
  readonly byTenth: readonly FactCounts[];
}

/** What became of a sentence. Degraded: at least half of its different words still are together. */
export const STATEMENT_FATES = ['preserved', 'degraded', 'lost'] as const;
export type StatementFate = (typeof STATEMENT_FATES)[number];
export type StatementCounts = Readonly<Record<StatementFate, number>>;

export const CONSTRAINT_ORIGINS = ['system', 'user'] as const;
export type ConstraintOrigin = (typeof CONSTRAINT_ORIGINS)[number];
export interface ConstraintValue {
  readonly all: StatementCounts;
  readonly byOrigin: Readonly<Record<ConstraintOrigin, StatementCounts>>;
}

export const OPEN_WORK_KINDS = ['todo', 'request', 'next-step'] as const;
export type OpenWorkKind = (typeof OPEN_WORK_KINDS)[number];
export interface OpenWorkValue {
  readonly all: StatementCounts;
  readonly byKind: Readonly<Record<OpenWorkKind, StatementCounts>>;
}

export interface ArtifactValue {
  readonly files: number;
  readonly told: number;
  readonly right: number;
  readonly f1: number;
}

export interface PairValue {
  readonly both: number;
  readonly errorOnly: number;
  readonly fixOnly: number;
  readonly neither: number;
}

/** Of one result. null = the original has nothing of the kind, or nothing was compacted. */
export interface LossValues {
  readonly facts: FactValue | null;
  readonly constraints: ConstraintValue | null;
  readonly artifacts: ArtifactValue | null;
  readonly openWork: OpenWorkValue | null;
  readonly errorFixPairs: PairValue | null;
}

export interface LostFact {
  readonly kind: FactKind;
  readonly text: string;
  readonly fate: Exclude<FactFate, 'retained'>;
  readonly first: Place;
  readonly last: Place;
  readonly messages: number;
  readonly pointer: { readonly kind: 'path' | 'url' | 'offload'; readonly text: string } | null;
}

export interface LostStatement {
  readonly text: string;
  readonly fate: Exclude<StatementFate, 'preserved'>;
  readonly place: Place;
  readonly group: ConstraintOrigin | OpenWorkKind;
}

export interface LostArtifact {
  readonly path: string;
  readonly operation: FileOperation;
  /** What the result tells instead; null = nothing. */
  readonly told: FileOperation | null;
  readonly place: Place;
}

export interface LostPair {
  readonly error: string;
  readonly fix: string;
  readonly errorStands: boolean;
  readonly fixStands: boolean;
  readonly errorPlace: Place;
  readonly fixPlace: Place;
}

export interface LossList {
  readonly facts: readonly LostFact[];
  readonly constraints: readonly LostStatement[];
  readonly artifacts: readonly LostArtifact[];
  readonly openWork: readonly LostStatement[];
  readonly errorFixPairs: readonly LostPair[];
}

export interface LossDifference {
  readonly onlyFirst: LossList;
  readonly onlySecond: LossList;
}

export interface Parts {
  readonly preserved: number;
  readonly degraded: number;
  readonly lost: number;
}

export const USES = ['needed', 'again', 'once'] as const;

/** A place of a line: index of its message in the context, −1 = not in it; `recorded` = in the recording, where the context was cut from one. */
export interface Spot {
  readonly role: 'said' | 'needed' | 'error' | 'fix' | 'call';
  readonly message: number;
  readonly recorded?: number;
}

export interface LossLine {
  readonly kind: string;
  readonly fate: 'lost' | 'recoverable' | 'degraded';
  readonly text: string;
  readonly marks: readonly string[];
  readonly spots: readonly Spot[];
  readonly use: (typeof USES)[number] | null;
  /** Messages of the original that said it; 0 = not counted. */
  readonly messages: number;
  readonly cut: number;
  /** What leads back to a recoverable fact; what the result tells of a file instead; the fix of an error. */
  readonly beside: { readonly what: 'pointer' | 'told' | 'fix'; readonly value: string } | null;
}

const tail = (text: string): string => text.split(/[\\/]/).findLast((part) => part !== '') ?? text;
export const marksOf = (kind: string, text: string): readonly string[] => (kind === 'path' && tail(text) !== text ? [text, tail(text)] : [text]);

/** A fact that the recorded future needed from memory, and that was not in the compacted context. */
export interface MissedFact {
  readonly fact: string;
  readonly kind: FactKind | 'string';
  readonly cut: number;
  readonly seenAt: number;
  readonly neededAt: number;
  readonly reFetchable: boolean;
}

/** What was needed later and lost: how many things, and the first message that used one of them; null = nothing. */
export interface Loss {
  readonly things: number;
  readonly first: number | null;
}

export interface RecallFigures {
  /** The same cuts by measures that share no code with the extractor of facts, pooled; null where the row did not run. */
  readonly independent: IndependentValues | null;
  /** Mean of those that lead; null where they have too few items. */
  readonly retained: LeadingShares | null;
  /** Pooled over the cuts; null where too few facts were needed. */
  readonly recall: number | null;
  readonly skill: number | null;
  readonly binding: number | null;
  readonly idle: number;
  readonly tokens: number;
  /** More tokens left than the budget allows (both as shares of the context, mean of the cuts); null without a budget. */
  readonly overBudget: boolean | null;
  /** Less kept than the mean of the random removals to the budget; null where there is no recall or no chance to hold it against. */
  readonly belowChance: boolean | null;
}

export interface DecayRound {
  readonly round: number;
  readonly tokens: number;
  readonly outcome: Outcome;
  readonly values: LossValues;
}

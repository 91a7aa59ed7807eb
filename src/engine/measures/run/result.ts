/** The measures of one result as a report and the page give them, each with the reason where there is no number. */
import type { CompactionResult } from '../../compaction/types.ts';
import type { FactKind, Prepared, Reason } from '../../signals/contract.ts';
import type { KnownPricing } from '../contract.ts';
import { costValues } from '../cost.ts';
import { retainedShare } from '../shared/fact-values.ts';
import { lossValues } from './losses.ts';
import { preservedShare } from '../shared/statements.ts';
import type { FactCounts, LossValues, PairValue } from '../types.ts';
import { validityByProvider } from '../validity.ts';
import type { ResultMeasures } from '../values.ts';

/** Those that need the recorded future. */
export const RECALL_MEASURES = [
  'hindsightRecall',
  'recallLeft',
  'cutsIdle',
  'overBudget',
  'belowChance',
  'recallSkill',
  'binding',
  'neededFacts',
  'reReadCost',
] as const;
export type RecallMeasure = (typeof RECALL_MEASURES)[number];
export type StandingMeasures = Omit<ResultMeasures, RecallMeasure>;

/** By name: why a measure is null. */
export type Notes = Readonly<Partial<Record<keyof ResultMeasures, Reason>>>;

export interface Measured {
  readonly measures: StandingMeasures;
  readonly notes: Notes;
  /** The counts behind the shares. */
  readonly values: LossValues;
}

/** What is known of the model in use. */
export interface MeasuredWith {
  readonly pricing: KnownPricing;
  readonly model?: string;
}

/** Facts that do not stand, but that something leads to, of all facts; null without facts. */
export function recoverableShare({ retained, recoverable, lost }: FactCounts): number | null {
  const of = retained + recoverable + lost;
  return of === 0 ? null : recoverable / of;
}

/** Pairs of which both sides stand, of all pairs. */
export const pairShare = ({ both, errorOnly, fixOnly, neither }: PairValue): number => both / (both + errorOnly + fixOnly + neither);

const NONE: Readonly<Record<'factRetention' | 'recoverable' | 'constraints' | 'artifactF1' | 'openWork' | 'errorFixPairs', string>> = {
  factRetention: 'measure-no-facts',
  recoverable: 'measure-no-facts',
  constraints: 'measure-no-constraints',
  artifactF1: 'measure-no-files',
  openWork: 'measure-no-open-work',
  errorFixPairs: 'measure-no-pairs',
};

/** The measures of loss as shares. */
export type LossShares = Pick<StandingMeasures, keyof typeof NONE>;
export function lossShares({ facts, constraints, artifacts, openWork, errorFixPairs }: LossValues): LossShares {
  return {
    factRetention: facts && {
      all: retainedShare(facts.all) ?? 1,
      byKind: Object.fromEntries(Object.entries(facts.byKind).map(([kind, counts]) => [kind, retainedShare(counts)])) as Record<
        FactKind,
        number | null
      >,
    },
    recoverable: facts && recoverableShare(facts.all),
    constraints: constraints && preservedShare(constraints.all),
    artifactF1: artifacts?.f1 ?? null,
    openWork: openWork && preservedShare(openWork.all),
    errorFixPairs: errorFixPairs && pairShare(errorFixPairs),
  };
}

/** Every measure of a result that needs no future. Slow once per transcript: `warmLosses` makes what it needs in slices. */
export function measured(before: Prepared, after: CompactionResult, { pricing, model }: MeasuredWith): Measured {
  const values = lossValues(before, after);
  const cost = costValues(before, after, pricing);
  const measures = { ...lossShares(values), validity: validityByProvider(before, after, model), ...cost.measures };
  const notes: Partial<Record<keyof ResultMeasures, Reason>> = { ...cost.notes };
  const done = after.outcome === 'compacted';
  for (const [name, key] of Object.entries(NONE) as [keyof typeof NONE, string][]) {
    if (measures[name] === null) notes[name] = { key: done ? key : 'measure-not-compacted' };
  }
  if (measures.validity === null) notes.validity = { key: 'measure-not-compacted' };
  return { measures, notes, values };
}

/** What crosses the worker boundary of the measures of loss. As in protocol.ts: data only, errors as values, lists only when asked for. */
import type { Decay } from '../engine/decay/decay.ts';
import type { PriceSource } from '../engine/measures/contract.ts';
import type { LossList, LossValues } from '../engine/measures/types.ts';
import type { ProviderRules, ResultMeasures } from '../engine/measures/values.ts';
import type { Recall, RecallMiss, RecallRow } from '../engine/recall/contract.ts';
import type { Reason } from '../engine/signals/contract.ts';

/** Of `ResultMeasures`, those that need the recorded future: they come with the recall. */
export type RecallMeasure =
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cutsIdle'
  | 'overBudget'
  | 'belowChance'
  | 'recallSkill'
  | 'binding'
  | 'neededFacts'
  | 'reReadCost';
export type MeasureName = keyof ResultMeasures;
export type { Decay, ProviderRules };
export type StandingMeasures = Omit<ResultMeasures, RecallMeasure>;

/** One compacted row. */
export interface MeasuredRow {
  readonly key: string;
  readonly measures: StandingMeasures;
  /** Why a measure is null, by its name. */
  readonly notes: Readonly<Partial<Record<MeasureName, Reason>>>;
  /** The counts behind the shares. */
  readonly values: LossValues;
}

export interface MeasuresReply {
  readonly rows: readonly MeasuredRow[];
  /** Whose prices the costs are counted with; null where none are known. */
  readonly prices: PriceSource | null;
  readonly ms: number;
}

/** As the engine says it; misses as numbers until somebody asks for them. */
export interface RecallRowView extends Omit<RecallRow, 'misses'> {
  /** Somebody else wrote its summaries at the cuts than writes them in the table: what was measured is not this row. */
  readonly otherWriter: boolean;
}

export interface RecallReply extends Omit<Recall, 'rows'> {
  readonly rows: readonly RecallRowView[];
  readonly ms: number;
}

/** A row whose recall is measured with the model that writes its summaries, and the models that a person agreed to send to for it. */
export interface PaidRecall {
  readonly key: string;
  readonly agreed: readonly string[];
}

export interface LossView {
  readonly list: LossList;
  /** Needed facts that the row did not have, of the last recall; empty without one. */
  readonly misses: readonly RecallMiss[];
  /** For each of `list.facts`: index into `misses` of the first that needed it, −1 = none did. */
  readonly needs: Int32Array;
}

/** What of one message a row does not have any more. */
export interface MessageLosses {
  /** Sentences that bind, with what is left of them. */
  readonly constraints: readonly { readonly text: string; readonly fate: 'degraded' | 'lost' }[];
  /** Facts that nothing else of the transcript says. */
  readonly lost: number;
  readonly recoverable: number;
}

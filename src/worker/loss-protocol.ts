/** Worker messages for the measures of loss. As in protocol.ts: data only, errors as values, lists on demand. */
import type { Decay } from '../engine/decay/decay.ts';
import type { PriceSource } from '../engine/measures/contract.ts';
import type { LossList, LossValues } from '../engine/measures/types.ts';
import type { ProviderRules, ResultMeasures } from '../engine/measures/values.ts';
import type { Recall, RecallMiss, RecallRow } from '../engine/recall/contract.ts';
import type { Reason } from '../engine/signals/contract.ts';

/** Measures that need the recorded future: they come with the recall. */
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
  /** The model whose prices are used; null where none are known. */
  readonly prices: PriceSource | null;
  readonly ms: number;
}

/** As from the engine; misses are counts until requested. */
export interface RecallRowView extends Omit<RecallRow, 'misses'> {
  /** The summaries at the cuts have another writer than in the table, so the measurement is not this row's. */
  readonly otherWriter: boolean;
}

export interface RecallReply extends Omit<Recall, 'rows'> {
  readonly rows: readonly RecallRowView[];
  readonly ms: number;
}

/** A row whose recall is measured with its own model, and the models that a person agreed to send to for it. */
export interface PaidRecall {
  readonly key: string;
  readonly agreed: readonly string[];
}

export interface LossView {
  readonly list: LossList;
  /** Needed facts that the row lacked, in the last recall; empty without one. */
  readonly misses: readonly RecallMiss[];
  /** For each of `list.facts`: index into `misses` of the first that needed it, −1 = none did. */
  readonly needs: Int32Array;
}

/** What a row lost of one message. */
export interface MessageLosses {
  /** Binding sentences, with what is left of them. */
  readonly constraints: readonly { readonly text: string; readonly fate: 'degraded' | 'lost' }[];
  /** Facts that occur nowhere else in the transcript. */
  readonly lost: number;
  readonly recoverable: number;
}

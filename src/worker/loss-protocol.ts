/** Worker messages for the measures of loss. As in protocol.ts: data only, errors as values, lists on demand. */
import type { AskReport } from '../engine/ask/contract.ts';
import type { Decay } from '../engine/decay/decay-rounds.ts';
import type { Figures, Notes, PriceSource, ProviderRules, StandingMeasures } from '../engine/measures/contract.ts';
import type { DecayRound, FactValue, LossLine, Parts } from '../engine/measures/types.ts';
import type { Recall, RecallRow } from '../engine/recall/contract.ts';
import type { InHand } from '../engine/recall/in-hand.ts';
import type { Caching, Prices, Replay as EngineReplay, ReplaySeries } from '../engine/replay/contract.ts';
import type { Reason } from '../engine/strategies/contract.ts';
import type { WindowSource } from '../engine/tokens/contract.ts';
import type { TriggerRule } from '../engine/triggers/contract.ts';
import type { AskEstimate } from '../models/asker.ts';
import type { Place } from '../report/contract.ts';
import type { Replay, Row } from '../scenario/schema.ts';
import type { CompareRequest, OriginalView, RowResult, TranscriptView } from './protocol.ts';

// Worker messages about asking a model over rows' contexts. As in protocol.ts: data only.

export interface AskWish {
  readonly rows: readonly string[];
  readonly model: string;
  /** Judges the answers to questions, after them; null = the rule alone. */
  readonly judge: string | null;
  /** The rows' own models write the summaries at the cuts; else the built-in summariser does. */
  readonly written: boolean;
}

/** One request that would be sent, without its text (`askPrompt`). */
export interface AskPrompt {
  readonly kind: 'step' | 'probes' | 'judge';
  readonly characters: number;
  /** How often it is sent: every next step is asked for several times. */
  readonly times: number;
}

/** What would be sent. */
export interface AskingView extends AskEstimate {
  readonly model: string;
  readonly endpoint: string;
  readonly cuts: number;
  /** Different requests, known answers included; of very many the first. */
  readonly prompts: readonly AskPrompt[];
  readonly different: number;
}

export interface AskView {
  readonly report: AskReport;
  readonly failures: readonly { readonly reason: Reason; readonly count: number }[];
  /** What the judge would be sent next; null = there is no judge, or it has been asked. */
  readonly judging: AskingView | null;
}

export type { ProviderRules };
export type { LostFact, Place } from '../report/contract.ts';

/** What a row has in hand of a fact at a checkpoint (engine/recall/in-hand.ts); `place` = where its words stand, null = in no message of the recording. */
export interface HandView extends Pick<InHand, 'fate' | 'text'> {
  readonly key: string;
  readonly place: Place | null;
}

/** What measures say of a run beside its own figures. */
interface RowFigures {
  readonly key: string;
  readonly figures: Figures;
  /** Why a value is null, by its name. */
  readonly notes: Notes;
}

export interface MeasuredRow extends RowFigures {
  /** By measure: what is left of what can be lost. */
  readonly parts: Readonly<Record<string, Parts | null>>;
  readonly facts: FactValue | null;
  readonly validity: StandingMeasures['validity'];
}

export interface MeasuresReply {
  readonly rows: readonly MeasuredRow[];
  /** The model whose prices are used; null where none are known. */
  readonly prices: PriceSource | null;
  readonly ms: number;
}

export interface RecallRowView extends RecallRow, RowFigures {
  /** The summaries at the cuts have another writer than in the table, so the measurement is not this row's. */
  readonly otherWriter: boolean;
  /** 95 % of the independent recall, whole cuts drawn again; null where there is none. */
  readonly independentInterval: readonly [number, number] | null;
}

export interface RecallReply extends Omit<Recall, 'rows'> {
  readonly rows: readonly RecallRowView[];
  readonly ms: number;
}

/** What a row leaves and keeps at one budget after another, the smallest first. */
export interface CurveView {
  readonly key: string;
  readonly points: readonly { readonly tokens: number; readonly kept: number }[];
}

/** A row whose recall is measured with its own model, and the models that a person agreed to send to for it. */
export interface PaidRecall {
  readonly key: string;
  readonly agreed: readonly string[];
}

/** A line and the measure whose list it is of. */
export interface ListedLine extends LossLine {
  readonly id: string;
  readonly list: string;
}

/** Every line, list after list, each in the order of the original; needed facts are those of the last recall. */
export interface LossView {
  readonly lines: readonly ListedLine[];
}

/** A round of decay: what of each measure's losses still stands, as shares. */
export interface DecayRoundView extends Omit<DecayRound, 'values'> {
  readonly shares: Figures;
}
export interface DecayView extends Omit<Decay, 'rounds'> {
  readonly rounds: readonly DecayRoundView[];
}

export interface MessageLosses {
  readonly constraints: readonly { readonly text: string; readonly fate: 'degraded' | 'lost' }[];
  /** Facts that occur nowhere else in the transcript. */
  readonly lost: number;
  readonly recoverable: number;
}

export interface ReplayRequest extends Pick<CompareRequest, 'conversation' | 'settings' | 'marks'> {
  readonly rows: readonly Row[];
  /** Key of A where it goes by its own rule beside rows with a target. */
  readonly shipped?: string;
  /** Representative rows of systems with changed parameters. */
  readonly systems: readonly Row[];
  readonly replay: Replay;
  /** If no trigger fires in the real window and none is set for the replay: answer with the largest window in which one does. */
  readonly whatIf: boolean;
}

/** One run; contexts of requests are fetched separately. */
export type SeriesView = Omit<ReplaySeries, 'contextAt' | 'records' | 'misses'>;

/** Whose prices are counted with. */
export interface PriceBasis {
  /** null = no model is known. */
  readonly model: string | null;
  /** null = the list does not know the model. */
  readonly prices: Prices | null;
  readonly caching: Caching;
  /** Name and day of the list. */
  readonly list: string;
  readonly date: string;
}

export interface ReplayReply extends Omit<EngineReplay, 'baseline' | 'series'> {
  /** Names this replay to the calls that read from it. */
  readonly id: number;
  readonly baseline: SeriesView;
  readonly series: readonly SeriesView[];
  /** The recorded conversation, with which all contexts are aligned. */
  readonly transcript: Pick<TranscriptView, 'n' | 'tokens' | 'prefix' | 'roles' | 'priority' | 'exact'>;
  /**
   * Set if no trigger fires in the real window (`window`, in which the largest request has `peak` tokens) and the runs are those of a
   * smaller one, `fires`.
   */
  readonly whatIf: { readonly window: number; readonly peak: number } | null;
  /** If no trigger fires: the largest window in which one does, in tokens; null where one fires, or where none would in any. */
  readonly fires: number | null;
  readonly windowFrom: WindowSource;
  /** The common trigger, or that of rows without one; each run states its own. */
  readonly rule: TriggerRule;
  /** The rule of each system, with the settings of its row. */
  readonly seeds: readonly { readonly seed: string; readonly rule: TriggerRule }[];
  readonly priced: PriceBasis;
  readonly ms: number;
}

/** A context as it goes out with a request, aligned with the recording in the words of the side by side. */
export interface ContextView extends Pick<RowResult, 'fates' | 'into' | 'left' | 'summaries' | 'insertions'> {
  /** From 1; requests + 1 = after the last answer. */
  readonly at: number;
  /** Tokens and messages of the request. */
  readonly total: number;
  readonly messages: number;
  /** Compactions in force. */
  readonly levels: number;
  readonly n: number;
}

export interface ReplayRecordView {
  readonly summaries: readonly string[];
  readonly replaced: readonly { readonly first: number; readonly count: number; readonly originals: readonly OriginalView[] }[];
  /** Number of originals omitted from the lists above. */
  readonly more: number;
  /** Undoing it, and those before it, on the context that it left: the messages that come back, and whether they are the recorded ones. */
  readonly restored: { readonly messages: number; readonly recorded: boolean };
}

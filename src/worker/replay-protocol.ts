/** Worker messages of a replay. As in protocol.ts: data only, errors as values, texts on demand. */
import type { Caching, Prices, Replay as EngineReplay, ReplaySeries } from '../engine/replay/contract.ts';
import type { WindowSource } from '../engine/tokens/contract.ts';
import type { TriggerRule } from '../engine/triggers/contract.ts';
import type { Replay, Row } from '../scenario/schema.ts';
import type { CompareRequest, OriginalView, RowResult, TranscriptView } from './protocol.ts';

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

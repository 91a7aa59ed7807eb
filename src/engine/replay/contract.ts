/**
 * A recorded conversation runs again under each strategy, request by request (docs/replay.md#what-is-walked). The result is made for
 * drawing: arrays by request, points by compaction. Contexts are not stored; `contextAt` builds any of them on demand.
 */
import type { Match } from '../answer/contract.ts';
import type { EmbeddingUse } from '../policy-run.ts';
import type { HistoryEntry } from '../compaction/history.ts';
import type { CompactionRecord } from '../compaction/types.ts';
import type { Caching, Prices } from '../measures/contract.ts';
import type { RunRequest, RunSettings } from '../pipelines/run-spec.ts';
import type { Embeddings, FactKind, Reason } from '../signals/contract.ts';
import type { LogLine } from '../strategies/contract.ts';
import type { Message, Usage } from '../transcript/types.ts';
import type { FiredTrigger, Moment, TriggerRule } from '../triggers/contract.ts';

export { CACHINGS, type Caching, type Prices } from '../measures/contract.ts';

export interface ReplayRow extends RunRequest {
  readonly key: string;
  readonly trigger?: TriggerRule;
  readonly embeddings?: Embeddings;
}

export interface ReplayOptions extends RunSettings {
  readonly trigger: TriggerRule;
  readonly ownTriggers?: boolean;
  readonly target: number;
  readonly match?: Match;
  /** Share of the window at which a warning is given (S2); null = none, in no row. */
  readonly warning: number | null;
  readonly cooldown: number;
  /** The answer to a strategy that asks before an automatic compaction (S1): null = yes, else the alternative (`drop-oldest` …). */
  readonly answer: string | null;
  readonly caching: Caching;
  /** null = costs are not computed. */
  readonly prices: Prices | null;
  /** Of the model that writes the summaries; absent = `prices`. */
  readonly summaryPrices?: Prices;
  /** Window of the model that writes the summaries, in tokens; absent = `window`. */
  readonly summaryWindow?: number;
  /**
   * Tokens of each request that the transcript lacks (system prompt, tool definitions). They count like tool definitions. Absent: as found
   * by the calibration, else 0.
   */
  readonly unseen?: number;
}

export interface CompactionPoint {
  readonly at: number;
  readonly moment: Moment;
  readonly trigger: FiredTrigger;
  readonly outcome: HistoryEntry['outcome'];
  readonly level: number;
  readonly why: Reason | null;
  readonly asked: Reason | null;
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Tokens aimed at; null without a target. */
  readonly target: number | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly summaries: readonly SummaryPoint[];
  readonly summaryTokens: number;
  /** Cost of writing them: as the endpoint reported, else as if a model had read the messages and written the text; null without prices. */
  readonly summaryCost: number | null;
  readonly summaryFailures: number;
  /** How many of them no model could have written: their call is larger than its window. Absent: none. */
  readonly summariesOver?: number;
  readonly summaryMs: number;
  readonly prefix: number;
  /** Requests until the compaction has paid for itself (docs/measures.md#break-even); null where it never does, or without prices. */
  readonly breakEven: number | null;
  /** How often the trigger fired afterwards without effect, because nothing had changed. */
  readonly skipped: number;
}

export interface SummaryPoint {
  readonly tokens: number;
  readonly characters: number;
  readonly generation: number;
  readonly input: number;
  readonly calls: number;
}

export interface ReplayLine extends LogLine {
  readonly at: number;
  readonly strategy: string;
}

export interface Loop {
  readonly kind: 'again' | 'idle';
  readonly from: number;
  readonly to: number;
  readonly times: number;
  readonly freed: number;
  readonly setting: string;
  readonly reason: Reason;
}

export interface Totals {
  readonly promptTokens: number;
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Requests and summaries together; null without prices. */
  readonly cost: number | null;
  readonly summaryCost: number | null;
}

export interface Monitoring {
  readonly triggered: number;
  readonly compactions: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly refused: number;
  readonly summaries: number;
  readonly summaryTokens: number;
  readonly summaryFailures: number;
  /** 0–1; null where none was asked for. */
  readonly summarySuccess: number | null;
  readonly meanSummaryMs: number | null;
  readonly highestGeneration: number;
  readonly messagesRemoved: number;
  readonly tokensFreed: number;
}

export interface Look {
  readonly at: number;
  readonly messages: readonly Message[];
  readonly tokens: Float64Array;
  readonly origins: Int32Array;
  readonly total: number;
  readonly levels: number;
  readonly fates: Uint8Array;
  readonly decidedBy: Int32Array;
  readonly place: Int32Array;
  /** Why message i of the transcript has its fate, by planning the deciding compaction again. null = unchanged. */
  reasonOf(i: number): Reason | null | Promise<Reason | null>;
}

export interface TriggerSetup {
  readonly trigger: TriggerRule;
  readonly triggerOf: 'own' | 'common' | 'row';
  /** Share of the window; null = none. */
  readonly warning: number | null;
}

/** Relative change of a cost: −0.5 = half. null if unknown (no prices, nothing recorded, a run that ended early). */
export interface CostChange {
  /**
   * Against the recorded requests at the same prices, where they are comparable; requests without recorded usage are excluded from the
   * run's cost too.
   */
  readonly recorded: number | null;
  /**
   * Against the run without compaction. If that exceeds the window (`Replay.baseline.overLimit`), it is a comparison with requests that
   * could not have been sent, and not a saving.
   */
  readonly none: number | null;
}

export interface RecordedDifference {
  readonly requests: number;
  readonly recorded: number;
  readonly none: number;
  readonly recordedPrompt: number;
  readonly nonePrompt: number;
  readonly recordedRead: number;
  readonly noneRead: number;
  readonly bySize: number;
  readonly byCache: number;
  readonly byOutput: number;
  readonly bySummaries: number;
  readonly compactions: number;
  readonly unseen: number;
}

export interface ReplaySeries extends TriggerSetup {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly failed: Reason | null;
  readonly size: Float64Array;
  readonly cacheRead: Float64Array;
  readonly cacheWrite: Float64Array;
  readonly cost: Float64Array;
  readonly points: readonly CompactionPoint[];
  readonly embedded?: EmbeddingUse;
  readonly warnings: readonly number[];
  readonly overLimit: readonly number[];
  /** Requests above the window although nothing more could be removed, and those never sent because the run had been stopped. */
  readonly refused: readonly number[];
  /** The run ended with an error before request `at`: no request from there on was sent, and the arrays end there. null = it did not. */
  readonly stopped: { readonly at: number; readonly reason: Reason } | null;
  readonly peak: number;
  readonly totals: Totals;
  readonly against: CostChange;
  /** First request from which on the whole run is cheaper than without compaction, to the end; null if there is none, or it was stopped. */
  readonly paidBack: number | null;
  readonly loops: readonly Loop[];
  readonly monitoring: Monitoring;
  readonly log: readonly ReplayLine[];
  readonly ms: number;
  contextAt(at: number): Look;
  records(): readonly CompactionRecord[];
  /** Facts that answers used although the context no longer held them (hindsight recall at every moment of use). Computed on demand. */
  misses(): readonly ReplayMiss[];
}

/** A fact that an answer used although the context had lost it. */
export interface ReplayMiss {
  readonly fact: string;
  readonly kind: FactKind;
  readonly request: number;
  readonly neededAt: number;
  readonly seenAt: number;
  readonly lostBy: number;
}

export interface RecordedFigures {
  /** By request: prompt tokens; NaN where nothing was recorded. */
  readonly size: Float64Array;
  readonly requests: number;
  readonly usage: Usage;
  readonly cost: number | null;
  readonly error: number;
  /** Costs are compared with the recording, because the counted prompts are close enough (`error` ≤ 0.25). */
  readonly comparable: boolean;
  readonly costs: Float64Array;
  /** null without prices. */
  readonly difference: RecordedDifference | null;
  readonly why: readonly Reason[];
  readonly compactions: readonly number[];
}

export interface Replay {
  readonly window: number;
  readonly requests: number;
  readonly answers: Int32Array;
  readonly output: Float64Array;
  readonly baseline: ReplaySeries;
  readonly recorded: RecordedFigures | null;
  readonly series: readonly ReplaySeries[];
}

export type ReplayStep =
  | { readonly kind: 'progress'; readonly row: string; readonly done: number; readonly of: number }
  | { readonly kind: 'waiting'; readonly row: string; readonly for: Promise<unknown> };

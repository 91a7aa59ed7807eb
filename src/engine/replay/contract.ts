/**
 * A recorded conversation runs again under each strategy, request by request (docs/replay.md#what-is-walked). The result is made for
 * drawing: arrays by request, points by compaction. Contexts are not stored; `contextAt` builds any of them on demand.
 */
import type { Match } from '../answer/contract.ts';
import type { EmbeddingUse } from '../compare.ts';
import type { HistoryEntry } from '../compaction/history.ts';
import type { CompactionRecord } from '../compaction/types.ts';
import type { Caching, Prices } from '../measures/contract.ts';
import type { RunRequest, RunSettings } from '../pipelines/run-spec.ts';
import type { Embeddings, FactKind, Reason } from '../signals/contract.ts';
import type { LogLine } from '../strategies/contract.ts';
import type { Message, Usage } from '../transcript/types.ts';
import type { FiredTrigger, Moment, TriggerRule } from '../triggers/contract.ts';

export { CACHINGS, type Caching, type Prices } from '../measures/contract.ts';

/** One strategy of a replay. */
export interface ReplayRow extends RunRequest {
  readonly key: string;
  /** Overrides the common trigger, and its own. */
  readonly trigger?: TriggerRule;
  /** Vectors of the recording's messages, as for a row of a comparison: all contexts are compared by them, or all by words. */
  readonly embeddings?: Embeddings;
}

/** The window is the hard limit. */
export interface ReplayOptions extends RunSettings {
  /** The common trigger; with `ownTriggers` for rows without one, and its compactions by hand for every row. */
  readonly trigger: TriggerRule;
  /** Each row has its system's trigger, with its parameters, and the system's warning level, if any. Default false. */
  readonly ownTriggers?: boolean;
  /** Target of a compaction: 0 < x ≤ 1 a share of the context at that moment, an integer ≥ 2 tokens. Ignored with `own`. */
  readonly target: number;
  /** A, which goes by its own rule where it is as shipped. */
  readonly match?: Match;
  /** Share of the window at which a warning is given (S2); null = none, in no row. */
  readonly warning: number | null;
  /** Least requests between a compaction and the next automatic one. */
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

/** One attempt to compact. */
export interface CompactionPoint {
  /** Number (from 1) of the next request; requests + 1 after the last answer. */
  readonly at: number;
  readonly moment: Moment;
  readonly trigger: FiredTrigger;
  readonly outcome: HistoryEntry['outcome'];
  /** Its number among the compactions in force, from 1; 0 where nothing was compacted. */
  readonly level: number;
  readonly why: Reason | null;
  /** The question that was asked first, if the answer was no. */
  readonly asked: Reason | null;
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Tokens aimed at; null without a target. */
  readonly target: number | null;
  /** Parameters in use, the aimed knob included. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly summaries: readonly SummaryPoint[];
  /** Tokens of the summaries' messages. */
  readonly summaryTokens: number;
  /** Cost of writing them: as the endpoint reported, else as if a model had read the messages and written the text; null without prices. */
  readonly summaryCost: number | null;
  readonly summaryFailures: number;
  /** How many of them no model could have written: their call is larger than its window. Absent: none. */
  readonly summariesOver?: number;
  readonly summaryMs: number;
  /** Tokens unchanged at the start: what the cache still holds. */
  readonly prefix: number;
  /** Requests until the compaction has paid for itself (docs/measures.md#break-even); null where it never does, or without prices. */
  readonly breakEven: number | null;
  /** How often the trigger fired afterwards without effect, because nothing had changed. */
  readonly skipped: number;
}

export interface SummaryPoint {
  readonly tokens: number;
  readonly characters: number;
  /** 1 = of messages, 2 = of summaries, … */
  readonly generation: number;
  /** Tokens that a model has to read for it. */
  readonly input: number;
  /** 0 where the strategy wrote the text itself. */
  readonly calls: number;
}

/** One line of the log of a run. */
export interface ReplayLine extends LogLine {
  /** As `CompactionPoint.at`. */
  readonly at: number;
  readonly strategy: string;
}

/** A loop, with the setting that causes it. */
export interface Loop {
  /** `again`: compacted, and the trigger fired again at once. `idle`: the trigger fires and nothing can be done. */
  readonly kind: 'again' | 'idle';
  /** Requests, as `CompactionPoint.at`. */
  readonly from: number;
  readonly to: number;
  readonly times: number;
  /** Mean tokens freed by one of its compactions. */
  readonly freed: number;
  /** `target`, `trigger`, `window`, `answer`, `strategy`, or the name of a parameter. */
  readonly setting: string;
  readonly reason: Reason;
}

export interface Totals {
  readonly promptTokens: number;
  /** Prompt tokens at the full price, read from the cache, written to it. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Requests and summaries together; null without prices. */
  readonly cost: number | null;
  readonly summaryCost: number | null;
}

/** S4's monitoring, over all attempts of a run. */
export interface Monitoring {
  /** How often the trigger fired, followed or not. */
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

/** A context at a request, aligned with the originals. */
export interface Look {
  /** As asked for. */
  readonly at: number;
  readonly messages: readonly Message[];
  readonly tokens: Float64Array;
  /** Index in the transcript of each message; −1 for insertions. */
  readonly origins: Int32Array;
  /** Tokens with tool definitions. */
  readonly total: number;
  /** Compactions in force. */
  readonly levels: number;
  /** By message of the transcript so far: its fate since the start (codes of `FATES`), and the level that decided (0 = none). */
  readonly fates: Uint8Array;
  readonly decidedBy: Int32Array;
  /** By message of the transcript: index in `messages` of the message or summary that holds it; −1 where it is gone or left out. */
  readonly place: Int32Array;
  /** Why message i of the transcript has its fate, by planning the deciding compaction again. null = unchanged. */
  reasonOf(i: number): Reason | null | Promise<Reason | null>;
}

/** The trigger and warning level of a run. */
export interface TriggerSetup {
  readonly trigger: TriggerRule;
  /** Its system's with its settings, the common one, or one of this row alone. */
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

/** Why the recording costs something else than the run without compaction, over the requests with recorded usage. */
export interface RecordedDifference {
  readonly requests: number;
  /** Cost as recorded and without compaction. */
  readonly recorded: number;
  readonly none: number;
  /** Prompt tokens, and their share read from the cache. */
  readonly recordedPrompt: number;
  readonly nonePrompt: number;
  readonly recordedRead: number;
  readonly noneRead: number;
  /** Parts of `recorded − none`: the number of prompt tokens at the run's price per token, the cache, the answers, and the summaries. */
  readonly bySize: number;
  readonly byCache: number;
  readonly byOutput: number;
  /** What the provider counted for summaries that it wrote within requests. */
  readonly bySummaries: number;
  /** Compactions of the recorded agent. */
  readonly compactions: number;
  /** Tokens missing from the file and counted into every request of the run. */
  readonly unseen: number;
}

export interface ReplaySeries extends TriggerSetup {
  readonly key: string;
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** An unknown strategy, bad parameters, or an error in it: the arrays end where it happened. */
  readonly failed: Reason | null;
  /** By request: prompt tokens, and of these those read from and written to the cache; the rest is new at the full price. */
  readonly size: Float64Array;
  readonly cacheRead: Float64Array;
  readonly cacheWrite: Float64Array;
  /** By request: cost from the start on, summaries included; empty without prices. */
  readonly cost: Float64Array;
  readonly points: readonly CompactionPoint[];
  /** What all its compactions compared by, if embeddings were requested. */
  readonly embedded?: EmbeddingUse;
  /** Requests at which the warning level was reached. */
  readonly warnings: readonly number[];
  /** Requests sent above the window. */
  readonly overLimit: readonly number[];
  /** Requests above the window although nothing more could be removed, and those never sent because the run had been stopped. */
  readonly refused: readonly number[];
  /** The run ended with an error before request `at`: no request from there on was sent, and the arrays end there. null = it did not. */
  readonly stopped: { readonly at: number; readonly reason: Reason } | null;
  readonly peak: number;
  readonly totals: Totals;
  /** The run's cost against the recording and against no compaction. */
  readonly against: CostChange;
  /** First request from which on the whole run is cheaper than without compaction, to the end; null if there is none, or it was stopped. */
  readonly paidBack: number | null;
  readonly loops: readonly Loop[];
  readonly monitoring: Monitoring;
  readonly log: readonly ReplayLine[];
  readonly ms: number;
  /** The context of request `at` (from 1); requests + 1 = the end. */
  contextAt(at: number): Look;
  /** What undoes each compaction in force, the oldest first. */
  records(): readonly CompactionRecord[];
  /** Facts that answers used although the context no longer held them (hindsight recall at every moment of use). Computed on demand. */
  misses(): readonly ReplayMiss[];
}

/** A fact that an answer used although the context had lost it. */
export interface ReplayMiss {
  readonly fact: string;
  readonly kind: FactKind;
  /** Request (from 1) whose answer used it. */
  readonly request: number;
  /** Messages of the transcript: the answer, and the last one before it with the fact. */
  readonly neededAt: number;
  readonly seenAt: number;
  /** Index into `points` of the compaction that lost it. */
  readonly lostBy: number;
}

/** Recorded values, where there are any. */
export interface RecordedFigures {
  /** By request: prompt tokens; NaN where nothing was recorded. */
  readonly size: Float64Array;
  readonly requests: number;
  readonly usage: Usage;
  readonly cost: number | null;
  /** Median error of the counted prompts against the recorded ones, over the requests before the agent's first compaction, as a share. */
  readonly error: number;
  /** Costs are compared with the recording, because the counted prompts are close enough (`error` ≤ 0.25). */
  readonly comparable: boolean;
  /** By request: recorded cost from the start on; requests without recorded usage add nothing; empty without prices. */
  readonly costs: Float64Array;
  /** null without prices. */
  readonly difference: RecordedDifference | null;
  /** The same as sentences, the largest part first; empty without prices. */
  readonly why: readonly Reason[];
  /** Requests directly after the recorded agent's own compactions. */
  readonly compactions: readonly number[];
}

export interface Replay {
  readonly window: number;
  readonly requests: number;
  /** By request: index in the transcript of its answer. */
  readonly answers: Int32Array;
  /** By request: tokens of the answer, recorded if possible. */
  readonly output: Float64Array;
  readonly baseline: ReplaySeries;
  readonly recorded: RecordedFigures | null;
  readonly series: readonly ReplaySeries[];
}

/** A promise that a replay waits for, or its progress. */
export type ReplayStep =
  | { readonly kind: 'progress'; readonly row: string; readonly done: number; readonly of: number }
  | { readonly kind: 'waiting'; readonly row: string; readonly for: Promise<unknown> };

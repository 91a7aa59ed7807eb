/**
 * A recorded conversation runs again under each strategy, request by request (SPEC 4). What comes out is made for drawing: arrays by
 * request, points by compaction. Contexts are not stored; `contextAt` builds any of them when somebody looks.
 */
import type { Embedded } from '../compare.ts';
import type { HistoryEntry } from '../compaction/history.ts';
import type { CompactionRecord } from '../compaction/types.ts';
import type { Caching, Prices } from '../measures/contract.ts';
import type { RunRequest, RunSettings } from '../pipelines/run-spec.ts';
import type { Embeddings, FactKind, Reason } from '../signals/contract.ts';
import type { LogLine } from '../strategies/contract.ts';
import type { Message, Usage } from '../transcript/types.ts';
import type { Fired, Moment, TriggerRule } from '../triggers/contract.ts';

export { CACHINGS, type Caching, type Prices } from '../measures/contract.ts';

/** One strategy of a replay. */
export interface ReplayRow extends RunRequest {
  readonly key: string;
  /** Instead of the common trigger, and of its own. */
  readonly trigger?: TriggerRule;
  /** Vectors of the recording's messages, as for a row of a comparison: all contexts are compared by them, or all by words. */
  readonly embeddings?: Embeddings;
}

/** The window is the hard limit. */
export interface ReplayOptions extends RunSettings {
  /** One for all rows; with `ownTriggers` for those that have none of their own, and what is done by hand in it for every row. */
  readonly trigger: TriggerRule;
  /** Each row has the trigger of its system, with its parameters, and its warning level where that has one. Default false. */
  readonly ownTriggers?: boolean;
  /** What a compaction aims at: 0 < x ≤ 1 a share of the context at that moment, an integer ≥ 2 tokens. Not looked at with `own`. */
  readonly target: number;
  /** Share of the window at which a warning is given (S2); null = none, in no row. */
  readonly warning: number | null;
  /** Requests that must go out after a compaction before the next automatic one. */
  readonly cooldown: number;
  /** What a person says to a strategy that asks before an automatic compaction (S1): null = yes, else the alternative (`drop-oldest` …). */
  readonly answer: string | null;
  readonly caching: Caching;
  /** null = costs are not computed. */
  readonly prices: Prices | null;
  /** Of the model that writes the summaries; absent = `prices`. */
  readonly summaryPrices?: Prices;
  /**
   * Tokens of each request that the transcript does not hold (system prompt, tool definitions). They count as tool definitions do.
   * Absent: what the calibration found, else 0.
   */
  readonly unseen?: number;
}

/** One attempt to compact. */
export interface CompactionPoint {
  /** Number (from 1) of the request that goes out next; requests + 1 after the last answer. */
  readonly at: number;
  readonly moment: Moment;
  readonly trigger: Fired;
  readonly outcome: HistoryEntry['outcome'];
  /** Its number among the compactions in force, from 1; 0 where nothing was compacted. */
  readonly level: number;
  readonly why: Reason | null;
  /** What was asked first, where the answer was no. */
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
  /** What writing them costs: as the endpoint counted, else as if a model had read the messages and written the text; null without prices. */
  readonly summaryCost: number | null;
  readonly summaryFailures: number;
  readonly summaryMs: number;
  /** Tokens that stand at the start as before: what the cache still holds. */
  readonly prefix: number;
  /** Requests until the compaction has paid for itself (SPEC 5); null where it never does, or without prices. */
  readonly breakEven: number | null;
  /** How often the trigger fired afterwards and was not followed, because nothing had changed. */
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

/** The same thing over and over: a complaint of the field, with the setting that causes it. */
export interface Loop {
  /** `again`: compacted, and the trigger fired again at once. `idle`: the trigger fires and nothing can be done. */
  readonly kind: 'again' | 'idle';
  /** Requests, as `CompactionPoint.at`. */
  readonly from: number;
  readonly to: number;
  readonly times: number;
  /** Mean tokens that a compaction of it freed. */
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

/** A context as it stood at a request, aligned with the originals. */
export interface Look {
  /** As asked for. */
  readonly at: number;
  readonly messages: readonly Message[];
  readonly tokens: Float64Array;
  /** Index in the transcript of each message; −1 for what a compaction put in. */
  readonly origins: Int32Array;
  /** Tokens with tool definitions. */
  readonly total: number;
  /** Compactions in force. */
  readonly levels: number;
  /** By message of the transcript that has come so far: its fate since the start (codes of `FATES`), and the level that decided (0 = none). */
  readonly fates: Uint8Array;
  readonly decidedBy: Int32Array;
  /** By message of the transcript: index in `messages` of the message or summary that holds it; −1 where it is gone or left out. */
  readonly place: Int32Array;
  /** Why message i of the transcript has its fate, by the compaction that decided: that one is planned again. null = none touched it. */
  reasonOf(i: number): Reason | null | Promise<Reason | null>;
}

/** What made a run compact and warn. */
export interface InForce {
  readonly trigger: TriggerRule;
  /** Its system's with its settings, the one that is common to all, or one given to this row alone. */
  readonly triggerOf: 'own' | 'common' | 'row';
  /** Share of the window; null = none. */
  readonly warning: number | null;
}

/** Change of a cost as a share: −0.5 = half of it. null where that is not known (no prices, nothing recorded, a run that ended early). */
export interface Against {
  /** Against what the recorded requests cost with the same prices, where they are comparable; requests without recorded usage are left out of the run's cost too. */
  readonly recorded: number | null;
  /**
   * Against the run without compaction. Where that goes over the window (`Replay.baseline.overLimit`) it is a comparison with requests that
   * could not have been sent, and no saving.
   */
  readonly none: number | null;
}

/** Why what was recorded cost something else than the run without compaction does, over the requests with recorded usage. */
export interface RecordedDifference {
  readonly requests: number;
  /** Cost as recorded and without compaction. */
  readonly recorded: number;
  readonly none: number;
  /** Prompt tokens, and the share of them that was read from the cache. */
  readonly recordedPrompt: number;
  readonly nonePrompt: number;
  readonly recordedRead: number;
  readonly noneRead: number;
  /** Of `recorded − none`: what more or fewer prompt tokens cost at the price per token of the run, what the cache does, and the answers. */
  readonly bySize: number;
  readonly byCache: number;
  readonly byOutput: number;
  /** Compactions of the recorded agent. */
  readonly compactions: number;
  /** Tokens that the file does not hold and that are counted into every request of the run. */
  readonly unseen: number;
}

export interface ReplaySeries extends InForce {
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
  /** By what it compared in all its compactions, where embeddings were asked for. */
  readonly embedded?: Embedded;
  /** Requests at which the warning level was reached. */
  readonly warnings: readonly number[];
  /** Requests that went out over the window. */
  readonly overLimit: readonly number[];
  /** Requests over the window at which nothing else was left, and those that were not sent because the run had been stopped. */
  readonly refused: readonly number[];
  /** The run ended with an error before request `at`: that one and all later ones were not sent, and the arrays end there. null = it did not. */
  readonly stopped: { readonly at: number; readonly reason: Reason } | null;
  readonly peak: number;
  readonly totals: Totals;
  /** What the run costs against what was recorded, and against doing nothing. */
  readonly against: Against;
  /** First request from which on the whole run has cost less than without compaction, to the end; null where it has not, or was stopped. */
  readonly paidBack: number | null;
  readonly loops: readonly Loop[];
  readonly monitoring: Monitoring;
  readonly log: readonly ReplayLine[];
  readonly ms: number;
  /** The context as it goes out with request `at` (from 1); requests + 1 = the end. */
  contextAt(at: number): Look;
  /** What undoes each compaction in force, the oldest first. */
  records(): readonly CompactionRecord[];
  /** Facts that answers used and the context at that moment held no more (hindsight recall at every moment of use). Computed when asked for. */
  misses(): readonly ReplayMiss[];
}

/** A fact that an answer used and that the context had no more. */
export interface ReplayMiss {
  readonly fact: string;
  readonly kind: FactKind;
  /** Request (from 1) whose answer used it. */
  readonly request: number;
  /** Messages of the transcript: the answer, and the last one before it that said the fact. */
  readonly neededAt: number;
  readonly seenAt: number;
  /** Index into `points` of the compaction that lost it. */
  readonly lostBy: number;
}

/** What the provider recorded, where it did. */
export interface Recorded {
  /** By request: prompt tokens; NaN where nothing was recorded. */
  readonly size: Float64Array;
  readonly requests: number;
  readonly usage: Usage;
  readonly cost: number | null;
  /** Median difference of the counted prompts of the requests before the agent's first compaction from the recorded ones, as a share. */
  readonly error: number;
  /** Costs are compared with the recording: the counted prompts are near enough to the recorded ones (`error` ≤ 0.25). */
  readonly comparable: boolean;
  /** By request: recorded cost from the start on, to which requests without recorded usage add nothing; empty without prices. */
  readonly costs: Float64Array;
  /** null without prices. */
  readonly difference: RecordedDifference | null;
  /** The same as sentences, the largest part first; empty without prices. */
  readonly why: readonly Reason[];
  /** Requests that the recorded agent's own compactions stand before. */
  readonly compactions: readonly number[];
}

export interface Replay {
  readonly window: number;
  readonly requests: number;
  /** By request: index in the transcript of its answer. */
  readonly answers: Int32Array;
  /** By request: tokens of the answer, recorded where they were. */
  readonly output: Float64Array;
  readonly baseline: ReplaySeries;
  readonly recorded: Recorded | null;
  readonly series: readonly ReplaySeries[];
}

/** What a replay is waiting for, or how far it is. */
export type ReplayStep =
  | { readonly kind: 'progress'; readonly row: string; readonly done: number; readonly of: number }
  | { readonly kind: 'waiting'; readonly row: string; readonly for: Promise<unknown> };

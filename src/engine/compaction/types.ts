import type { CompactionRecord, Message } from '../transcript/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Insertion, LogLine, Outcome, Plan, Reason } from '../strategies/contract.ts';
import type { SummaryFailure, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';

export type { CompactionRecord };

export interface Layout {
  readonly order: readonly number[];
  readonly before: readonly number[];
  readonly position: readonly number[];
  readonly length: number;
}

export interface WrittenSummary {
  readonly request: SummaryRequest;
  readonly outcome: Extract<SummaryOutcome, { ok: true }>;
  readonly position: number;
  readonly text: string;
  readonly tokens: number;
  readonly generation: number;
}

export interface Check {
  readonly id: 'protected' | 'tokens-down' | 'last-user' | 'tool-blocks' | 'minimum' | 'summaries';
  readonly ok: boolean;
  readonly reason: Reason;
}

export interface StageRun {
  readonly stage: number;
  readonly strategy: string;
  readonly within: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly tokens: number;
  readonly messages: number;
  /** Its input, and its own result on that; null if it was not run. */
  readonly ran: { readonly input: PreparedTranscript; readonly result: CompactionResult } | null;
  readonly why?: Reason;
}

export interface CompactionResult {
  readonly strategy: string;
  /** Parameters in use, the aimed knob included. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The knob that was aimed at the target, its value and the values tried. */
  readonly knob?: { readonly param: string; readonly value: number; readonly aimed: boolean };
  readonly outcome: Outcome;
  readonly why?: Reason;
  readonly note?: Reason;
  readonly trace: readonly Reason[];
  readonly plan: Plan;
  /** The plan that was rejected, for the explanation. */
  readonly attempted?: Plan;
  /** Remaining tokens of each original message: full for keep, of the new parts for edit and offload, 0 otherwise. Listed on first use. */
  readonly left: Float64Array;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly target: number | null;
  readonly metTarget: boolean | null;
  readonly summaries: readonly WrittenSummary[];
  /** Summaries that failed, in order, also if the strategy did something else instead. */
  readonly failures: readonly SummaryFailure[];
  /** Time spent writing the summaries, ms; 0 without a clock and for cached ones. */
  readonly summaryMs: number;
  readonly insertions: readonly Insertion[];
  readonly checks: readonly Check[];
  /** What the request of a product as shipped lacks (verify.ts: `lackOf`); absent = nothing. */
  readonly lack?: Reason;
  /** The strategies of a pipeline in order; absent for other strategies. */
  readonly stages?: readonly StageRun[];
  readonly layout: Layout;
  /** The compacted context, built on first call. Kept messages are the original objects. */
  context(): readonly Message[];
  /** For each message of context(): the original index, or −1 for insertions. */
  origins(): Int32Array;
  log(): readonly LogLine[];
  record(): CompactionRecord;
}

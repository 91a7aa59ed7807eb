import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import type { Usage } from '../transcript/types.ts';

declare global {
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** Whose instructions a summary follows (docs/systems.md): S2 writes no summaries. */
export const PROMPT_IDS = ['S0', 'S1', 'S3', 'S4'] as const;
export type PromptId = (typeof PROMPT_IDS)[number];

/** Whose instructions a strategy's summaries follow; strategies outside the systems use S0's. */
export const promptOf = ({ seed }: { readonly seed: string }): PromptId => PROMPT_IDS.find((id) => id === seed) ?? 'S0';

export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * What is quoted beside a summary anyway, by the messages that hold it (indexes, −1 without one): the original task and the user's last
 * words, verbatim (for an earlier summary, those that it quotes), and the state of the task list.
 */
export interface Quotes {
  readonly task: number;
  readonly lastUser: number;
  readonly tasks: number;
}

export interface SummaryRequest {
  /** Unique within the plan: `summary-1`, … */
  readonly id: string;
  /** Indexes of the replaced messages, ascending. May be a getter: aiming the knob does not read it. */
  readonly members: readonly number[];
  readonly maxTokens: number;
  readonly maxChars?: number;
  /** 'cut' (S1): a text over the bounds is cut to them at a sentence boundary; absent: it fails with `too-long`. */
  readonly tooLong?: 'cut';
  /** Time after which a summariser gives up with the failure `timeout` (ms). */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** `sections`: S3's five headings. `plain`: S1's short third-person prose. `json`: the five sections as one JSON object. */
  readonly style: 'sections' | 'plain' | 'json';
  /** Headings that a product's summary has, in its order and wording; with `sections`. Absent: ours. One without content says so. */
  readonly headings?: readonly string[];
  /**
   * Earlier summaries among the members are carried over unchanged and merged into this one instead of being summarised again. Absent: they
   * are text like any other (which, S3 observes, loses more with every generation).
   */
  readonly mergeEarlier?: boolean;
  /** What `before` and `after` quote of the members; the built-in summariser does not repeat it. Absent: nothing. */
  readonly quotes?: Quotes;
  readonly prompt?: PromptId;
  /** How often a summary is requested before it counts as failed; 1 where absent (S3: 3). */
  readonly tries?: number;
  readonly ready?: string;
  /** Who wrote `ready`: the recorded agent's model, whose call counts like any other. Absent: the strategy, without a call. */
  readonly writer?: 'recorded';
  /** What the provider counted for `ready`; absent: unknown. */
  readonly usage?: Usage;
  readonly before?: string;
  readonly after?: string;
  /**
   * Additional tokens to plan for: what a stricter knob would have to quote beside this summary, because it removes the message that
   * contains it. Without them, a plan that keeps more could seem cheaper.
   */
  readonly spare?: number;
}

/**
 * `not-sent`: a real model was not asked, because nobody has agreed yet or a model, key or address is missing. That is no failure, so no
 * strategy reacts to it and no pipeline stage continues with it: the original stands.
 */
export type SummaryFailure = 'empty' | 'error' | 'timeout' | 'too-long' | 'not-sent';

export interface SummarySpan {
  readonly text: string;
  readonly source?: number;
  readonly section?: string;
}

export type SummaryOutcome =
  | {
      readonly ok: true;
      readonly text: string;
      readonly tokens: number;
      readonly spans: readonly SummarySpan[];
      readonly masked: number;
      readonly summarizer: string;
      readonly ms: number;
      /** Usage of a real model's call; null where the endpoint reported none. */
      readonly usage?: ModelUsage | null;
    }
  | {
      readonly ok: false;
      readonly failure: SummaryFailure;
      readonly message: string;
      readonly said?: Reason;
      readonly reason?: Reason;
      /** A retry would not help: a refused key, a model that nobody agreed to ask. */
      readonly final?: true;
      readonly summarizer: string;
      readonly ms: number /** present for too-long */;
      readonly text?: string;
    };

export const BUILT_IN = 'built-in';

/** Outcomes that the built-in summariser can be told to return, so that failures can be seen without a key. */
export const MOCK_OUTCOMES = ['ok', 'empty', 'error', 'timeout', 'too-long'] as const;
export type MockOutcome = (typeof MOCK_OUTCOMES)[number];

/**
 * Writes one summary. It may read the messages of the context (including later ones: what they settle is not open), their tokens and
 * structure, and the request's members, limits, style and quotes. The runner caches summaries by these alone, so settings, `id`, `before`
 * and `after` must not matter.
 */
export interface Summarizer {
  readonly id: string;
  readonly title: string;
  /** It ends its own calls after a time; `summarizeMs` of the library is not for it. */
  readonly keepsTime?: true;
  summarize(input: PreparedTranscript, request: SummaryRequest): SummaryOutcome | Promise<SummaryOutcome>;
  /** Index of the last message of `input` that a summary of the members depends on; null where that is unknown. Absent: all may matter. */
  settledAt?(input: PreparedTranscript, members: readonly number[]): number | null;
}

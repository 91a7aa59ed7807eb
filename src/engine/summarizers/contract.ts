import type { Prepared, Reason } from '../signals/contract.ts';

/** Whose instructions a summary is written by: the systems of the seeds (S0, S1, S3, S4). */
export const PROMPT_IDS = ['S0', 'S1', 'S3', 'S4'] as const;
export type PromptId = (typeof PROMPT_IDS)[number];

/** Tokens as a provider counted them. `input` excludes what was read from or written to its cache. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * What stands beside a summary anyway, by the messages that hold it (indexes, −1 without one): the original task and the last words of the
 * user, word for word (of an earlier summary those that it quotes), and the state of the task list.
 */
export interface Quotes {
  readonly task: number;
  readonly lastUser: number;
  readonly tasks: number;
}

/** What a strategy asks for: one summary in place of some messages. */
export interface SummaryRequest {
  /** Unique within the plan: `summary-1`, … */
  readonly id: string;
  /** Indexes of the messages it replaces, ascending. May be a getter: the knob is aimed without looking at it. */
  readonly members: readonly number[];
  /** Upper bounds of the text; the runner reserves maxTokens when it aims at a target. */
  readonly maxTokens: number;
  readonly maxChars?: number;
  /** 'cut' (S1): a text over the bounds is cut to them at a sentence boundary; absent: it is the failure `too-long`. */
  readonly tooLong?: 'cut';
  /** A summariser that takes longer gives up with the failure `timeout` (ms). */
  readonly timeoutMs?: number;
  /** `sections`: S3's five headings. `plain`: S1's short third-person prose. `json`: the five sections as one JSON object. */
  readonly style: 'sections' | 'plain' | 'json';
  /**
   * Earlier summaries among the members are carried over as they are, merged into this one, instead of being summarised
   * again. Absent: they are text like any other (what S3 observes to lose more with every generation).
   */
  readonly mergeEarlier?: boolean;
  /** What `before` and `after` quote of the members; the built-in summariser does not say it again. Absent: nothing. */
  readonly quotes?: Quotes;
  /** Whose instructions a real model gets (the system of the strategy); set by the runner. */
  readonly prompt?: PromptId;
  /** How often a failed summary is asked for before it counts as failed; 1 where absent (S3: 3). */
  readonly tries?: number;
  /** The text, where the strategy writes it itself (one line for each tool block): no summariser is asked. May be a getter. */
  readonly ready?: string;
  /** Placed before and after the summariser's text, inside the same message (quotes of the last user message, original task, tags). */
  readonly before?: string;
  readonly after?: string;
  /**
   * Tokens to plan for besides: what a stricter knob would have to put beside this summary, because it takes the message away
   * that holds it. So a plan that keeps more never seems cheaper.
   */
  readonly spare?: number;
}

/**
 * `not-sent`: a real model that was not asked, because nobody has agreed to it yet or because a model, a key or an address is
 * missing. Nothing failed, so no strategy acts on it, and no stage of a pipeline goes on with it: the original stands.
 */
export type SummaryFailure = 'empty' | 'error' | 'timeout' | 'too-long' | 'not-sent';

/** One sentence or line of an extractive summary with the message it comes from (index), where known. */
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
      /** What a real model's call took; null where the endpoint did not count. */
      readonly usage?: ModelUsage | null;
    }
  | {
      readonly ok: false;
      readonly failure: SummaryFailure;
      readonly message: string;
      /** The failure of a real model in words that say what to do. */
      readonly reason?: Reason;
      /** Asked again it would be the same: a refused key, a model that nobody agreed to ask. */
      readonly final?: true;
      readonly summarizer: string;
      readonly ms: number /** present for too-long */;
      readonly text?: string;
    };

/** Id of the summariser that needs no model; every other id is a model's (models/contract.ts: choiceId). */
export const BUILT_IN = 'built-in';

/** What the built-in summariser is told to return, so failures can be seen without a key. */
export const MOCK_OUTCOMES = ['ok', 'empty', 'error', 'timeout', 'too-long'] as const;
export type MockOutcome = (typeof MOCK_OUTCOMES)[number];

/**
 * Writes one summary. It may look at the messages of the context (those that follow the members too: what they settle is not open), their
 * tokens and structure, and at the request's members, limits, style and quotes: the runner remembers what was written by these alone,
 * so settings, `id`, `before` and `after` must not matter.
 */
export interface Summarizer {
  readonly id: string;
  /** Shown wherever its output shows. */
  readonly title: string;
  summarize(input: Prepared, request: SummaryRequest): SummaryOutcome | Promise<SummaryOutcome>;
  /** Reads in slices of about a millisecond what the first `summarize` would read at once. */
  warm?(input: Prepared): Generator<void, void>;
  /**
   * Index of the last message of `input` that a summary of the members depends on; null where that cannot be told. Absent: all of
   * them may matter.
   */
  settledAt?(input: Prepared, members: readonly number[]): number | null;
}

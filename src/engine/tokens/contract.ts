import type { Message } from '../transcript/types.ts';

/** Tokens of the smallest context window that can be set: in the page, the terminal and the library. */
export const LEAST_WINDOW = 100;

export const TOKENIZER_IDS = [
  'o200k_base',
  'cl100k_base',
  'o200k-estimate',
  'anthropic-estimate',
  'gemini-estimate',
  's1-estimate',
  'chars4',
] as const;
export type TokenizerId = (typeof TOKENIZER_IDS)[number];

/** Source of the window in use: a person, the recording, the table of models, or the default (128,000 tokens). */
export type WindowSource = 'set' | 'recording' | 'model' | 'default';

/** Fit of an estimate to the usage that the transcript recorded. tokens ≈ factor × base count; recorded prompt ≈ offset + Σ tokens. */
export interface Calibration {
  readonly factor: number;
  /** Tokens of each request that the transcript lacks (system prompt, tool definitions). */
  readonly offset: number;
  /** Requests used, all before the first recorded compaction. */
  readonly requests: number;
  /** Median absolute error of the fit, as a share. */
  readonly error: number;
}

/** A place to cut a text: a UTF-16 offset, and the base tokens of the side that is kept. */
export interface Cut {
  readonly at: number;
  readonly tokens: number;
}

/** Parallel arrays: UTF-16 offsets, ascending, and base tokens before each. */
export interface RunningCounts {
  readonly places: Int32Array;
  readonly sums: Int32Array;
}

/** The counter of texts. Several tokenizers share one, so that a text is counted once for all of them. */
export interface BaseCounter {
  readonly id: 'o200k_base' | 'cl100k_base' | 's1-estimate' | 'chars4';
  /** Linear or n log n on any input. */
  count(text: string): number;
  /**
   * End (UTF-16 offset) of a stretch of `text` from `from` on that can be counted by itself: counts of such stretches add up, whatever
   * surrounds them. It has at least `size` UTF-16 units, or all that remain.
   */
  stretchEnd(text: string, from: number, size?: number): number;
  /**
   * Running counts in one pass: the places at which counts of `text` add up, at least `spacing` UTF-16 units apart, from 0 to its end, and
   * the tokens before each. Absent: the text is counted stretch by stretch.
   */
  running?(text: string, spacing: number): RunningCounts;
  /** Where to cut a text so that its head or its tail has at most `max` tokens; never inside a surrogate pair. */
  cut(text: string, max: number, keep: 'head' | 'tail'): Cut;
}

export interface Tokenizer {
  readonly id: TokenizerId;
  /** False = the page shows ≈. */
  readonly exact: boolean;
  readonly calibration?: Calibration;
  readonly base: BaseCounter;
  /** Tokens of a text = its base count × factor, rounded. 1 for everything but scaled estimates. */
  readonly factor: number;
  /** Tokens of a text; special tokens in text count as ordinary text. Linear or n log n on any input. */
  count(text: string): number;
}

/** Tokens by message and part. A message's total = its parts + overhead. */
export interface TokenCounts {
  readonly tokenizer: TokenizerId;
  /** False when the tokenizer is an estimate, and when images or files were estimated. */
  readonly exact: boolean;
  readonly calibration?: Calibration;
  /**
   * How a part is counted: base tokens of its texts × factor, rounded, + the flat estimate of images and files. Code that counts many cuts
   * of one text (tokens/splice.ts) uses the base. Absent: every text is counted whole, by `text()`.
   */
  readonly rule?: { readonly base: BaseCounter; readonly factor: number };
  /** Per message, overhead included. */
  readonly messages: Float64Array;
  /** Running sum: prefix[i] = tokens of messages 0..i−1. Length n + 1. */
  readonly prefix: Float64Array;
  /** Tool definitions as compact JSON; part of the total, not a message. */
  readonly toolDefinitions: number;
  /** messages + toolDefinitions. */
  readonly total: number;
  /** Per part of message i, in order (results: text; images: the flat estimate). */
  parts(i: number): readonly number[];
  /** Counts any other text or message by the same rules (summaries, edited parts). */
  text(text: string): number;
  message(message: Message): number;
}

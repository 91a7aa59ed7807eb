import type { Message } from '../transcript/types.ts';

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

export type WindowSource = 'set' | 'recording' | 'model' | 'default';

export interface Calibration {
  readonly factor: number;
  readonly offset: number;
  readonly requests: number;
  readonly error: number;
}

export interface RunningCounts {
  readonly places: Int32Array;
  readonly sums: Int32Array;
}

/** The counter of texts. Several tokenizers share one, so that a text is counted once for all of them. */
export interface BaseCounter {
  readonly id: 'o200k_base' | 'cl100k_base' | 's1-estimate' | 'chars4';
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
}

export interface Tokenizer {
  readonly id: TokenizerId;
  readonly exact: boolean;
  readonly calibration?: Calibration;
  readonly base: BaseCounter;
  readonly factor: number;
  count(text: string): number;
}

export interface TokenCounts {
  readonly tokenizer: TokenizerId;
  readonly exact: boolean;
  readonly calibration?: Calibration;
  /**
   * How a part is counted: base tokens of its texts × factor, rounded, + the flat estimate of images and files. Code that counts many cuts
   * of one text (tokens/splice.ts) uses the base. Absent: every text is counted whole, by `text()`.
   */
  readonly rule?: { readonly base: BaseCounter; readonly factor: number };
  readonly messages: Float64Array;
  /** Running sum: prefix[i] = tokens of messages 0..i−1. Length n + 1. */
  readonly prefix: Float64Array;
  /** Tool definitions as compact JSON; part of the total, not a message. */
  readonly toolDefinitions: number;
  readonly total: number;
  parts(i: number): readonly number[];
  text(text: string): number;
  message(message: Message): number;
}

/**
 * The target of a compaction in tokens, never over the window: 0 < x ≤ 1 is a share of the original (`total` tokens), or of the window
 * where that is smaller; an integer ≥ 2 is a number of tokens, at most the window. null for anything else. A share is rounded down, so that
 * a met target is never a token over its share. docs/settings.md#the-target
 */
export function resolveTarget(target: number, total: number, window: number): number | null {
  if (target > 0 && target <= 1) return Math.floor(target * Math.min(total, window));
  return Number.isInteger(target) && target >= 2 ? Math.min(target, window) : null;
}

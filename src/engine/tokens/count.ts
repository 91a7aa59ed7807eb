import { finished } from '../lib/steps.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';
import { calibrate } from './calibrate.ts';
import type { TokenCounts, Tokenizer } from './contract.ts';
import { type CountProgress, countParts, flatOf, isSeen, type PartCounts, textsOf } from './parts.ts';
import { CALIBRATED_BY, calibratedTokenizer } from './tokenizers.ts';

/** Tokens added per message (S1). */
export const DEFAULT_OVERHEAD = 4;

export interface CountOptions {
  /** Tokens added per message; 4 as in S1. */
  readonly overhead?: number;
}

/**
 * Counts a transcript step by step: every part once (parts.ts), then a calibration of the estimates of Anthropic and Google models where
 * the transcript recorded usage. Each step takes a few milliseconds, so the caller can check its clock, report, pause or stop. Counts are
 * cached, also for another overhead or another estimate with the same base.
 */
export function* countSteps(
  transcript: Transcript,
  tokenizer: Tokenizer,
  { overhead = DEFAULT_OVERHEAD }: CountOptions = {},
): Generator<CountProgress, TokenCounts> {
  const parts = yield* countParts(transcript, tokenizer.base);
  const provider = CALIBRATED_BY[tokenizer.id];
  const calibration = provider && calibrate(transcript, parts, provider, overhead);
  return assemble(transcript, parts, calibration ? calibratedTokenizer(tokenizer, calibration) : tokenizer, overhead);
}

/** Counts a transcript without pauses. */
export function countTranscript(transcript: Transcript, tokenizer: Tokenizer, options: CountOptions = {}): TokenCounts {
  return finished(countSteps(transcript, tokenizer, options));
}

/** Error of an estimate on a transcript, as a share of the exact count: 0.2 = a fifth too many. */
export function estimateError(estimate: TokenCounts, exact: TokenCounts): number {
  return exact.total === 0 ? 0 : estimate.total / exact.total - 1;
}

function assemble(transcript: Transcript, parts: PartCounts, tokenizer: Tokenizer, overhead: number): TokenCounts {
  const { factor, calibration } = tokenizer;
  const { first, text, flat } = parts;
  const n = transcript.messages.length;
  const tokensOf = (p: number): number => Math.round(text[p]! * factor) + flat[p]!;
  const messages = new Float64Array(n);
  const prefix = new Float64Array(n + 1);
  let attachments = 0;
  for (let i = 0; i < n; i++) {
    let tokens = overhead;
    for (let p = first[i]!; p < first[i + 1]!; p++) {
      tokens += tokensOf(p);
      attachments += flat[p]!;
    }
    messages[i] = tokens;
    prefix[i + 1] = prefix[i]! + tokens;
  }
  const toolDefinitions = Math.round(parts.toolDefinitions * factor);

  // Edited messages share most parts with others: each part is counted once here too.
  const counted = new WeakMap<Part, number>();
  const part = (p: Part): number => {
    let tokens = counted.get(p);
    if (tokens === undefined) {
      let base = 0;
      for (const t of isSeen(tokenizer.base, p) ? textsOf(p) : []) base += tokenizer.base.count(t);
      tokens = Math.round(base * factor) + flatOf(p, tokenizer.base);
      counted.set(p, tokens);
    }
    return tokens;
  };

  return {
    tokenizer: tokenizer.id,
    exact: tokenizer.exact && attachments === 0,
    ...(calibration && { calibration }),
    rule: { base: tokenizer.base, factor },
    messages,
    prefix,
    toolDefinitions,
    total: prefix[n]! + toolDefinitions,
    parts: (i) => Array.from({ length: first[i + 1]! - first[i]! }, (_, k) => tokensOf(first[i]! + k)),
    text: (t) => tokenizer.count(t),
    message: ({ parts: own }: Message) => own.reduce((sum, p) => sum + part(p), overhead),
  };
}

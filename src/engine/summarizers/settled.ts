/** The point after which no later message changes the built-in summary of some messages. */
import type { Prepared } from '../signals/contract.ts';
import { perTranscript } from '../signals/remember.ts';
import { digestOf } from './digest.ts';
import { MENDED_WITHIN } from './survey.ts';

/** By message: the last message with a failed result of a call made up to there; −1 without one. */
const lastFailures = perTranscript(({ messages }): Int32Array => {
  const failedAt = new Map<string, number>();
  messages.forEach((message, i) => {
    for (const { callId, failed } of digestOf(message).results) if (failed) failedAt.set(callId, i);
  });
  let last = -1;
  return Int32Array.from(messages, (message) => {
    for (const { id } of digestOf(message).calls) last = Math.max(last, failedAt.get(id) ?? -1);
    return last;
  });
});

/**
 * Index of the last message that a summary of the members depends on: errors may be explained or fixed soon after them, and a call has
 * failed wherever its result is. Every transcript with the same messages up to there has the same summary. Null where that is unknown.
 */
export function settledAt(input: Prepared, members: readonly number[]): number | null {
  const last = (members.at(-1) ?? 0) + MENDED_WITHIN;
  return last < input.n && lastFailures(input)[last]! <= last ? last : null;
}

/** Measures how long each summary took: S4 keeps that with its records, and the engine has no clock. */
import type { Summarizer, SummaryOutcome } from '../engine/summarizers/contract.ts';

export function timed(summarizer: Summarizer, now: () => number = () => performance.now()): Summarizer {
  return {
    ...summarizer,
    summarize(input, request) {
      const started = now();
      const stamped = (outcome: SummaryOutcome): SummaryOutcome => ({ ...outcome, ms: now() - started });
      const outcome = summarizer.summarize(input, request);
      return outcome instanceof Promise ? outcome.then(stamped) : stamped(outcome);
    },
  };
}

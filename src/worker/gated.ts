/**
 * A summariser with a gate: reading a large transcript takes seconds the first time. Until that is done its summaries are promises that
 * wait at the gate, so that rows without one need not wait and the worker can pause; without a gate it answers at once. It stays one
 * object, because written summaries are remembered with it.
 */
import type { Summarizer } from '../engine/summarizers/contract.ts';

export interface GatedSummarizer {
  readonly summarizer: Summarizer;
  /** What each summary waits for, in turn; null = nothing. */
  gate: (() => Promise<void>) | null;
}

export function gated(summarizer: Summarizer): GatedSummarizer {
  let turn: Promise<void> = Promise.resolve();
  const made: GatedSummarizer = {
    gate: null,
    summarizer: {
      ...summarizer,
      summarize(input, request) {
        const { gate } = made;
        if (!gate) return summarizer.summarize(input, request);
        const mine = turn.then(gate);
        turn = mine.catch(() => undefined);
        return mine.then(() => summarizer.summarize(input, request));
      },
    },
  };
  return made;
}

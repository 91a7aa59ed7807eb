/**
 * A summariser that can be made to wait: what it reads out of a large transcript takes seconds the first time. Until that is
 * done its summaries are promises, so that rows without one need not wait and the worker can pause; afterwards it answers at
 * once. It stays one object, because written summaries are remembered with it.
 */
import type { Summarizer } from '../engine/summarizers/contract.ts';

export interface Patient {
  readonly summarizer: Summarizer;
  /** What each summary waits for, in turn; null = nothing. */
  before: (() => Promise<void>) | null;
}

export function patient(summarizer: Summarizer): Patient {
  let turn: Promise<void> = Promise.resolve();
  const made: Patient = {
    before: null,
    summarizer: {
      ...summarizer,
      summarize(input, request) {
        const { before } = made;
        if (!before) return summarizer.summarize(input, request);
        const mine = turn.then(before);
        turn = mine.catch(() => undefined);
        return mine.then(() => summarizer.summarize(input, request));
      },
    },
  };
  return made;
}

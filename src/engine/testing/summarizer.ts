/** Summarisers of known behaviour. */
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Summarizer, SummaryFailure, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';

export interface CountingSummarizer extends Summarizer {
  /** Requests that it was asked for, in order. */
  readonly asked: SummaryRequest[];
}

const ok = (request: SummaryRequest): SummaryOutcome => {
  const text = `${request.members.length} messages, from ${request.members[0]}`;
  return { ok: true, text, tokens: Math.ceil(text.length / 4), spans: [{ text }], masked: 0, summarizer: 'counting', ms: 0 };
};

/** Answers at once, or through a promise where `later`. */
export function countingSummarizer(later = false): CountingSummarizer {
  const asked: SummaryRequest[] = [];
  return {
    id: 'counting',
    title: 'Counting',
    asked,
    summarize(_input: PreparedTranscript, request: SummaryRequest) {
      asked.push(request);
      return later ? Promise.resolve(ok(request)) : ok(request);
    },
  };
}

/** Uses its whole limit: the longest allowed text, at four characters a token. */
export const fillingSummarizer: Summarizer = {
  id: 'filling',
  title: 'Filling',
  summarize(_input: PreparedTranscript, { maxTokens, maxChars }: SummaryRequest) {
    const text = 'x'.repeat(Math.min(4 * maxTokens, maxChars ?? Number.POSITIVE_INFINITY));
    return { ok: true, text, tokens: maxTokens, spans: [], masked: 0, summarizer: 'filling', ms: 0 };
  },
};

/** Always fails, in the given way; `throws` does not even answer. */
export function failingSummarizer(failure: SummaryFailure | 'throws'): Summarizer {
  return {
    id: 'failing',
    title: 'Failing',
    summarize() {
      if (failure === 'throws') throw new Error('connection lost');
      return { ok: false, failure, message: failure, summarizer: 'failing', ms: 0 };
    },
  };
}

/** The limits of a summary: checking a text against them, and cutting it to them. */
import type { Prepared } from '../signals/contract.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import type { SummaryRequest } from './contract.ts';

export const within = (input: Prepared, text: string, { maxTokens, maxChars }: SummaryRequest): boolean =>
  text.length <= (maxChars ?? Number.POSITIVE_INFINITY) && input.counts.text(text) <= maxTokens;

/** Cuts a text to the limits, at a sentence where possible. */
export function cutToFit(input: Prepared, text: string, request: SummaryRequest): string {
  let limit = Math.min(text.length, request.maxChars ?? text.length);
  let cut = cutAtSentence(text, limit);
  for (let tokens = input.counts.text(cut); tokens > request.maxTokens && limit > 0; tokens = input.counts.text(cut)) {
    limit = Math.min(limit - 1, Math.floor((cut.length * request.maxTokens) / tokens));
    cut = limit > 0 ? cutAtSentence(text, limit) : '';
  }
  return cut;
}

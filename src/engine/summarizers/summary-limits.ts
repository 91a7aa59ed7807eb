/** The limits of a summary: checking a text against them, and cutting it to them. */
import { wrong } from '../lib/arguments.ts';
import type { Summarizer, SummaryOutcome, SummaryRequest } from './contract.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { cutAtSentence } from '../signals/sentences.ts';

// A summariser of a program's own with a time limit: what it does not answer in time has failed, and its signal ends.

/** What every platform has, declared here because the engine is written without any. */
declare const setTimeout: (run: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;
declare const AbortController: new () => { readonly signal: AbortSignal; abort(reason?: unknown): void };

/** Milliseconds for a summary where nobody says. */
export const DEFAULT_SUMMARIZE_MS = 30_000;

const LONGEST_MS = 2_147_483_647;

/** Throws a RangeError that names the option for a time that no timer takes. */
export function checkMilliseconds(name: string, ms: unknown): void {
  if (!(Number.isInteger(ms) && Number(ms) >= 1 && Number(ms) <= LONGEST_MS)) throw wrong(name, `whole milliseconds from 1 to ${LONGEST_MS}`, ms);
}

const known = new WeakMap<Summarizer, Map<number, Summarizer>>();

export function inTime(summarizer: Summarizer, ms: number): Summarizer {
  if (summarizer.keepsTime) return summarizer;
  const made = known.get(summarizer) ?? new Map<number, Summarizer>();
  known.set(summarizer, made);
  const limited = made.get(ms) ?? withLimit(summarizer, ms);
  made.set(ms, limited);
  return limited;
}

const withLimit = (summarizer: Summarizer, ms: number): Summarizer => ({
  id: summarizer.id,
  title: summarizer.title,
  ...(summarizer.warm && { warm: (...args: Parameters<NonNullable<Summarizer['warm']>>) => summarizer.warm!(...args) }),
  summarize(input, request) {
    const limit = new AbortController();
    const outcome = summarizer.summarize(input, { ...request, signal: limit.signal });
    if (!(outcome instanceof Promise)) return outcome;
    const within = request.timeoutMs ?? ms;
    let timer: unknown;
    const late = new Promise<SummaryOutcome>((resolve) => {
      timer = setTimeout(() => {
        limit.abort();
        resolve({ ok: false, failure: 'timeout', message: `no summary within ${within} ms`, summarizer: summarizer.id, ms: within });
      }, within);
    });
    return Promise.race([outcome, late]).finally(() => clearTimeout(timer));
  },
});

export const within = (input: PreparedTranscript, text: string, { maxTokens, maxChars }: SummaryRequest): boolean =>
  text.length <= (maxChars ?? Number.POSITIVE_INFINITY) && input.counts.text(text) <= maxTokens;

export function cutToFit(input: PreparedTranscript, text: string, request: SummaryRequest): string {
  let limit = Math.min(text.length, request.maxChars ?? text.length);
  let cut = cutAtSentence(text, limit);
  for (let tokens = input.counts.text(cut); tokens > request.maxTokens && limit > 0; tokens = input.counts.text(cut)) {
    limit = Math.min(limit - 1, Math.floor((cut.length * request.maxTokens) / tokens));
    cut = limit > 0 ? cutAtSentence(text, limit) : '';
  }
  return cut;
}

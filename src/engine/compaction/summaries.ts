/** Has the summaries of a plan written, each at most once per transcript, summariser and limits. */
import type { TokenCounts } from '../tokens/contract.ts';
import type { Prepared } from '../signals/contract.ts';
import type { Plan, SeedRef } from '../strategies/contract.ts';
import { PROMPT_IDS, type PromptId, type Summarizer, type SummaryOutcome, type SummaryRequest } from '../summarizers/contract.ts';
import { memberTokens, reserveOf } from './estimate.ts';

type Written = Extract<SummaryOutcome, { ok: true }>;

/** Summaries remembered per transcript and summariser, for plans that have hundreds; the oldest is forgotten first. */
const REMEMBERED = 5000;
/**
 * By token counts and not by Prepared: a moved priority threshold makes a new Prepared, and a summary depends on the
 * messages and their tokens alone.
 */
const caches = new WeakMap<TokenCounts, WeakMap<Summarizer, Map<string, Written>>>();

function cacheOf(counts: TokenCounts, summarizer: Summarizer): Map<string, Written> {
  let bySummarizer = caches.get(counts);
  if (!bySummarizer) {
    bySummarizer = new WeakMap();
    caches.set(counts, bySummarizer);
  }
  let cache = bySummarizer.get(summarizer);
  if (!cache) {
    cache = new Map();
    bySummarizer.set(summarizer, cache);
  }
  return cache;
}

/** Members as runs (`0-15,17,20-40`) with everything else that the summariser looks at. */
function keyOf(request: SummaryRequest): string {
  const { members } = request;
  let runs = '';
  for (let at = 0; at < members.length; ) {
    const start = members[at]!;
    let end = start;
    while (++at < members.length && members[at] === end + 1) end++;
    runs += end === start ? `${start},` : `${start}-${end},`;
  }
  return `${runs}|${request.maxTokens}|${request.maxChars ?? ''}|${request.style}|${request.tooLong ?? ''}|${request.mergeEarlier ?? ''}|${request.prompt ?? ''}`;
}

/** A text that the strategy wrote itself. */
function ready(prepared: Prepared, text: string): SummaryOutcome {
  return { ok: true, text, tokens: prepared.counts.text(text), spans: [], masked: 0, summarizer: 'strategy', ms: 0 };
}

/** One summary; a summariser that throws has failed like any other, and one that failed is asked as often as the request says. */
function write(prepared: Prepared, summarizer: Summarizer, request: SummaryRequest): SummaryOutcome | Promise<SummaryOutcome> {
  if (request.ready !== undefined) return ready(prepared, request.ready);
  const cache = cacheOf(prepared.counts, summarizer);
  const key = keyOf(request);
  const found = cache.get(key);
  if (found) return found;
  const remember = (outcome: SummaryOutcome): SummaryOutcome => {
    if (!outcome.ok) return outcome;
    const [oldest] = cache.size >= REMEMBERED ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(key, outcome);
    return outcome;
  };
  const failed = (error: unknown): SummaryOutcome => ({
    ok: false,
    failure: 'error',
    message: error instanceof Error ? error.message : String(error),
    summarizer: summarizer.id,
    ms: 0,
  });
  const ask = (): SummaryOutcome | Promise<SummaryOutcome> => {
    try {
      const outcome = summarizer.summarize(prepared, request);
      return outcome instanceof Promise ? outcome.catch(failed) : outcome;
    } catch (error) {
      return failed(error);
    }
  };
  const again = (outcome: SummaryOutcome, tries: number): SummaryOutcome | Promise<SummaryOutcome> => {
    if (outcome.ok || outcome.final || tries <= 1) return remember(outcome);
    const next = ask();
    return next instanceof Promise ? next.then((o) => again(o, tries - 1)) : again(next, tries - 1);
  };
  const first = ask();
  const tries = request.tries ?? 1;
  return first instanceof Promise ? first.then((o) => again(o, tries)) : again(first, tries);
}

/** Whose instructions a strategy's summaries are written by; strategies of other origin summarise as S0's do. */
export const promptOf = ({ seed }: SeedRef): PromptId => PROMPT_IDS.find((id) => id === seed) ?? 'S0';

/** Outcomes of the plan's summaries in order; those that a model has to write first are promises. */
export function writeSummaries(
  prepared: Prepared,
  plan: Plan,
  summarizer: Summarizer,
  prompt: PromptId,
): (SummaryOutcome | Promise<SummaryOutcome>)[] {
  const members = memberTokens(prepared, plan);
  return plan.summaries.map((request, k) =>
    write(prepared, summarizer, { ...request, prompt, members: request.members, maxTokens: reserveOf(request, members[k]!) }),
  );
}

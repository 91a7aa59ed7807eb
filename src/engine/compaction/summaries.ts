/** Has the summaries of a plan written, each at most once per transcript, summariser and limits. */
import type { TokenCounts } from '../tokens/contract.ts';
import type { Prepared } from '../signals/contract.ts';
import { perCounts } from '../signals/remember.ts';
import { type Plan, type SeedRef, SUMMARIZE } from '../strategies/contract.ts';
import { PROMPT_IDS, type PromptId, type Summarizer, type SummaryOutcome, type SummaryRequest } from '../summarizers/contract.ts';
import { reserveOf, sumsOf, textTokens } from './estimate.ts';

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

/**
 * For each summary of a plan its members as a key: two hashes over their indexes (64 bits), their number, the first and the
 * last. One pass over numbers; lists of members are made only for summaries that have to be written.
 */
function memberKeys(plan: Plan): readonly string[] {
  const { fates, summaries } = plan;
  const count = summaries.length;
  // `into` may be a getter that a plan with one summary makes only for those who ask.
  const into = count > 1 ? plan.into : undefined;
  const a = new Int32Array(count);
  const b = new Int32Array(count);
  const size = new Int32Array(count);
  const first = new Int32Array(count).fill(-1);
  const last = new Int32Array(count);
  for (let i = 0; i < fates.length; i++) {
    if (fates[i] !== SUMMARIZE) continue;
    const k = into === undefined ? 0 : into[i]!;
    a[k] = Math.imul(a[k]! ^ i, 0x01000193) + 0x2545f491;
    b[k] = Math.imul((b[k]! << 13) | (b[k]! >>> 19), 5) ^ Math.imul(i + 1, 0x9e3779b1 | 0);
    size[k]!++;
    if (first[k]! < 0) first[k] = i;
    last[k] = i;
  }
  return summaries.map((_, k) => `${a[k]},${b[k]},${size[k]},${first[k]},${last[k]}`);
}

/** Members with everything else that the summariser looks at. */
function keyOf(members: string, request: SummaryRequest, maxTokens: number, prompt: PromptId): string {
  const { maxChars = '', style, tooLong = '', mergeEarlier = '' } = request;
  return `${members}|${maxTokens}|${maxChars}|${style}|${tooLong}|${mergeEarlier}|${prompt}`;
}

/** Texts of strategies that are remembered as outcomes. */
const READY = 500;
const outcomesOf = perCounts(() => new Map<string, Written>());

/** A text that the strategy wrote itself; the same text is the same outcome, with which its whole message is remembered. */
function ready(prepared: Prepared, text: string): SummaryOutcome {
  const outcomes = outcomesOf(prepared);
  let outcome = outcomes.get(text);
  if (!outcome) {
    outcome = { ok: true, text, tokens: textTokens(prepared.counts, text), spans: [], masked: 0, summarizer: 'strategy', ms: 0 };
    const [oldest] = outcomes.size >= READY ? outcomes.keys() : [];
    if (oldest !== undefined) outcomes.delete(oldest);
    outcomes.set(text, outcome);
  }
  return outcome;
}

/** One summary; a summariser that throws has failed like any other, and one that failed is asked as often as the request says. */
function write(
  prepared: Prepared,
  summarizer: Summarizer,
  request: SummaryRequest,
  cache: Map<string, Written>,
  key: string,
): SummaryOutcome | Promise<SummaryOutcome> {
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
  const { members: tokens } = sumsOf(prepared, plan);
  const cache = cacheOf(prepared.counts, summarizer);
  let keys: readonly string[] | undefined;
  return plan.summaries.map((request, k) => {
    const text = request.ready;
    if (text !== undefined) return ready(prepared, text);
    keys ??= memberKeys(plan);
    const maxTokens = reserveOf(request, tokens[k]!);
    const key = keyOf(keys[k]!, request, maxTokens, prompt);
    return cache.get(key) ?? write(prepared, summarizer, { ...request, prompt, members: request.members, maxTokens }, cache, key);
  });
}

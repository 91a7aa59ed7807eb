/** Writes the summaries of a plan, each at most once per transcript, summariser and limits. */
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Eventual } from '../lib/work.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { perCounts, perPair } from '../signals/remember.ts';
import { type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { ModelUsage, PromptId, Summarizer, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import { sumOfUsage as sum } from '../transcript/transcript-json.ts';
import type { Usage } from '../transcript/types.ts';
import { reserveOf, runsOf, severalOf, sumsOf, textTokens } from './estimate.ts';
import type { CompactionResult, WrittenSummary } from './types.ts';

type Success = Extract<SummaryOutcome, { ok: true }>;

interface Members {
  readonly a: number;
  readonly b: number;
  readonly size: number;
  readonly first: number;
  readonly last: number;
}

interface Question extends Members, Pick<SummaryRequest, 'maxTokens' | 'maxChars' | 'style' | 'tooLong' | 'mergeEarlier' | 'quotes'> {
  readonly prompt: PromptId;
  readonly headings: string | undefined;
}

const questionOf = (
  { a, b, size, first, last }: Members,
  { maxChars, style, tooLong, mergeEarlier, quotes, headings }: SummaryRequest,
  maxTokens: number,
  prompt: PromptId,
) => ({ a, b, size, first, last, maxTokens, maxChars, style, tooLong, mergeEarlier, quotes, prompt, headings: headings?.join('\n') });

const isSame = (x: Question, y: Question): boolean =>
  x.a === y.a &&
  x.b === y.b &&
  x.size === y.size &&
  x.first === y.first &&
  x.last === y.last &&
  x.maxTokens === y.maxTokens &&
  x.maxChars === y.maxChars &&
  x.style === y.style &&
  x.tooLong === y.tooLong &&
  x.mergeEarlier === y.mergeEarlier &&
  x.quotes?.task === y.quotes?.task &&
  x.quotes?.lastUser === y.quotes?.lastUser &&
  x.quotes?.tasks === y.quotes?.tasks &&
  x.prompt === y.prompt &&
  x.headings === y.headings;

const REMEMBERED = 5000;

/** Written summaries by a number for their request: plans ask hundreds of times, so no strings are built for look-ups. */
class Answers {
  readonly #byNumber = new BoundedMap<number, { readonly question: Question; readonly written: Success }[]>(REMEMBERED);

  find(question: Question): Success | undefined {
    const found = this.#byNumber.get(numberOf(question));
    if (!found) return undefined;
    for (const one of found) if (isSame(one.question, question)) return one.written;
    return undefined;
  }

  add(question: Question, written: Success): void {
    const number = numberOf(question);
    const others = this.#byNumber.get(number)?.filter((one) => !isSame(one.question, question)) ?? [];
    this.#byNumber.set(number, [...others, { question, written }]);
  }
}

const numberOf = ({ a, b, maxTokens }: Question): number => a ^ Math.imul(b, 0x9e3779b1 | 0) ^ Math.imul(maxTokens, 0x85ebca6b | 0);

/**
 * Keyed by token counts rather than Prepared: a moved priority threshold makes a new Prepared, but a summary depends on the messages and
 * their tokens alone.
 */
const answersOf = perPair<TokenCounts, Summarizer, Answers>(() => new Answers());

function addRun(one: { -readonly [K in keyof Members]: Members[K] }, from: number, to: number): void {
  one.a = (Math.imul(Math.imul(one.a ^ from, 0x01000193) ^ to, 0x01000193) + 0x2545f491) | 0;
  one.b = Math.imul((one.b << 13) | (one.b >>> 19), 5) ^ Math.imul(from + 1, 0x9e3779b1 | 0) ^ Math.imul(to + 1, 0x85ebca6b | 0);
  one.size += to - from;
  if (one.first < 0) one.first = from;
  one.last = to - 1;
}

function membersOf(plan: Plan): readonly Members[] {
  const { fates, summaries } = plan;
  const runs = runsOf(plan);
  const into = severalOf(plan);
  const members = summaries.map(() => ({ a: 0, b: 0, size: 0, first: -1, last: 0 }));
  for (let run = 0; run < runs.count; run++) {
    const from = runs.starts[run]!;
    if (fates[from] === SUMMARIZE) addRun(members[into === undefined ? 0 : into[from]!]!, from, runs.starts[run + 1]!);
  }
  // A product's summary may be of messages that stay in part: none has the fate of a summarised one.
  members.forEach((one, k) => {
    if (one.size === 0) for (const i of summaries[k]!.members) addRun(one, i, i + 1);
  });
  return members;
}

const READY = 2000;
const outcomesOf = perCounts(() => new BoundedMap<string, Success>(READY));

function ready(prepared: PreparedTranscript, text: string, writer: 'strategy' | 'recorded' = 'strategy'): SummaryOutcome {
  return outcomesOf(prepared).getOrMake(`${writer}\n${text}`, () => {
    const tokens = textTokens(prepared.counts, text);
    return { ok: true, text, tokens, spans: [], masked: 0, summarizer: writer, ms: 0 };
  });
}

function write(
  prepared: PreparedTranscript,
  summarizer: Summarizer,
  request: SummaryRequest,
  known: Answers,
  question: Question,
): Eventual<SummaryOutcome> {
  const remember = (outcome: SummaryOutcome): SummaryOutcome => {
    if (outcome.ok) known.add(question, outcome);
    return outcome;
  };
  const failed = (error: unknown): SummaryOutcome => ({
    ok: false,
    failure: 'error',
    message: error instanceof Error ? error.message : String(error),
    summarizer: summarizer.id,
    ms: 0,
  });
  const ask = (): Eventual<SummaryOutcome> => {
    try {
      const outcome = summarizer.summarize(prepared, request);
      return outcome instanceof Promise ? outcome.catch(failed) : outcome;
    } catch (error) {
      return failed(error);
    }
  };
  const again = (outcome: SummaryOutcome, tries: number): Eventual<SummaryOutcome> => {
    if (outcome.ok || outcome.final || tries <= 1) return remember(outcome);
    const next = ask();
    return next instanceof Promise ? next.then((o) => again(o, tries - 1)) : again(next, tries - 1);
  };
  const first = ask();
  const tries = request.tries ?? 1;
  return first instanceof Promise ? first.then((o) => again(o, tries)) : again(first, tries);
}

export function writeSummaries(
  prepared: PreparedTranscript,
  plan: Plan,
  summarizer: Summarizer,
  prompt: PromptId,
): readonly Eventual<SummaryOutcome>[] {
  const { members: tokens } = sumsOf(prepared, plan);
  const known = answersOf(prepared.counts, summarizer);
  let members: readonly Members[] | undefined;
  const outcomes: Eventual<SummaryOutcome>[] = [];
  for (const [k, request] of plan.summaries.entries()) {
    const text = request.ready;
    if (text !== undefined) {
      outcomes.push(ready(prepared, text, request.writer));
      continue;
    }
    members ??= membersOf(plan);
    const maxTokens = reserveOf(request, tokens[k]!);
    const question = questionOf(members[k]!, request, maxTokens, prompt);
    outcomes.push(known.find(question) ?? write(prepared, summarizer, { ...request, prompt, members: request.members, maxTokens }, known, question));
  }
  return outcomes;
}

/** Calls of a real model; cached ones count with their original usage. */
export interface SummaryExpense {
  readonly summarizer: string;
  readonly calls: number;
  /** As the endpoint reported; null if it reported nothing. */
  readonly usage: ModelUsage | null;
  readonly ms: number;
}

export function sumOfUsage(a: ModelUsage | null, b: ModelUsage | null): ModelUsage | null {
  if (!a || !b) return a ?? b;
  return sum(a, b);
}

/**
 * The calls that wrote the summaries of a result, including its stages; cached summaries count with their original usage. null = no real
 * model wrote any.
 */
export function spentOn({ stages, summaries }: CompactionResult): SummaryExpense | null {
  const results = stages ? stages.flatMap(({ ran }) => ran?.result.summaries ?? []) : summaries;
  const outcomes = new Set<Extract<SummaryOutcome, { ok: true }>>();
  for (const { outcome } of results) if (outcome.usage !== undefined) outcomes.add(outcome);
  const [first] = outcomes;
  if (!first) return null;
  const all = [...outcomes];
  return {
    summarizer: first.summarizer,
    calls: all.length,
    usage: all.reduce<ModelUsage | null>((sum, { usage }) => sumOfUsage(sum, usage ?? null), null),
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
  };
}

interface SummaryCost {
  readonly summary: WrittenSummary;
  readonly usage: Usage;
  readonly calls: 0 | 1;
}

export function writtenOf({ counts }: PreparedTranscript, { stages, summaries }: CompactionResult): readonly SummaryCost[] {
  const written = stages
    ? stages.flatMap(({ ran }) => ran?.result.summaries.map((summary) => ({ summary, tokens: ran.input.counts.messages })) ?? [])
    : summaries.map((summary) => ({ summary, tokens: counts.messages }));
  return written.map(({ summary, tokens }) => {
    const { request, outcome } = summary;
    if (outcome.summarizer === 'strategy') return { summary, usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }, calls: 0 };
    const counted = outcome.usage ?? request.usage;
    const read = counted ? 0 : request.members.reduce((sum, i) => sum + tokens[i]!, 0);
    return { summary, usage: counted ?? { input: read, cacheRead: 0, cacheWrite: 0, output: outcome.tokens }, calls: 1 };
  });
}

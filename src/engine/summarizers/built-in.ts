/**
 * "built-in (extractive)": the summariser that needs no key. Deterministic, any language; it selects lines about what was asked, done,
 * found and left open, arranges them under S3's five headings, under those of a product, or as S1's short third-person prose, and masks
 * secrets. It can be told to fail, so that the handling of failed summaries can be observed without a model.
 */
import { wrong } from '../lib/arguments.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { type TranscriptInput, remembered } from '../signals/remember.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import { type EnglishReason, inEnglish } from '../transcript/english.ts';
import { type Bullet, choose, type ChosenLine } from './choose.ts';
import type { MockOutcome, Summarizer, SummaryFailure, SummaryOutcome, SummaryRequest, SummarySpan } from './contract.ts';
import { digestOf, masksIn } from './digest.ts';
import { listIn } from './merge.ts';
import { type Range, rangeOf } from './range.ts';
import { JSON_KEYS, type ListKey, type Section, SECTIONS, WORDS } from './summary-statements.ts';
import { MENDED_WITHIN } from './survey.ts';

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

/** By time, because summaries are remembered with the summariser. */
const limitsOf = remembered<Summarizer, Map<number, Summarizer>>(() => new Map());

export function inTime(summarizer: Summarizer, ms: number): Summarizer {
  if (summarizer.keepsTime) return summarizer;
  const made = limitsOf(summarizer);
  const limited = made.get(ms) ?? withLimit(summarizer, ms);
  made.set(ms, limited);
  return limited;
}

const withLimit = (summarizer: Summarizer, ms: number): Summarizer => ({
  id: summarizer.id,
  title: summarizer.title,
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

type Topic = Section | 'files';

const MEANING: Readonly<Record<Topic, readonly RegExp[]>> = {
  task: [/goal|objective|request|overview|focus|user_context/i],
  state: [/current[ _](?:state|work)|progress|work state|recent actions|what happened/i, /completed/i],
  files: [/files|artifact|code_state/i],
  discoveries: [/discover|decision|errors|knowledge/i, /details|issues/i],
  next: [/next/i, /pending|task state|issues/i],
  context: [/constraint|preference|preserve|important_context/i, /concepts|details|user_context/i],
};
const FILES = new Set<ListKey | undefined>(['created', 'modified', 'deleted', 'read', 'root']);

function placeOf(topic: Topic, headings: readonly string[]): number {
  for (const pattern of [...MEANING[topic], ...MEANING.state]) {
    const found = headings.findIndex((heading) => pattern.test(heading));
    if (found >= 0) return found;
  }
  return 0;
}

export function underHeadings(
  headings: readonly string[],
  lines: readonly ChosenLine[],
): readonly { readonly heading: string; readonly lines: readonly ChosenLine[] }[] {
  const at = new Map<Topic, number>();
  const under = headings.map((heading) => ({ heading, lines: [] as ChosenLine[] }));
  for (const line of lines) {
    const topic = FILES.has(listIn(line.text)?.key) ? 'files' : line.section;
    const place = at.get(topic) ?? placeOf(topic, headings);
    at.set(topic, place);
    under[place]!.lines.push(line);
  }
  return under;
}

const lastFailures = ({ messages }: TranscriptInput): Int32Array => {
  const failedAt = new Map<string, number>();
  messages.forEach((message, i) => {
    for (const { callId, failed } of digestOf(message).results) if (failed) failedAt.set(callId, i);
  });
  let last = -1;
  return Int32Array.from(messages, (message) => {
    for (const { id } of digestOf(message).calls) last = Math.max(last, failedAt.get(id) ?? -1);
    return last;
  });
};

/**
 * Index of the last message that a summary of the members depends on: errors may be explained or fixed soon after them, and a call has
 * failed wherever its result is. Every transcript with the same messages up to there has the same summary. Null where that is unknown.
 */
export function settledAt(input: PreparedTranscript, members: readonly number[]): number | null {
  const last = (members.at(-1) ?? 0) + MENDED_WITHIN;
  return last < input.n && lastFailures(input)[last]! <= last ? last : null;
}

export const BUILT_IN_ID = 'built-in';
export const BUILT_IN_TITLE = 'built-in (extractive)';

/** Below this many tokens our five headings would cost more than they are worth, more of them by their number. */
const MIN_FOR_HEADINGS = 120;
/** Average tokens of a line, at least: bounds how many are considered. */
const SHORTEST_LINE = 14;

const SHORTEST_CUT = 8;
const LISTS_IN_PROSE = 0.6;

const NONE = new Int32Array(0);

export interface BuiltInOptions {
  readonly outcome?: MockOutcome;
}

const base = { summarizer: BUILT_IN_TITLE, ms: 0 } as const;

const failed = (failure: SummaryFailure, said: EnglishReason): Extract<SummaryOutcome, { ok: false }> => ({
  ok: false,
  failure,
  said,
  message: inEnglish(said),
  ...base,
});

export function createBuiltIn({ outcome = 'ok' }: BuiltInOptions = {}): Summarizer {
  return {
    id: BUILT_IN_ID,
    title: BUILT_IN_TITLE,
    settledAt,
    summarize(input: PreparedTranscript, request: SummaryRequest): SummaryOutcome {
      switch (outcome) {
        case 'empty':
          return failed('empty', { key: 'summary-empty' });
        case 'error':
          return failed('error', { key: 'summary-told-to-fail' });
        case 'timeout':
          return failed('timeout', { key: 'summary-timeout', values: { ms: request.timeoutMs ?? 30_000 } });
        case 'too-long':
          return tooLong(input, request);
        case 'ok':
          return write(input, request);
      }
    },
  };
}

function tooLong(input: PreparedTranscript, request: SummaryRequest): SummaryOutcome {
  const long = write(input, {
    ...request,
    maxTokens: request.maxTokens * 2,
    ...(request.maxChars !== undefined && { maxChars: request.maxChars * 2 }),
  });
  if (!long.ok) return long;
  let { text } = long;
  while (within(input, text, request)) text += `\n${text}`;
  // JSON cut in the middle is no longer JSON.
  if (request.tooLong === 'cut' && request.style === 'json') return write(input, request);
  if (request.tooLong === 'cut') {
    const cut = cutToFit(input, text, request);
    return { ...long, text: cut, tokens: input.counts.text(cut), spans: long.spans.filter((span) => cut.includes(span.text)), masked: masksIn(cut) };
  }
  const values = { tokens: input.counts.text(text), limit: request.maxTokens };
  return { ...failed('too-long', { key: 'summary-too-long', values }), text };
}

function write(input: PreparedTranscript, asked: SummaryRequest): SummaryOutcome {
  const { members } = asked;
  let replaced = 0;
  for (const i of members) replaced += input.counts.messages[i]!;
  const request = { ...asked, members, maxTokens: Math.min(asked.maxTokens, replaced) };
  const range = rangeOf(input, members, Math.ceil(request.maxTokens / SHORTEST_LINE) + 10, request.mergeEarlier === true, request.quotes);
  const form = formOf(request, range);
  const frame: Frame = { form, headings: form === 'headings' ? request.headings : undefined };
  const chosen = unchanged(input, range, frame, request) ?? fitted(input, range, frame, request);
  let { text, spans } = render(chosen, range, frame);
  // Adjacent lines may merge into other tokens than they have alone: the count of the whole decides.
  while (chosen.length > 1 && !within(input, text, request)) {
    chosen.splice(lightest(chosen), 1);
    ({ text, spans } = render(chosen, range, frame));
  }
  const [only] = chosen;
  if (only && !within(input, text, request)) ({ text, spans } = cutLine(input, only, range, frame, request));
  if (chosen.length === 0 || text.trim() === '') return failed('empty', { key: 'summary-nothing' });
  return { ok: true, text, tokens: input.counts.text(text), spans, masked: masksIn(text), ...base };
}

function unchanged(input: PreparedTranscript, range: Range, frame: Frame, request: SummaryRequest): ChosenLine[] | null {
  const { carried, fresh } = range;
  if (fresh || carried.length === 0) return null;
  const lines = carried.map((line): ChosenLine => ({ ...line, weight: 0, terms: NONE, facts: NONE, carried: true }));
  return within(input, render(lines, range, frame).text, request) ? lines : null;
}

function fitted(input: PreparedTranscript, range: Range, frame: Frame, request: SummaryRequest): ChosenLine[] {
  const { form, headings = SECTIONS } = frame;
  const { members, maxTokens, maxChars = Number.POSITIVE_INFINITY } = request;
  const bare = form === 'prose' ? Object.values(WORDS[range.language].plain).join('\n') : render([], range, frame).text;
  const chosen = choose(input.counts, range, {
    tokens: Math.max(0, maxTokens - input.counts.text(bare) - headings.length),
    chars: maxChars - bare.length - headings.length,
    lists: form === 'prose' ? LISTS_IN_PROSE : 1,
    bullet: BULLETS[form],
  });
  if (chosen.length === 0 && members.length > 0)
    chosen.push({
      text: range.quoted ? WORDS[range.language].quotedOnly : WORDS[range.language].wordless(members.length),
      // Prose begins the state with who reported it: nobody said this.
      section: form === 'prose' ? 'discoveries' : 'state',
      weight: 0,
      source: members.at(-1)!,
      terms: NONE,
      facts: NONE,
    });
  return chosen;
}

function cutLine(
  input: PreparedTranscript,
  line: ChosenLine,
  range: Range,
  frame: Frame,
  request: SummaryRequest,
): { text: string; spans: SummarySpan[] } {
  const span = (text: string): SummarySpan => ({ text, section: line.section, ...(line.source >= 0 && { source: line.source }) });
  if (frame.form !== 'json') {
    const text = cutToFit(input, line.text, request);
    return { text, spans: [span(text)] };
  }
  for (let limit = line.text.length; limit >= SHORTEST_CUT; limit = Math.floor(limit * 0.8)) {
    const cut = cutAtSentence(line.text, limit);
    const text = JSON.stringify({ [JSON_KEYS[line.section]]: [cut] });
    if (within(input, text, request)) return { text, spans: render([{ ...line, text: cut }], range, frame).spans };
  }
  return { text: '', spans: [] };
}

function lightest(lines: readonly ChosenLine[]): number {
  let found = 0;
  lines.forEach((line, i) => {
    if (line.weight <= lines[found]!.weight) found = i;
  });
  return found;
}

type Form = 'headings' | 'prose' | 'json';
interface Frame {
  readonly form: Form;
  /** Those of a product instead of ours. */
  readonly headings: readonly string[] | undefined;
}
function formOf(
  { style, maxTokens, maxChars = Number.POSITIVE_INFINITY, headings = SECTIONS }: SummaryRequest,
  { carried, fresh, prose }: Range,
): Form {
  if (style === 'json') return 'json';
  if (style === 'plain') return 'prose';
  if (!fresh && carried.length > 0) return prose ? 'prose' : 'headings';
  const least = MIN_FOR_HEADINGS * Math.max(1, headings.length / SECTIONS.length);
  return maxTokens >= least && maxChars >= 4 * least ? 'headings' : 'prose';
}
/** Tokens and characters around a line: a list mark and a line break; quotes, comma, indentation and line break. */
const BULLETS: Readonly<Record<Form, Bullet>> = {
  headings: { tokens: 2, chars: 3 },
  prose: { tokens: 2, chars: 3 },
  json: { tokens: 4, chars: 8 },
};

function render(chosen: readonly ChosenLine[], { language, quoted }: Range, { form, headings }: Frame): { text: string; spans: SummarySpan[] } {
  const words = WORDS[language];
  const place = (line: ChosenLine): number => (line.carried ? 0 : line.items ? 2 : 1);
  const ordered = [...chosen].sort((a, b) => place(a) - place(b) || (a.carried ? b.weight - a.weight : a.source - b.source));
  const spans: SummarySpan[] = [];
  const sections = SECTIONS.map((section) => ({ section, lines: ordered.filter((line) => line.section === section) }));
  for (const { section, lines } of sections) {
    for (const { text, source, items } of lines) {
      if (!items) spans.push({ text, section, ...(source >= 0 && { source }) });
      else for (const item of items) spans.push({ text: item.text, section, ...(item.source >= 0 && { source: item.source }) });
    }
  }
  if (form === 'json') {
    const text = JSON.stringify(
      Object.fromEntries(sections.map(({ section, lines }) => [JSON_KEYS[section], lines.map((line) => line.text)])),
      null,
      1,
    );
    return { text, spans: spans.map((span) => ({ ...span, text: JSON.stringify(span.text).slice(1, -1) })) };
  }
  const under = (heading: string, lines: readonly ChosenLine[], empty: string): string =>
    `## ${heading}\n${lines.length > 0 ? lines.map((line) => `- ${line.text}`).join('\n') : empty}`;
  if (headings) {
    const all = sections.flatMap(({ lines }) => lines);
    return {
      text: underHeadings(headings, all)
        .map(({ heading, lines }) => under(heading, lines, words.nothing))
        .join('\n\n'),
      spans,
    };
  }
  const parts = sections.flatMap(({ section, lines }) => {
    if (form === 'headings') return under(words.headings[section], lines, section === 'task' && quoted ? words.quotedTask : words.nothing);
    const sentences = lines.map(({ text }) => (/[.!?。！？…]$/.test(text) ? text : `${text}${words.stop}`)).join(words.space);
    return lines.length > 0 ? words.plain[section] + sentences : [];
  });
  return { text: parts.join(form === 'headings' ? '\n\n' : '\n'), spans };
}

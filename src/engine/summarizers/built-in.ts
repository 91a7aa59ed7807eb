/**
 * "built-in (extractive)": the summariser that needs no key. Deterministic, any language; it picks lines that say what was
 * asked, done, found and left, puts them under S3's five headings or into S1's short third-person prose, and masks secrets.
 * It can be told to fail, so that what strategies do with a failed summary can be seen without a model.
 */
import type { Prepared } from '../signals/contract.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import { choose, type ChosenLine } from './choose.ts';
import type { MockOutcome, Summarizer, SummaryOutcome, SummaryRequest, SummarySpan } from './contract.ts';
import { masksIn } from './offers.ts';
import { rangeOf } from './range.ts';
import { type Language, SECTIONS, WORDS } from './words.ts';

export const BUILT_IN_ID = 'built-in';
export const BUILT_IN_TITLE = 'built-in (extractive)';

/** Under this many tokens headings would cost more than they tell. */
const MIN_FOR_HEADINGS = 120;
/** A line has at least this many tokens on average: bounds how many are looked at. */
const SHORTEST_LINE = 8;

/** Lists read badly in prose: they get this part of what they get under headings. */
const LISTS_IN_PROSE = 0.6;

export interface BuiltInOptions {
  /** What it is told to return; default `ok`. */
  readonly outcome?: MockOutcome;
}

/** Keep one instance: written summaries are remembered with it. */
export function createBuiltIn({ outcome = 'ok' }: BuiltInOptions = {}): Summarizer {
  const base = { summarizer: BUILT_IN_TITLE, ms: 0 } as const;
  return {
    id: BUILT_IN_ID,
    title: BUILT_IN_TITLE,
    summarize(input: Prepared, request: SummaryRequest): SummaryOutcome {
      switch (outcome) {
        case 'empty':
          return { ok: false, failure: 'empty', message: 'the summary was empty', ...base };
        case 'error':
          return { ok: false, failure: 'error', message: 'told to fail', ...base };
        case 'timeout':
          return { ok: false, failure: 'timeout', message: `no answer within ${request.timeoutMs ?? 30_000} ms`, ...base };
        case 'too-long':
          return tooLong(input, request);
        case 'ok':
          return write(input, request);
      }
    },
  };
}

/** Twice what was allowed: the strategy's own rule decides what happens with it. */
function tooLong(input: Prepared, request: SummaryRequest): SummaryOutcome {
  const long = write(input, {
    ...request,
    maxTokens: request.maxTokens * 2,
    ...(request.maxChars !== undefined && { maxChars: request.maxChars * 2 }),
  });
  if (!long.ok) return long;
  let { text } = long;
  while (within(input, text, request)) text += `\n${text}`;
  if (request.tooLong === 'cut') {
    const cut = cutToFit(input, text, request);
    return { ...long, text: cut, tokens: input.counts.text(cut), spans: long.spans.filter((span) => cut.includes(span.text)), masked: masksIn(cut) };
  }
  return {
    ok: false,
    failure: 'too-long',
    message: `${input.counts.text(text)} tokens, ${request.maxTokens} allowed`,
    summarizer: BUILT_IN_TITLE,
    ms: 0,
    text,
  };
}

const within = (input: Prepared, text: string, { maxTokens, maxChars }: SummaryRequest): boolean =>
  text.length <= (maxChars ?? Number.POSITIVE_INFINITY) && input.counts.text(text) <= maxTokens;

/** Cuts a text to the limits at a sentence where there is one. */
function cutToFit(input: Prepared, text: string, request: SummaryRequest): string {
  let limit = Math.min(text.length, request.maxChars ?? text.length);
  let cut = cutAtSentence(text, limit);
  for (let tokens = input.counts.text(cut); tokens > request.maxTokens && limit > 0; tokens = input.counts.text(cut)) {
    limit = Math.min(limit - 1, Math.floor((cut.length * request.maxTokens) / tokens));
    cut = limit > 0 ? cutAtSentence(text, limit) : '';
  }
  return cut;
}

function write(input: Prepared, asked: SummaryRequest): SummaryOutcome {
  const { members } = asked;
  let replaced = 0;
  for (const i of members) replaced += input.counts.messages[i]!;
  // A summary that is longer than what it replaces is none.
  const request = { ...asked, members, maxTokens: Math.min(asked.maxTokens, replaced) };
  const range = rangeOf(input, members, Math.ceil(request.maxTokens / SHORTEST_LINE) + 10);
  const { language } = range;
  const headed = usesHeadings(request);
  const chosen = choose(input.counts, range, {
    tokens: Math.max(0, request.maxTokens - frameTokens(input, language, headed)),
    chars: (request.maxChars ?? Number.POSITIVE_INFINITY) - frameChars(language, headed),
    lists: headed ? 1 : LISTS_IN_PROSE,
  });
  if (chosen.length === 0 && members.length > 0)
    chosen.push({ text: WORDS[language].wordless(members.length), section: 'state', weight: 0, source: members.at(-1)! });
  let { text, spans } = render(chosen, language, headed);
  // Neighbouring lines may merge into other tokens than they have alone: the last word has the count of the whole.
  while (chosen.length > 1 && !within(input, text, request)) {
    chosen.splice(lightest(chosen), 1);
    ({ text, spans } = render(chosen, language, headed));
  }
  const [only] = chosen;
  if (only && !within(input, text, request)) {
    text = cutToFit(input, only.text, request);
    spans = [{ text, section: only.section, ...(only.source >= 0 && { source: only.source }) }];
  }
  const base = { summarizer: BUILT_IN_TITLE, ms: 0 } as const;
  if (text.trim() === '') return { ok: false, failure: 'empty', message: 'nothing in these messages could be summarised within the limit', ...base };
  return { ok: true, text, tokens: input.counts.text(text), spans, masked: masksIn(text), ...base };
}

function lightest(lines: readonly ChosenLine[]): number {
  let found = 0;
  lines.forEach((line, i) => {
    if (line.weight <= lines[found]!.weight) found = i;
  });
  return found;
}

const usesHeadings = (request: SummaryRequest): boolean =>
  request.style === 'sections' && request.maxTokens >= MIN_FOR_HEADINGS && (request.maxChars ?? Number.POSITIVE_INFINITY) >= 4 * MIN_FOR_HEADINGS;

/** What a summary without any line would take. */
function frameTokens(input: Prepared, language: Language, headed: boolean): number {
  const { headings, plain, nothing } = WORDS[language];
  return SECTIONS.reduce((sum, s) => sum + input.counts.text(headed ? `## ${headings[s]}\n${nothing}\n\n` : `${plain[s]}\n`), 0);
}
function frameChars(language: Language, headed: boolean): number {
  const { headings, plain, nothing } = WORDS[language];
  return SECTIONS.reduce((sum, s) => sum + (headed ? headings[s].length + nothing.length + 6 : plain[s].length + 1), 0);
}

/** The chosen lines in the order of the transcript, under headings or as prose. */
function render(chosen: readonly ChosenLine[], language: Language, headed: boolean): { text: string; spans: SummarySpan[] } {
  const words = WORDS[language];
  // Lists tell about many messages: they stand behind the lines of their section.
  const ordered = [...chosen].sort((a, b) => Number(a.items !== undefined) - Number(b.items !== undefined) || a.source - b.source);
  const spans: SummarySpan[] = [];
  const parts: string[] = [];
  for (const section of SECTIONS) {
    const mine = ordered.filter((line) => line.section === section);
    for (const { text, source, items } of mine) {
      if (!items) spans.push({ text, source, section });
      else for (const item of items) spans.push({ text: item.text, section, ...(item.source >= 0 && { source: item.source }) });
    }
    if (headed) parts.push(`## ${words.headings[section]}\n${mine.length > 0 ? mine.map((line) => `- ${line.text}`).join('\n') : words.nothing}`);
    else if (mine.length > 0)
      parts.push(words.plain[section] + mine.map(({ text }) => (/[.!?。！？…]$/.test(text) ? text : `${text}${words.stop}`)).join(words.space));
  }
  return { text: parts.join(headed ? '\n\n' : '\n'), spans };
}

/**
 * "built-in (extractive)": the summariser that needs no key. Deterministic, any language; it picks lines that say what was
 * asked, done, found and left, puts them under S3's five headings or into S1's short third-person prose, and masks secrets.
 * It can be told to fail, so that what strategies do with a failed summary can be seen without a model.
 */
import type { Prepared } from '../signals/contract.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import { type Candidate, digestOf, type FileOperation, SECTIONS, type Section } from './digest.ts';
import type { MockOutcome, Summarizer, SummaryOutcome, SummaryRequest, SummarySpan } from './contract.ts';

export const BUILT_IN_ID = 'built-in';
export const BUILT_IN_TITLE = 'built-in (extractive)';

const HEADINGS = {
  en: { task: 'Task overview', state: 'Current state', discoveries: 'Important discoveries', next: 'Next steps', context: 'Context to preserve' },
  zh: { task: '任务概述', state: '当前状态', discoveries: '重要发现', next: '后续步骤', context: '需要保留的上下文' },
} as const;
const FILES = {
  en: { created: 'Created', modified: 'Modified', deleted: 'Deleted', read: 'Read' },
  zh: { created: '新建', modified: '修改', deleted: '删除', read: '读取' },
} as const;
/** S1's prompt asks for the third person. */
const PLAIN = {
  en: { task: 'The user asked: ', state: 'The assistant reported: ', discoveries: 'Found: ', next: 'Open: ', context: 'To keep: ' },
  zh: { task: '用户要求：', state: 'AI 完成了：', discoveries: '发现：', next: '待办：', context: '需保留：' },
} as const;
const NOTHING = { en: 'Nothing recorded.', zh: '无记录。' } as const;
type Language = keyof typeof HEADINGS;

/** Share of the limit that a section may take before others have had theirs. */
const SHARE: Readonly<Record<Section, number>> = { task: 0.28, state: 0.24, discoveries: 0.26, next: 0.1, context: 0.12 };
/** Under this many tokens headings would cost more than they tell. */
const MIN_FOR_HEADINGS = 120;
/** Chinese writing among the letters from which on headings are Chinese. */
const HAN_SHARE = 0.2;
const MAX_FILES = 24;

interface Line extends Candidate {
  readonly source: number;
}

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
  const long = write(input, { ...request, maxTokens: request.maxTokens * 2, ...(request.maxChars !== undefined && { maxChars: request.maxChars * 2 }) });
  if (!long.ok) return long;
  let text = long.text;
  while (within(input, text, request) && text.length > 0) text += `\n${long.text}`;
  if (request.tooLong === 'cut') {
    const cut = fit(input, text, request);
    return { ...long, text: cut, tokens: input.counts.text(cut) };
  }
  return { ok: false, failure: 'too-long', message: `${input.counts.text(text)} tokens, ${request.maxTokens} allowed`, summarizer: BUILT_IN_TITLE, ms: 0, text };
}

const within = (input: Prepared, text: string, { maxTokens, maxChars }: SummaryRequest): boolean =>
  text.length <= (maxChars ?? Number.POSITIVE_INFINITY) && input.counts.text(text) <= maxTokens;

/** Cuts a text to the limits at a sentence where there is one. */
function fit(input: Prepared, text: string, request: SummaryRequest): string {
  let limit = Math.min(text.length, request.maxChars ?? text.length);
  let cut = cutAtSentence(text, limit);
  for (let tokens = input.counts.text(cut); tokens > request.maxTokens && limit > 0; tokens = input.counts.text(cut)) {
    limit = Math.min(limit - 1, Math.floor((cut.length * request.maxTokens) / tokens));
    cut = limit > 0 ? cutAtSentence(text, limit) : '';
  }
  return cut;
}

function write(input: Prepared, request: SummaryRequest): SummaryOutcome {
  const language = languageOf(input, request.members);
  const lines = gather(input, request.members, language);
  const chosen = choose(input, lines, request, language);
  let { text, spans } = render(chosen, request, language);
  // Neighbouring lines may merge into other tokens than they have alone: the last word has the count of the whole.
  while (chosen.length > 1 && !within(input, text, request)) {
    let weakest = 0;
    chosen.forEach((line, i) => {
      if (line.weight < chosen[weakest]!.weight) weakest = i;
    });
    chosen.splice(weakest, 1);
    ({ text, spans } = render(chosen, request, language));
  }
  if (!within(input, text, request)) {
    text = fit(input, chosen[0] ? bare(chosen[0]) : text, request);
    spans = chosen[0] && text ? [{ text, source: chosen[0].source, section: chosen[0].section }] : [];
  }
  const base = { summarizer: BUILT_IN_TITLE, ms: 0 } as const;
  if (text.trim() === '') return { ok: false, failure: 'empty', message: 'nothing in these messages could be summarised within the limit', ...base };
  return { ok: true, text, tokens: input.counts.text(text), spans, masked: chosen.reduce((sum, line) => sum + line.masked, 0), ...base };
}

function languageOf(input: Prepared, members: readonly number[]): Language {
  let han = 0;
  let letters = 0;
  for (const i of members) {
    const digest = digestOf(input.messages[i]!);
    han += digest.han;
    letters += digest.letters;
  }
  return letters > 0 && han / letters >= HAN_SHARE ? 'zh' : 'en';
}

/** Every candidate of the range; first and last things weigh more. */
function gather(input: Prepared, members: readonly number[], language: Language): Line[] {
  const lines: Line[] = [];
  const files = new Map<string, { operation: FileOperation; count: number; source: number }>();
  let first = true;
  members.forEach((i, at) => {
    const digest = digestOf(input.messages[i]!);
    // What was said last is what still holds: up to half a point more at the end of the range.
    const recency = (0.5 * at) / Math.max(1, members.length - 1);
    for (const candidate of digest.candidates) {
      const opening = first && candidate.section === 'task';
      if (opening) first = false;
      lines.push({ ...candidate, weight: candidate.weight + recency + (opening ? 3 : 0), source: i });
    }
    for (const { operation, path } of digest.files) {
      const known = files.get(path);
      // The last operation tells what became of a file, but reading changes nothing, and an edit after creation is still new.
      const stands = known && (operation === 'read' || (known.operation === 'created' && operation === 'modified')) ? known.operation : operation;
      files.set(path, { operation: stands, count: (known?.count ?? 0) + 1, source: i });
    }
  });
  lines.push(...fileLines(files, language));
  return lines;
}

/** One line for each file that was changed, and one for all that were only read. */
function fileLines(files: ReadonlyMap<string, { operation: FileOperation; count: number; source: number }>, language: Language): Line[] {
  const words = FILES[language];
  const changed = [...files].filter(([, f]) => f.operation !== 'read');
  const lines: Line[] = changed
    .sort(([, a], [, b]) => b.count - a.count || a.source - b.source)
    .slice(0, MAX_FILES)
    .map(([path, { operation, count, source }]) => ({
      text: `${words[operation]} ${path}${count > 1 ? ` (×${count})` : ''}`,
      section: 'state',
      weight: 2.2 + Math.min(1, count / 10),
      masked: 0,
      source,
    }));
  const read = [...files].filter(([, f]) => f.operation === 'read').sort(([, a], [, b]) => b.count - a.count || a.source - b.source);
  if (read.length > 0) {
    const shown = read.slice(0, 12).map(([path]) => path);
    lines.push({ text: `${words.read} ${shown.join(', ')}${read.length > shown.length ? ` … (${read.length})` : ''}`, section: 'state', weight: 1.4, masked: 0, source: read[0]![1].source });
  }
  return lines;
}

const NORMAL = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string): Set<string> => {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(NORMAL)) {
    // Chinese has no spaces: a run of it counts by its pairs of characters.
    if (/\p{Script=Han}/u.test(word)) for (let i = 0; i < word.length - 1; i++) words.add(word.slice(i, i + 2));
    else words.add(word);
  }
  return words;
};

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common >= 0.7 * Math.min(a.size, b.size) && Math.min(a.size, b.size) > 0;
}

/**
 * Lines by weight until the limits hold no more: first every section up to its share, then whoever weighs most.
 * A line that says what a chosen one says is passed over.
 */
function choose(input: Prepared, lines: readonly Line[], request: SummaryRequest, language: Language): Line[] {
  const byWeight = [...lines].sort((a, b) => b.weight - a.weight || a.source - b.source);
  const headings = usesHeadings(request) ? SECTIONS.reduce((sum, s) => sum + input.counts.text(`## ${HEADINGS[language][s]}\n\n`) + input.counts.text(`${NOTHING[language]}\n`), 0) : 0;
  const room = Math.max(0, request.maxTokens - headings);
  const roomChars = request.maxChars ?? Number.POSITIVE_INFINITY;
  const used: Record<Section, number> = { task: 0, state: 0, discoveries: 0, next: 0, context: 0 };
  const chosen: Line[] = [];
  const chosenWords: ReadonlySet<string>[] = [];
  const refused = new Set<Line>();
  let tokens = 0;
  let chars = 0;
  for (const pass of ['shares', 'rest'] as const) {
    let misses = 0;
    for (const line of byWeight) {
      if (refused.has(line) || chosen.includes(line)) continue;
      if (pass === 'shares' && used[line.section] > room * SHARE[line.section]) continue;
      const cost = input.counts.text(`- ${line.text}\n`) + 1;
      if (tokens + cost > room || chars + line.text.length + 20 > roomChars) {
        // Lines get lighter, not shorter: after a few that do not fit there is little to gain.
        if (++misses > 12) break;
        continue;
      }
      if (pass === 'shares' && used[line.section] + cost > Math.max(room * SHARE[line.section], cost * (used[line.section] === 0 ? 1 : 0))) continue;
      const words = wordsOf(line.text);
      if (chosenWords.some((other) => alike(words, other))) {
        refused.add(line);
        continue;
      }
      chosen.push(line);
      chosenWords.push(words);
      used[line.section] += cost;
      tokens += cost;
      chars += line.text.length + 20;
    }
  }
  if (chosen.length === 0 && byWeight[0]) chosen.push(byWeight[0]);
  return chosen;
}

const usesHeadings = (request: SummaryRequest): boolean => request.style === 'sections' && request.maxTokens >= MIN_FOR_HEADINGS && (request.maxChars ?? 1e9) >= 4 * MIN_FOR_HEADINGS;

/** Text of a line alone. */
const bare = (line: Line): string => line.text;

/** The chosen lines in the order of the transcript, under headings or as prose. */
function render(chosen: readonly Line[], request: SummaryRequest, language: Language): { text: string; spans: SummarySpan[] } {
  const ordered = [...chosen].sort((a, b) => a.source - b.source);
  const spans: SummarySpan[] = [];
  const parts: string[] = [];
  const headed = usesHeadings(request);
  for (const section of SECTIONS) {
    const mine = ordered.filter((l) => l.section === section);
    for (const { text, source } of mine) spans.push({ text, source, section });
    if (headed) parts.push(`## ${HEADINGS[language][section]}\n${mine.length ? mine.map((l) => `- ${l.text}`).join('\n') : NOTHING[language]}`);
    else if (mine.length > 0) {
      const sentences = mine.map((l) => (/[.!?。！？…]$/.test(l.text) ? l.text : `${l.text}${language === 'zh' ? '。' : '.'}`));
      parts.push(`${PLAIN[language][section]}${sentences.join(language === 'zh' ? '' : ' ')}`);
    }
  }
  return { text: parts.join(headed ? '\n\n' : '\n'), spans };
}

/** Digests ahead of the first summary; yields after each message so a caller can breathe. */
export function* warmUp(input: Prepared): Generator<number> {
  for (let i = 0; i < input.n; i++) {
    digestOf(input.messages[i]!);
    yield i;
  }
}

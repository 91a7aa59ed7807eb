/** Parses a summary back into the lines of its sections, so that a later one carries them over verbatim instead of summarising them again. */
import { maskSecrets } from '../signals/secrets.ts';
import type { Quotes } from './contract.ts';
import { sectionOfLead } from './lexicon.ts';
import { JSON_KEYS, type Language, LIST_KEYS, type ListKey, SECTIONS, type Section, WORDS } from './summary-statements.ts';

export interface CarriedLine {
  readonly section: Section;
  readonly text: string;
  readonly source: number;
}
interface CarriedText {
  readonly lines: readonly CarriedLine[];
  readonly language: Language | null;
  readonly prose: boolean;
  readonly ours: boolean;
}

export const LANGUAGES: readonly Language[] = ['en', 'zh'];
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const BOLD_LINE = /^\*\*([^*]+)\*\*\s*[:：]?$/;
const TAG = /^<(\/?)([a-z][\w-]{2,40})>$/;
const QUOTED: Readonly<Record<string, Section>> = {
  original_task: 'task',
  last_user_message: 'task',
  task_list: 'next',
  recent_memories: 'context',
  diff_statistics: 'state',
};
const MARKUP = /^(?:```.*|~~~.*|[\s|:+=*_~–—-]+)$/;
const BULLET = /^[-*+•]\s+(.+)$/;
function underTag(text: string, tag: string): string {
  const from = text.indexOf(`<${tag}>\n`);
  const to = from < 0 ? -1 : text.indexOf(`\n</${tag}>`, from);
  return to < 0 ? '' : text.slice(from + tag.length + 2, to);
}

export const quotedAgain = (text: string, i: number, { task, lastUser, tasks }: Quotes): string =>
  [...(i === task ? ['original_task'] : []), ...(i === lastUser ? ['last_user_message'] : []), ...(tasks >= 0 ? ['task_list'] : [])]
    .map((tag) => underTag(text, tag))
    .join('\n');

/** Collapses white space, so that a line is found in its source text. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

const PREAMBLE =
  /^(?:This session is being continued from a previous conversation|The conversation (?:is summarized below|history before this point)|Context summary:|Summary of the (?:earlier |whole )?conversation\b|Everything said so far was replaced by this summary)/i;

const ours = new Map(LANGUAGES.flatMap((language) => SECTIONS.map((section) => [WORDS[language].headings[section], { language, section }] as const)));

const withoutStop = (text: string): string => text.replace(/[.。]$/u, '');
const OF_ITS_SUMMARY: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((l) => {
    const { nothing, quotedTask, quotedOnly, quotedUnanswered, planned } = WORDS[l];
    return [nothing, quotedTask, quotedOnly, quotedUnanswered, planned + quotedUnanswered].map(withoutStop);
  }),
);

const isOfItsSummary = (text: string): boolean => OF_ITS_SUMMARY.has(withoutStop(text));

export function carriedFrom(given: string, source: number): CarriedText {
  const { text } = maskSecrets(given);
  const json = ofJson(text, source);
  if (json) return json;
  const lines: CarriedLine[] = [];
  let language: Language | null = null;
  let section: Section = 'state';
  let isProse = false;
  let title = '';
  let under = 0;
  const put = (words: string): void => {
    under += 1;
    if (words !== '' && !isOfItsSummary(words)) lines.push({ section, text: words, source });
  };
  const close = (): void => {
    const only = lines.at(-1);
    if (title !== '' && under === 1 && only && !only.text.startsWith(`${title}: `)) lines.push({ ...lines.pop()!, text: `${title}: ${only.text}` });
    title = '';
    under = 0;
  };
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || MARKUP.test(line) || PREAMBLE.test(line)) continue;
    const tag = TAG.exec(line);
    if (tag) {
      section = tag[1] === '' ? (QUOTED[tag[2]!] ?? sectionOfLead(tag[2]!.replace(/[_-]/g, ' ')) ?? section) : 'state';
      continue;
    }
    const [, marks, hashed] = HEADING.exec(line) ?? [];
    const heading = hashed ?? BOLD_LINE.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      const known = ours.get(heading);
      if (!known) title = heading;
      const led = known?.section ?? sectionOfLead(heading);
      if (known) language = known.language;
      if (led) section = led;
      else if (marks === undefined || marks.length > 2) put(heading);
      else section = 'state';
      continue;
    }
    const opened = prose(line);
    if (opened) [language, section, isProse] = [opened.language, opened.section, true];
    put(opened ? opened.rest : (BULLET.exec(line)?.[1] ?? line));
  }
  close();
  return { lines, language, prose: isProse, ours: language !== null };
}

function prose(line: string): { readonly language: Language; readonly section: Section; readonly rest: string } | null {
  for (const language of LANGUAGES) {
    for (const section of SECTIONS) {
      const start = WORDS[language].plain[section];
      if (line.startsWith(start.trimEnd())) return { language, section, rest: line.slice(start.trimEnd().length).trim() };
    }
  }
  return null;
}

/** A summary in the form of one JSON object of lists; null for other text. */
function ofJson(text: string, source: number): CarriedText | null {
  const start = text.indexOf('{');
  if (start < 0 || !/^(?:\s|<[\w-]+>|```(?:json)?)*\{/.test(text.slice(0, start + 1))) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, text.lastIndexOf('}') + 1));
  } catch {
    // It only starts like JSON.
    return null;
  }
  const lines: CarriedLine[] = [];
  for (const [key, given] of Object.entries(value as Record<string, unknown>)) {
    const section = SECTIONS.find((s) => JSON_KEYS[s] === key) ?? sectionOfLead(key.replace(/_/g, ' ')) ?? 'state';
    for (const item of Array.isArray(given) ? given : [given])
      if (typeof item === 'string' && item.trim() !== '' && !isOfItsSummary(item.trim())) lines.push({ section, text: item.trim(), source });
  }
  return { lines, language: null, prose: false, ours: SECTIONS.some((section) => JSON_KEYS[section] in (value as object)) };
}

/** One of our lists, with its items; null for every other line. */
export function listIn(text: string): { readonly key: ListKey; readonly items: readonly string[] } | null {
  for (const language of LANGUAGES) {
    for (const key of LIST_KEYS) {
      const label = WORDS[language][key];
      if (!text.startsWith(label)) continue;
      const rest = text.slice(label.length);
      return { key, items: rest.split(rest.includes('; ') ? '; ' : ', ') };
    }
  }
  return null;
}

export function withoutRepeats(lines: readonly CarriedLine[]): readonly CarriedLine[] {
  const figures = (text: string): string =>
    /\d/.test(text) && /\p{L}{2}.*\p{L}{2}/u.test(text) ? text.toLowerCase().replace(/\d+(?:[.,:]\d+)*/g, '#') : text;
  const latest = new Map<string, CarriedLine>();
  const key = (line: CarriedLine): string => `${line.section} ${figures(line.text)}`;
  for (const line of lines) {
    const known = latest.get(key(line));
    // Within one summary figures distinguish lines: `WP1 …`, `WP2 …`.
    if (!known || known.source !== line.source) latest.set(key(line), line);
  }
  const said = new Set<string>();
  return lines.filter((line) => {
    const exact = `${line.section} ${line.text}`;
    const superseded = latest.get(key(line))!.source !== line.source && latest.get(key(line))!.text !== line.text;
    if (superseded || said.has(exact)) return false;
    said.add(exact);
    return true;
  });
}

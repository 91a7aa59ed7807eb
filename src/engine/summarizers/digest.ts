/**
 * What a message can contribute to a summary: candidate lines, what its calls did and how its results ended, names, language. Made once per
 * message and remembered with it, so that summarising a range only selects.
 */
import { remembered } from '../signals/remember.ts';
import { findErrorLines, wordFacts } from '../signals/facts/index.ts';
import { itemTypeOf } from '../signals/structure.ts';
import { hasFailed, resultText } from '../signals/outcomes.ts';
import { maskSecrets, SECRET_KINDS } from '../signals/secrets.ts';
import { cutAtSentence, headOf } from '../signals/sentences.ts';
import { readJson } from '../transcript/transcript-json.ts';
import type { Message } from '../transcript/types.ts';
import { type CallDigest, digestCall } from './calls.ts';
import {
  ANNOUNCEMENT,
  APPROVAL,
  carriedFrom,
  CAUSE,
  CORRECTION,
  DECISION,
  DONE,
  FINDING,
  impersonal,
  INTENTION,
  NEXT,
  POINTS_BACK,
  POLITE,
  REQUESTS,
  REVEALS,
  RULE,
  RULE_OF_USER,
  sectionOfLead,
  substance,
  TEST_COUNT,
  TEST_OUTCOME,
  THANKS,
  TOOL_NOISE,
} from './merge.ts';
import { aroundPaste, isOutputLine, MAX_STATEMENT, readable, type Section, type Statement, statementsOf } from './summary-statements.ts';

export type LineKind =
  | 'request'
  | 'rule'
  | 'decision'
  | 'finding'
  | 'error'
  | 'done'
  | 'said'
  | 'next'
  | 'todo'
  | 'question'
  | 'doing'
  | 'earlier'
  | 'output';

export interface Candidate {
  readonly text: string;
  readonly full?: string;
  readonly kind: LineKind;
  readonly section: Section;
  readonly weight: number;
  readonly cause?: boolean;
  readonly tests?: boolean;
  readonly facts?: readonly string[];
}

const MAX_OPENING = 600;
const MAX_REQUEST = 240;
const MAX_ERROR = 170;
const MAX_SPOKEN = 160;
const MIN_REQUEST = 3;
const MIN_BESIDES_YES = 6;
/** Penalty of a line that is not understandable alone. */
const UNCLEAR = 0.5;

function line(text: string, limit: number): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:!?)\]，。；：、！？）】]+|[\s,;，；、]+$/g, '')
    .trim();
  const cut = cutAtSentence(flat, limit);
  return cut.length < flat.length && !/[.!?。！？…]$/.test(cut) ? `${cut} …` : cut;
}

/** Distinct facts of a text; a failure that fills the line does not count. */
export const factsIn = (text: string): string[] => [...new Set(wordFacts(text).map((fact) => fact.text))];
const factBonus = (found: number): number => (found === 0 ? 0 : 0.25 + 0.15 * Math.min(6, found));

function candidate(text: string, kind: LineKind, section: Section, weight: number, limit = MAX_STATEMENT): Candidate | null {
  const shown = line(text, limit);
  if (shown.length < 3) return null;
  const unclear = kind !== 'request' && kind !== 'rule' && POINTS_BACK.test(shown) ? UNCLEAR : 0;
  const told = kind === 'done' || kind === 'said' || kind === 'finding';
  const facts = factsIn(shown);
  return {
    text: shown,
    kind,
    section,
    weight: weight + factBonus(facts.length) - unclear,
    ...(facts.length > 0 && { facts }),
    ...(told && TEST_COUNT.test(shown) && { tests: true }),
  };
}

const MASK = new RegExp(`\\[(?:${SECRET_KINDS.join('|')})\\]`, 'g');
export const masksIn = (text: string): number => (text.includes('[') ? (text.match(MASK)?.length ?? 0) : 0);

const slight = (text: string): boolean => text.length < 12 || substance(text) < 3;
const isQuestion = (text: string): boolean => /[?？]$/.test(text);

function requestOf(statements: readonly Statement[], limit: number): string {
  let request = '';
  const said = new Set<string>();
  for (const { text } of statements) {
    if (THANKS.test(text) || said.has(text)) continue;
    said.add(text);
    if (request !== '' && request.length + text.length > limit) break;
    request += request === '' ? text : `${/[\p{P}]$/u.test(request) ? ' ' : '; '}${text}`;
  }
  return request;
}

export const spokenIn = (statements: readonly Statement[]): string => line(requestOf(statements, MAX_SPOKEN), MAX_SPOKEN);

export function* fromUser(text: string, statements: readonly Statement[]): Iterable<Candidate | null> {
  const request = requestOf(statements, MAX_REQUEST);
  const worth = substance(request);
  if (worth >= (APPROVAL.test(request) && !/[?？]/.test(request) ? MIN_BESIDES_YES : MIN_REQUEST)) {
    const short = candidate(request, 'request', 'task', 1.9 + Math.min(0.8, worth / 25), MAX_REQUEST);
    const full = requestOf(statements, MAX_OPENING);
    yield short && (full.length > request.length || request.length > MAX_REQUEST ? { ...short, full: line(full, MAX_OPENING) } : short);
  }
  for (let i = 0; i < statements.length; i++) {
    const { text: statement, box } = statements[i]!;
    if (box === 'open') yield candidate(statement, 'todo', 'next', 2.6);
    else if (isQuestion(statement) || substance(statement) < 3) continue;
    else if (CORRECTION.test(statement)) {
      // The next sentence often states what holds instead.
      const next = statements[i + 1]?.text ?? '';
      const both = next !== '' && !isQuestion(next) && statement.length + next.length < MAX_STATEMENT ? `${statement} ${next}` : statement;
      yield candidate(both, 'rule', 'context', 3.5);
    } else if (RULE_OF_USER.test(statement)) yield candidate(statement, 'rule', 'context', 2.9);
    // Anything else a person says is worth more than what an agent looks up, if there is room.
    else if (!slight(statement) && !THANKS.test(statement)) yield candidate(statement, 'said', 'task', 0.6);
  }
  const error = findErrorLines(text).find((found) => !found.bare && found.text.length > 12);
  if (error) yield candidate(error.text, 'error', 'discoveries', 1.9, MAX_ERROR);
}

export function* fromAssistant(text: string, final: boolean): Iterable<Candidate | null> {
  const statements = statementsOf(text);
  const more = final ? 0.4 : 0;
  let revealed = false;
  for (let i = 0; i < statements.length; i++) {
    const { text: statement, lead, heading, box } = statements[i]!;
    const said = impersonal(statement);
    const last = i === statements.length - 1;
    const reveals = revealed;
    revealed = REVEALS.test(statement);
    if (box) yield box === 'open' ? candidate(said, 'todo', 'next', 2.6) : candidate(said, 'done', 'state', 1.7);
    else if (isQuestion(statement) || REQUESTS.test(statement)) {
      if (last && substance(statement) >= 3 && !POLITE.test(statement)) yield candidate(statement, 'question', 'next', 2);
    } else if (ANNOUNCEMENT.test(statement)) {
      // An announcement becomes worthless with its step, unless the range ends here; the reason before a step does not.
      if (FINDING.test(statement) && statement.length > 60) yield candidate(said, 'finding', 'discoveries', 1.2 + more);
      else if (i >= statements.length - 2 && !slight(statement) && INTENTION.test(statement) && !POLITE.test(statement))
        yield candidate(statement, 'doing', 'next', 1.8);
    } else if (!slight(statement)) yield told(said, lead, heading, more, reveals);
  }
}

function told(said: string, lead: string, heading: string, more: number, reveals: boolean): Candidate | null {
  if (reveals) return cause(candidate(said, 'finding', 'discoveries', 2.6 + more));
  const section = sectionOfLead(lead) ?? (NEXT.test(said) ? 'next' : null) ?? sectionOfLead(heading);
  if (section === 'next') return candidate(said, 'next', 'next', 2.3 + more);
  if (DECISION.test(said) || RULE.test(said)) return candidate(said, 'decision', 'context', 1.9 + more);
  if (FINDING.test(said)) {
    const finding = candidate(said, 'finding', 'discoveries', 2.1 + more);
    return CAUSE.test(said) ? cause(finding) : finding;
  }
  if (section === 'context') return candidate(said, 'decision', 'context', 1.5 + more);
  if (section === 'discoveries') return candidate(said, 'said', 'discoveries', 1.6 + more);
  if (DONE.test(said) || section === 'state') return candidate(said, 'done', 'state', 1.7 + more);
  return candidate(said, 'said', 'state', 0.7 + more);
}

const cause = (found: Candidate | null): Candidate | null => found && { ...found, cause: true };

export function* fromSummary(text: string): Iterable<Candidate | null> {
  const { lines, ours } = carriedFrom(text, 0);
  if (ours) {
    for (const { section, text: said } of lines) {
      if (section !== 'next' && RULE_OF_USER.test(said)) yield candidate(said, 'rule', 'context', 3.4);
      else yield candidate(said, section === 'next' ? 'next' : 'earlier', section, section === 'task' ? 5 : 2.7);
    }
    return;
  }
  for (const { text: statement, lead, heading, box } of statementsOf(text)) {
    if (statement.length < 8) continue;
    if (RULE_OF_USER.test(statement)) {
      yield candidate(statement, 'rule', 'context', 3.4);
      continue;
    }
    const section = box === 'open' ? 'next' : (sectionOfLead(heading) ?? sectionOfLead(lead) ?? 'state');
    yield candidate(statement, section === 'next' ? 'next' : 'earlier', section, section === 'task' ? 5 : 2.7);
  }
}

export function* fromNote(text: string): Iterable<Candidate | null> {
  for (const { text: statement } of statementsOf(text)) if (!slight(statement)) yield candidate(statement, 'finding', 'discoveries', 2.6);
}

const errorWords = (text: string): string =>
  text.replace(
    /^\{\s*"error"\s*:\s*"([^"]+)"\s*(?:,\s*"(?:message|detail|reason)"\s*:\s*"((?:[^"\\]|\\.)*)")?.*$/s,
    (_, name: string, message?: string) => (message ? `${name}: ${message.replace(/\\(.)/g, '$1')}` : name),
  );

const SETTING = /^"?error"?\s*:\s*"[^"{}]*",?$/;
export function* fromResult(text: string, failed: boolean): Iterable<Candidate | null> {
  const errors = findErrorLines(text).filter((error) => !error.bare && !TOOL_NOISE.test(error.text) && !SETTING.test(error.text));
  // The first failure is more often the cause than its consequences; the last line of a stack trace names it.
  const picked = errors.length > 3 ? [errors[0]!, errors.at(-1)!] : errors.slice(0, 1);
  for (const error of picked) yield candidate(errorWords(error.text), 'error', 'discoveries', failed ? 1.6 : 1, MAX_ERROR);
  if (failed && picked.length === 0 && !TOOL_NOISE.test(text.slice(0, 2000))) {
    const first = text.split('\n', 20).find((l) => l.trim().length > 8);
    if (first && !isOutputLine(first)) yield candidate(first, 'error', 'discoveries', 1.2, MAX_ERROR);
  }
}

const WORD = /[\p{L}\p{N}_]+/gu;
export const HAN = /\p{Script=Han}/u;

export function wordsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (HAN.test(word)) for (let i = 0; i < word.length - 1; i++) found.add(word.slice(i, i + 2));
    else found.add(word);
  }
  return found;
}

export function withoutFigures(text: string): string {
  if (!/\d/.test(text)) return '';
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}_]*/gu) ?? [];
  return words.length < 3 ? '' : [...new Set(words)].sort().join(' ');
}

export const factKey = (text: string): string =>
  /[/\\]/.test(text)
    ? (text
        .replace(/[/\\]+$/, '')
        .split(/[/\\]/)
        .at(-1) ?? text)
    : text;

export function numbering(): { readonly texts: string[]; number(text: string): number } {
  const texts: string[] = [];
  const known = new Map<string, number>();
  return {
    texts,
    number(text) {
      let at = known.get(text);
      if (at === undefined) {
        at = texts.push(text) - 1;
        known.set(text, at);
      }
      return at;
    },
  };
}

/** Numbers of words: contexts that begin with the same message share them, so that knowledge of a line holds in all of them. */
type Vocabulary = ReturnType<typeof numbering>;
const vocabularies = new WeakMap<Message, Vocabulary>();

export function vocabularyOf([first]: readonly Message[]): Vocabulary {
  const known = first && vocabularies.get(first);
  const words = known ?? numbering();
  if (first) vocabularies.set(first, words);
  return words;
}

export interface Reading {
  terms: Int32Array;
  vocabulary: Vocabulary;
  readonly facts: readonly string[];
  readonly figureless: string;
}
const readings = new WeakMap<Candidate, Reading>();

export function readingOf(line: Candidate, vocabulary: Vocabulary): Reading {
  const { text, facts = [] } = line;
  const termsIn = (): Int32Array => Int32Array.from(wordsIn(text), vocabulary.number);
  let reading = readings.get(line);
  if (!reading) {
    reading = { terms: termsIn(), vocabulary, facts: [...new Set(facts.map(factKey))], figureless: withoutFigures(text) };
    readings.set(line, reading);
  } else if (reading.vocabulary !== vocabulary) {
    reading.terms = termsIn();
    reading.vocabulary = vocabulary;
  }
  return reading;
}

// The result of a call as part of a line: short answers verbatim, JSON by its first plain values.

const MAX_GIST = 200;
const MAX_VALUE = 60;
const MAX_RESULT = 8000;
const MAX_LINES = 3;
const MAX_DEPTH = 3;
const EMPTY =
  /^(?:ok|done|success\w*|true|null|none|\(?no (?:output|content|result)s?\)?|command (?:executed|completed|ran) success\w*|todos have been|the file .{1,300} has been|successfully (?:replaced|wrote|created|updated|edited)|file (?:created|written|updated|saved))\b/i;

function* plainValues(value: unknown, name: string, depth: number): Iterable<string> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const text = String(value).replace(/\s+/g, ' ').trim();
    if (text !== '' && text.length <= MAX_VALUE) yield name === '' ? text : `${name}: ${text}`;
  } else if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string' || typeof item === 'number')) yield* plainValues(value.slice(0, 6).join(' / '), name, depth);
    else for (const item of value.slice(0, 3)) yield* plainValues(item, name, depth + 1);
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    const entries = Object.entries(value);
    for (const [key, inner] of entries) if (typeof inner !== 'object') yield* plainValues(inner, key, depth + 1);
    for (const [key, inner] of entries) if (typeof inner === 'object') yield* plainValues(inner, key, depth + 1);
  }
}

function ofJson(text: string): string {
  const value = readJson(text);
  let gist = '';
  for (const pair of plainValues(value, '', 0)) {
    if (gist.length + pair.length > MAX_GIST) break;
    gist += gist === '' ? pair : `, ${pair}`;
  }
  return gist;
}

export function gistOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_RESULT || EMPTY.test(trimmed)) return '';
  if (/^[{[]/.test(trimmed)) return ofJson(trimmed);
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > MAX_LINES || trimmed.length > MAX_GIST || !/[\p{L}\d]{2}/u.test(trimmed)) return '';
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('; ');
}

export interface Digest {
  readonly candidates: readonly Candidate[];
  readonly calls: readonly { readonly id: string; readonly digest: CallDigest }[];
  readonly results: readonly { readonly callId: string; readonly failed: boolean; readonly gist: string }[];
  readonly testRun: string;
  readonly names: readonly string[];
  readonly final: boolean;
  /** The person's request; an acknowledgement (`ok, continue`) is not one. */
  readonly asks: boolean;
  readonly spoken: string;
  readonly han: number;
  readonly letters: number;
}

const MAX_PER_MESSAGE = 10;
const MAX_OF_PERSON = 20;
const MAX_OF_SUMMARY = 60;
const MAX_NAMES = 16;
const NAMES_IN_ARGS = 3000;
const LANGUAGE_SAMPLE = 2000;
const MAX_TEST_RUN = 100;
const TEST_LINES = 40;

function testRunIn(text: string): string {
  if (!TEST_OUTCOME.test(text)) return '';
  const counts = text
    .split('\n')
    .slice(-TEST_LINES)
    .filter((line) => line.length < 3 * MAX_TEST_RUN && TEST_OUTCOME.test(line));
  const line = counts.findLast((l) => /\btests?\b/i.test(l) && !/\bfiles?\b|suites?/i.test(l)) ?? counts.at(-1) ?? '';
  return headOf(line.replace(/[=─━\s]+/g, ' ').trim(), MAX_TEST_RUN);
}

const LETTER = /\p{L}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NAME = /^(?:[A-Za-z_][\w-]*|#(?:[A-Z]\d{4,9}|\d{2,5}|\d{7}))$/;
const KEY = /^\\?"\s?:/;

/** What a character is, as flags; 0 = not asked yet. */
const ASKED = 1;
const IS_LETTER = 2;
const IS_KANA = 4;
const IS_HAN = 8;
const asked = new Uint8Array(1 << 16);

const flagsOf = (character: string): number =>
  ASKED | (LETTER.test(character) ? IS_LETTER : 0) | (KANA.test(character) ? IS_KANA : 0) | (HAN.test(character) ? IS_HAN : 0);

/** Letters of a text, and Chinese ones among them: Japanese uses them too, but never without kana. */
export function lettersIn(text: string): { readonly letters: number; readonly han: number } {
  let letters = 0;
  let kana = 0;
  let han = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    let flags = asked[unit]!;
    const point = flags === 0 ? text.codePointAt(i)! : 0;
    if (point > 0xffff) {
      flags = flagsOf(String.fromCodePoint(point));
      i++;
    } else if (flags === 0) {
      flags = flagsOf(String.fromCharCode(unit));
      if ((unit & 0xfc00) !== 0xd800) asked[unit] = flags;
    }
    if (flags === ASKED) continue;
    if ((flags & IS_LETTER) !== 0) letters++;
    if ((flags & IS_KANA) !== 0) kana++;
    if ((flags & IS_HAN) !== 0) han++;
  }
  return { letters, han: kana < 0.1 * letters ? han : 0 };
}

export const digestOf = remembered((message: Message): Digest => make(message));

function make(message: Message): Digest {
  const { role, parts, synthetic } = message;
  const candidates: Candidate[] = [];
  const calls: { id: string; digest: CallDigest }[] = [];
  const results: Digest['results'][number][] = [];
  const names = new Set<string>();
  let testRun = '';
  let spoken = '';
  let han = 0;
  let letters = 0;
  // Results that agents without native tool calls send in the person's name, and preambles of a harness.
  const type = itemTypeOf(message);
  const summary = type === 'COMPACTION_SUMMARY';
  const injected = synthetic === true || type === 'MEMORY' || type === 'SKILL_PROMPT' || type === 'SKILL_METADATA';
  let final =
    role === 'assistant' && parts.every((part) => part.type !== 'tool-call') && parts.some((part) => part.type === 'text' && part.text.trim() !== '');
  const offer = (lines: Iterable<Candidate | null>): void => {
    for (const found of lines) if (found) candidates.push(found);
  };
  const addNames = (text: string): void => {
    for (const { kind, text: name, end } of wordFacts(text)) {
      if (kind === 'identifier' && names.size < MAX_NAMES && NAME.test(name) && !KEY.test(text.slice(end, end + 3))) names.add(name);
    }
  };
  for (const part of parts) {
    if (part.type === 'text') {
      const { text } = maskSecrets(readable(part.text));
      if (role !== 'tool') {
        const found = lettersIn(text.slice(0, LANGUAGE_SAMPLE));
        letters += found.letters;
        han += found.han;
      }
      if (summary) offer(fromSummary(text));
      else if (role === 'user' && type === 'TOOL_RESULT') offer(fromResult(text, false));
      else if (role === 'user' && !injected) {
        const statements = statementsOf(aroundPaste(text));
        spoken ||= spokenIn(statements);
        offer(fromUser(text, statements));
      } else if (role === 'assistant') offer(fromAssistant(text, final));
      if (!injected || summary) addNames(text);
    } else if (part.type === 'tool-call') {
      const digest = digestCall(part);
      calls.push({ id: part.id, digest });
      if (digest.note !== undefined) offer(fromNote(digest.note));
      if (digest.report) {
        offer(fromAssistant(digest.report, true));
        final = true;
      }
      if (!digest.open) addNames(part.args.slice(0, NAMES_IN_ARGS));
    } else if (part.type === 'tool-result') {
      const { text } = maskSecrets(readable(resultText(part)));
      const failed = hasFailed(part, text);
      results.push({ callId: part.callId, failed, gist: failed ? '' : gistOf(text) });
      testRun = testRunIn(text) || testRun;
      offer(fromResult(text, failed));
    }
  }
  return {
    candidates: heaviest(candidates, summary ? MAX_OF_SUMMARY : role === 'user' ? MAX_OF_PERSON : MAX_PER_MESSAGE),
    calls,
    results,
    testRun,
    names: [...names],
    final,
    asks: candidates.some((c) => c.kind === 'request'),
    spoken,
    han,
    letters,
  };
}

function heaviest(candidates: readonly Candidate[], most: number): readonly Candidate[] {
  if (candidates.length <= most) return candidates;
  const always = (c: Candidate): boolean => c.kind === 'request' || c.kind === 'todo' || c.kind === 'question' || c.kind === 'doing';
  const others = candidates.filter((c) => !always(c)).sort((a, b) => b.weight - a.weight);
  const kept = new Set(others.slice(0, most));
  return candidates.filter((c) => always(c) || kept.has(c));
}

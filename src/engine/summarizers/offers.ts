/** Candidate lines of a text with kind, section and weight, depending on its author. */
import { findErrorLines, wordFacts } from '../signals/facts/index.ts';
import { SECRET_KINDS } from '../signals/secrets.ts';
import { cutAtSentence } from '../signals/sentences.ts';
import {
  ANNOUNCEMENT,
  APPROVAL,
  CAUSE,
  CORRECTION,
  DECISION,
  DONE,
  FINDING,
  INTENTION,
  impersonal,
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
  THANKS,
  TOOL_NOISE,
} from './lexicon.ts';
import { carriedFrom } from './merge.ts';
import { isOutputLine, MAX_STATEMENT, type Statement, statementsOf } from './summary-statements.ts';
import type { Section } from './summary-words.ts';

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

export function* fromUser(text: string, statements: readonly Statement[]): Generator<Candidate | null> {
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

export function* fromAssistant(text: string, final: boolean): Generator<Candidate | null> {
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

export function* fromSummary(text: string): Generator<Candidate | null> {
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

export function* fromNote(text: string): Generator<Candidate | null> {
  for (const { text: statement } of statementsOf(text)) if (!slight(statement)) yield candidate(statement, 'finding', 'discoveries', 2.6);
}

const errorWords = (text: string): string =>
  text.replace(
    /^\{\s*"error"\s*:\s*"([^"]+)"\s*(?:,\s*"(?:message|detail|reason)"\s*:\s*"((?:[^"\\]|\\.)*)")?.*$/s,
    (_, name: string, message?: string) => (message ? `${name}: ${message.replace(/\\(.)/g, '$1')}` : name),
  );

const SETTING = /^"?error"?\s*:\s*"[^"{}]*",?$/;
export function* fromResult(text: string, failed: boolean): Generator<Candidate | null> {
  const errors = findErrorLines(text).filter((error) => !error.bare && !TOOL_NOISE.test(error.text) && !SETTING.test(error.text));
  // The first failure is more often the cause than its consequences; the last line of a stack trace names it.
  const picked = errors.length > 3 ? [errors[0]!, errors.at(-1)!] : errors.slice(0, 1);
  for (const error of picked) yield candidate(errorWords(error.text), 'error', 'discoveries', failed ? 1.6 : 1, MAX_ERROR);
  if (failed && picked.length === 0 && !TOOL_NOISE.test(text.slice(0, 2000))) {
    const first = text.split('\n', 20).find((l) => l.trim().length > 8);
    if (first && !isOutputLine(first)) yield candidate(first, 'error', 'discoveries', 1.2, MAX_ERROR);
  }
}

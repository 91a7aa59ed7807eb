/**
 * What a message can contribute to a summary: candidate lines, what its calls did and how its results ended, names, language. Made once per
 * message and remembered with it, so that summarising a range only selects.
 */
import { wordFacts } from '../signals/facts/index.ts';
import { hasFailed, resultText } from '../signals/outcomes.ts';
import { itemTypeOf } from '../signals/item-type.ts';
import { maskSecrets } from '../signals/secrets.ts';
import { headOf } from '../signals/sentences.ts';
import type { Message } from '../transcript/types.ts';
import { type CallDigest, digestCall } from './calls.ts';
import { readJson } from '../transcript/transcript-json.ts';
import { TEST_OUTCOME } from './lexicon.ts';
import { type Candidate, fromAssistant, fromNote, fromResult, fromSummary, fromUser, spokenIn } from './offers.ts';
import { HAN } from './readings.ts';
import { aroundPaste, readable, statementsOf } from './summary-statements.ts';

// The result of a call as part of a line: short answers verbatim, JSON by its first plain values.

const MAX_GIST = 200;
const MAX_VALUE = 60;
const MAX_RESULT = 8000;
const MAX_LINES = 3;
const MAX_DEPTH = 3;
const EMPTY =
  /^(?:ok|done|success\w*|true|null|none|\(?no (?:output|content|result)s?\)?|command (?:executed|completed|ran) success\w*|todos have been|the file .{1,300} has been|successfully (?:replaced|wrote|created|updated|edited)|file (?:created|written|updated|saved))\b/i;

function* plainValues(value: unknown, name: string, depth: number): Generator<string> {
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

const cache = new WeakMap<Message, Digest>();

export function digestOf(message: Message): Digest {
  let digest = cache.get(message);
  if (!digest) {
    digest = make(message);
    cache.set(message, digest);
  }
  return digest;
}

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

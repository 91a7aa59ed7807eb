/** All facts of a text: the one extractor of every measure (docs/facts.md#kinds). */
import type { Fact, FactKind } from '../contract.ts';
import { codesOf } from '../codes.ts';
import { findErrorLines } from './errors.ts';
import { asFact, type FactPlace, type NameOccurrence, namedAt } from './fact-names.ts';
import { factsOfWords } from './fact-words.ts';
import type { Slice } from '../../lib/lib-steps.ts';
import { findCommands } from './fact-commands.ts';
import { isCodeLine } from '../code-lines.ts';
import { safeCut } from '../sentences.ts';
import { type Signs, signsOf } from './signs.ts';
import { findNumbers } from './fact-numbers.ts';

// Facts for the built-in summariser and the strategies: single words, and lines that report a failure.

/** Distinguished by measures only. */
const COARSE: Readonly<Partial<Record<FactKind, FactKind>>> = { version: 'number', hash: 'identifier', ticket: 'identifier' };

export function wordFacts(text: string): Fact[] {
  const words: NameOccurrence[] = [];
  factsOfWords(text, codesOf(text), words, false);
  return words.map(({ name, start, end }) => ({ kind: COARSE[name.kind] ?? name.kind, text: name.text, start, end }));
}

export function basicFacts(text: string): Fact[] {
  const facts = wordFacts(text);
  const errors = findErrorLines(text);
  if (errors.length === 0) return facts;
  for (const { text: shown, start, end } of errors) facts.push({ kind: 'error', text: shown, start, end });
  return facts.sort((x, y) => x.start - y.start || y.end - x.end);
}

const REACH = 200;
const BEFORE_SIGN = 200;
const MIN_LENGTH = 12;
const MIN_LENGTH_HAN = 6;

const START = '(?:[\\n.!?:]|\\\\n|^) ?[-*>]{0,2} ?';
/** Words of a decision. A plan for the next step (`I'll use grep to look`) decides nothing. */
const TRIGGER = new RegExp(
  [
    "\\b(?:we|i|they|you|he|she|team|was|were|been|have|has|had|it's|is)(?:'ve|'d)? (?:have |then |also |finally |just |both )?(?:decided|agreed|chose|chosen|opted|settled|elected)\\b(?! (?:by|if|whether)\\b)",
    "\\b(?:let's|let us) (?:use|go with|stick (?:with|to)|keep|switch to|settle on|drop)\\b",
    "\\b(?:i'll|i will|i'm|we'll|we will|we're|i'd|we'd) (?:rather )?(?:go(?:ing)? (?:with|for)|stick(?:ing)? (?:with|to)|settle (?:on|for)|opt for)\\b",
    "\\b(?:i'll|i will|we'll|we will|we should|i'd rather|we'd rather|i|we) (?:now )?(?:use|keep|do|store|write|chose|pick|prefer)\\b[^.!?\\n\\\\]{1,80}\\b(?:instead of|rather than)\\b",
    `${START}(?:please )?(?:use|keep|prefer)\\b[^.!?\\n\\\\]{1,80}\\b(?:instead of|rather than)\\b`,
    '\\b(?:we|i) (?:picked|went with|switched to|selected)\\b',
    '\\b(?:final )?decision(?: made)?: ?\\S',
    '\\bdecided (?:to|on|against|that|in favou?r of)\\b',
    '(?:^|[^取来能先会要未没不尚去])决定(?![于因论权性])',
    '(?:我们|最终|最后|所以|因此|这里|统一|改为|我)(?:先|就|都|还是|会|将)?(?:选择|使用)',
    '(?:^|[\\s，,。；;:：*-])(?:选择|选用|采用|改用|确定用|换成)[^，。\\n]{1,40}(?:而不是|而非|代替|替代|，因为|来)',
    '选择[^，。\\n]{1,40}(?:而不是|而非)',
    '采用|改用|选用',
    '(?:用|使用)[^，。\\n]{1,30}(?:代替|替代|取代|而不是|而非)',
  ].join('|'),
  'gi',
);
const OPENS = new RegExp(`^${START}`);
const UNDECIDED =
  /[?？]["”')）]?$|^(?:if|whether|when|unless|should|could|would|shall|do|does|did|can)\b|\b(?:not|never|n't|yet to|to be|cannot|can't) (?:yet |been ){0,2}(?:decide|agree|chosen|choose)|(?:是否|要不要|如果|假如|吗)|未决定|请选择/i;
const ENDS = /[.!?](?=["'”)\]`*]{0,2}(?:\s|$|\\n|"))|[。！？；\n]|\\n/g;
const HAN = /\p{Script=Han}/u;

function sentenceStart(lead: string): number {
  let start = 0;
  for (const { 0: mark, index } of lead.matchAll(ENDS)) start = index + mark.length;
  return start;
}

function findDecisions(text: string, base: number, into: NameOccurrence[], { decision }: Signs): void {
  if (decision < 0) return;
  TRIGGER.lastIndex = Math.max(0, decision - BEFORE_SIGN);
  for (let match = TRIGGER.exec(text); match; match = TRIGGER.exec(text)) {
    const from = safeCut(text, Math.max(0, match.index - REACH));
    const opens = OPENS.exec(match[0])?.[0].length ?? 0;
    const a = from + sentenceStart(text.slice(from, match.index + opens));
    const tail = text.slice(match.index + match[0].length, safeCut(text, match.index + match[0].length + REACH));
    const end = tail.search(ENDS);
    const closed = end >= 0 && !/[\n\\]/.test(tail[end]!);
    const b = match.index + match[0].length + (end < 0 ? tail.length : closed ? end + 1 : end);
    TRIGGER.lastIndex = Math.max(b, match.index + 1);
    const raw = text.slice(a, b);
    const lead = /^(?:\s|[-*+#>|"]|\d{1,2}[.)、]|\[[ xX]\])*/.exec(raw)![0].length;
    const shown = raw.slice(lead).trimEnd();
    if (shown.length < (HAN.test(shown) ? MIN_LENGTH_HAN : MIN_LENGTH) || UNDECIDED.test(shown) || isCodeLine(shown)) continue;
    into.push(namedAt('decision', text, a + lead, a + lead + shown.length, base));
  }
}

// Exit codes of programs, in the words of shells, agents and servers.

const EXIT =
  /(?:\bexit(?:ed|s)? (?:with )?(?:code|status):?|\bexit(?:ed|s)? with|\bexited|\bexit_?(?:code|status)"?|\breturn_?code"?>?|\bcommand failed with code|退出码|退出状态码?|返回码)\s{0,2}[:=>为是：]?\s{0,2}(-?\d{1,3})(?!\.?\d)/gi;

function findExitCodes(text: string, base: number, into: NameOccurrence[], { exit }: Signs): void {
  if (exit < 0) return;
  EXIT.lastIndex = exit;
  for (let match = EXIT.exec(text); match; match = EXIT.exec(text)) into.push(namedAt('exit-code', text, match.index, EXIT.lastIndex, base));
}

/** Characters read between two opportunities to pause, about a millisecond of work. */
const SLICE = 1 << 14;
const MAX_SLICE = 1 << 15;

const BREAK = /[\s"'`<>()[\]{},;|，。；：！？、（）《》“”]/;

/** End of the slice that begins at `from`, and start of the next: at a line's end, else after a blank or another mark. */
function sliceAt(text: string, from: number): { readonly to: number; readonly next: number } {
  const { length } = text;
  if (length - from <= MAX_SLICE) return { to: length, next: length };
  const window = text.slice(from + SLICE, from + MAX_SLICE);
  const ends = [window.indexOf('\n'), window.search(/\s/), window.search(BREAK)];
  const found = ends.find((end) => end >= 0);
  if (found !== undefined) return { to: from + SLICE + found + 1, next: from + SLICE + found + 1 };
  let to = from + SLICE;
  while (to > from && !BREAK.test(text[to - 1]!)) to--;
  const rest = text.slice(from + MAX_SLICE).search(BREAK);
  return { to, next: rest < 0 ? length : from + MAX_SLICE + rest };
}

const isKey = (text: string, { name, start, end }: NameOccurrence): boolean =>
  name.kind === 'identifier' && text[end] === '"' && text[start - 1] === '"' && /^"\s{0,4}:/.test(text.slice(end, end + 6));

const PAGING = /^"?(?:offset|limit|head_?limit|lines?|(?:start_?|end_?)line|line_?(?:start|end|number))\W/i;
const SHORT_COLOUR = /^#(?:\d{3}|\d{6})$/;
/** `color: #888;` and `"#888"` are no tickets. */
function isColour(text: string, { name, start, end }: NameOccurrence): boolean {
  if (name.kind !== 'ticket' || !SHORT_COLOUR.test(name.text)) return false;
  const after = text[end] ?? '';
  return (
    after === ';' ||
    (/["'`]/.test(after) && text[start - 1] === after) ||
    (/[:\s]\s?$/.test(text.slice(Math.max(0, start - 2), start)) && /^\s?[;}!]/.test(text.slice(end, end + 2)))
  );
}

export function* findNamedSlowly(text: string, place: FactPlace): Generator<Slice, readonly NameOccurrence[]> {
  const facts: NameOccurrence[] = [];
  const seen = { prompt: false, tag: false };
  for (let from = 0; from < text.length; ) {
    const { to, next } = sliceAt(text, from);
    const signs = findInSlice(text, from, to, place, facts);
    seen.prompt ||= signs.prompt;
    seen.tag ||= signs.tag;
    from = next;
    if (from < text.length) yield;
  }
  const commands: NameOccurrence[] = [];
  findCommands(text, place, commands, seen);
  return commands.length === 0 ? facts : [...facts, ...commands].sort(inOrder);
}

function findInSlice(text: string, from: number, to: number, place: FactPlace, into: NameOccurrence[]): Signs {
  const slice = from === 0 && to === text.length ? text : text.slice(from, to);
  const codes = codesOf(slice);
  const signs = signsOf(slice, codes);
  const facts: NameOccurrence[] = [];
  findExitCodes(slice, from, facts, signs);
  const exits = facts.slice();
  const words: NameOccurrence[] = [];
  factsOfWords(slice, codes, words, true, from);
  const named: NameOccurrence[] = [];
  for (const fact of words) {
    if (fact.name.kind === 'number' || isColour(text, fact) || (place === 'arguments' && isKey(text, fact))) continue;
    named.push(fact);
    facts.push(fact);
  }
  const numbers: NameOccurrence[] = [];
  findNumbers(slice, codes, exits.length === 0 ? named : [...named, ...exits].sort(inOrder), from, numbers);
  for (const fact of numbers) if (place !== 'arguments' || !PAGING.test(fact.name.text)) facts.push(fact);
  findDecisions(slice, from, facts, signs);
  for (const { start, end, bare } of findErrorLines(slice, true, signs)) if (!bare) facts.push(namedAt('error', slice, start, end, from));
  for (const fact of facts.sort(inOrder)) into.push(fact);
  return signs;
}

const inOrder = (x: NameOccurrence, y: NameOccurrence): number => x.start - y.start || y.end - x.end;

export function findNamed(text: string, place: FactPlace): readonly NameOccurrence[] {
  const steps = findNamedSlowly(text, place);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Facts in order of their start, the longer first; they may overlap, and the same fact may occur more than once. */
export const findFacts = (text: string, place: FactPlace = 'text'): Fact[] => findNamed(text, place).map(asFact);

// The facts of hindsight recall: those that are repeated when they are needed.

interface RecallFact extends Fact {
  readonly key: string;
}

export function recallFacts(text: string, place: FactPlace = 'text'): RecallFact[] {
  return findNamed(text, place).flatMap((found) => {
    const key = found.name.keyIn('recall', place);
    return key === null ? [] : [{ ...asFact(found), key }];
  });
}

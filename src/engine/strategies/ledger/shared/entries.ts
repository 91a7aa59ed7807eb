/**
 * All candidate entries of a transcript's ledger: a line for each fact with the words around it, under its file or command, and the
 * statements (requests, rules, decisions, errors with their fixes). Made once per transcript.
 */
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { remembered } from '../../../signals/remember.ts';
import { FACT_PLACES, type FactIndex, factIndexOf, kindOfFact, recallFacts } from '../../../signals/facts/index.ts';
import { maskSecrets } from '../../../signals/secrets.ts';
import { headOf, safeCut } from '../../../signals/sentences.ts';
import { structureOf } from '../../../signals/structure.ts';
import type { FileOperation } from '../../../summarizers/calls.ts';
import { digestOf, type LineKind } from '../../../summarizers/digest.ts';
import { type Survey, surveyOf } from '../../../summarizers/survey.ts';
import type { Message, Transcript } from '../../../transcript/types.ts';

export const LEDGER_SECTIONS = ['Asked', 'Decided', 'Errors', 'Files', 'Commands', 'Said'] as const;
export type LedgerSection = (typeof LEDGER_SECTIONS)[number];

export interface LedgerEntry {
  readonly section: LedgerSection;
  readonly head: string;
  readonly text: string;
  readonly facts: readonly number[];
  readonly at: number;
  readonly base: number;
  readonly worth: number;
}

// Parses an earlier ledger among the messages: its entries are carried over unchanged.

export const INTRODUCTION = 'Ledger of the earlier conversation (facts with the words around them; … = left out):';
export const BETWEEN = ' · ';
export const AFTER_HEAD = ' — ';

const HEADED: ReadonlySet<LedgerSection> = new Set(['Files', 'Commands']);

type EarlierEntry = Pick<LedgerEntry, 'section' | 'head' | 'text' | 'at'>;

export function earlierEntries(messages: readonly Message[], header: number): readonly EarlierEntry[] {
  const found: EarlierEntry[] = [];
  for (let at = header; at < messages.length; at++) {
    const [part] = messages[at]!.parts;
    if (messages[at]!.role !== 'user' || part?.type !== 'text' || !part.text.startsWith(INTRODUCTION)) continue;
    let section: LedgerSection = 'Said';
    for (const line of part.text.slice(INTRODUCTION.length).split('\n')) {
      if (line.startsWith('- ')) {
        const [before, ...rest] = HEADED.has(section) ? line.slice(2).split(AFTER_HEAD) : [line.slice(2)];
        const told = rest.length > 0 ? rest.join(AFTER_HEAD).split(BETWEEN) : [section === 'Files' ? '' : before!];
        for (const text of told) found.push({ section, head: rest.length > 0 || section === 'Files' ? before! : '', text, at });
      } else section = LEDGER_SECTIONS.find((name) => line === `${name}:`) ?? section;
    }
  }
  return found;
}

export function textAt({ parts }: Pick<Message, 'parts'>, part: number, piece: number): string {
  const of = parts[part]!;
  switch (of.type) {
    case 'text':
    case 'reasoning':
      return of.text;
    case 'tool-call':
      return of.args;
    case 'tool-result': {
      const inner = of.content[piece];
      return inner?.type === 'text' ? inner.text : '';
    }
    default:
      return '';
  }
}

/** What a person says: by itself, or in an earlier note, not what a harness adds. */
export const isOwnWords = ({ role, synthetic }: Message): boolean => role === 'user' && synthetic !== true;

// Files of a transcript with the operations on each, including those in an earlier ledger.

const OPERATIONS: readonly FileOperation[] = ['created', 'modified', 'deleted', 'read'];
const HEAD = /^(.+) \(((?:created|modified|deleted|read)[^()]*)\)$/;
const DONE = /(created|modified|deleted|read)(?: (\d+)×)?/g;

export interface FileUse {
  readonly path: string;
  readonly at: number;
  readonly head: string;
  readonly changed: boolean;
}

interface Uses {
  at: number;
  readonly times: Map<FileOperation, number>;
}

/** The path in a head; undefined if the head is not a file's. */
export const pathOfHead = (head: string): string | undefined => HEAD.exec(head)?.[1];

export function fileUses(
  { files, touches }: Survey,
  earlier: readonly { readonly head: string; readonly at: number }[],
): ReadonlyMap<string, FileUse> {
  const uses = new Map<string, Uses>();
  const add = (path: string, operation: FileOperation, times: number, at: number): void => {
    const of = uses.get(path) ?? { at, times: new Map<FileOperation, number>() };
    of.times.set(operation, (of.times.get(operation) ?? 0) + times);
    of.at = Math.max(of.at, at);
    uses.set(path, of);
  };
  for (const { head, at } of earlier) {
    const [, path, done = ''] = HEAD.exec(head) ?? [];
    if (path === undefined) continue;
    for (const [, operation, times = '1'] of done.matchAll(DONE)) add(path, operation as FileOperation, Number(times), at);
  }
  for (const [at, list] of touches) for (const { file, operation } of list) add(files[file]!, operation, 1, at);
  return new Map(
    Array.from(uses, ([path, { at, times }]) => [
      path,
      { path, at, head: `${path} (${told(times)})`, changed: !(times.has('read') && times.size === 1) },
    ]),
  );
}

function told(times: ReadonlyMap<FileOperation, number>): string {
  return OPERATIONS.flatMap((operation) => {
    const count = times.get(operation) ?? 0;
    return count === 0 ? [] : [count > 1 && operation !== 'read' ? `${operation} ${count}×` : operation];
  }).join(', ');
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const REACH = 40;
const NEAR = 24;
/** A position further away counts as another line, because arguments and minified files have no lines. */
export const LINE = 160;

const WORD = /[\p{L}\p{N}_]+(?:[./-][\p{L}\p{N}_]+)*/gu;
/** Chinese has no spaces: this many characters are a word or two. */
const LONG = 24;

const NEWLINE = 10;
const BACKSLASH = 92;
const N = 110;

export function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LINE);
  for (let i = at - 1; i >= least; i--) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE || (code === N && text.charCodeAt(i - 1) === BACKSLASH)) return i + 1;
  }
  return least === 0 ? 0 : at - (at % LINE);
}

function afterWords(text: string, words: number): number {
  let end = 0;
  let count = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (count++ === words) break;
    end = index + headOf(word, LONG).length;
    if (word.length > LONG) break;
  }
  return end;
}

function beforeWords(text: string, words: number): number {
  const found = [...text.matchAll(WORD)].slice(text.length === 0 || words === 0 ? Number.POSITIVE_INFINITY : -words);
  let start = text.length;
  for (const { 0: word, index } of found.reverse()) {
    if (word.length > LONG) return start === text.length ? index + safeCut(word, word.length - LONG) : start;
    start = index;
  }
  return start;
}

/** JSON escapes replaced by blanks of the same length, so that their letters do not join a word. */
const blanked = (text: string): string => text.replace(/\\[nrt]/g, '  ');

const tidy = (text: string): string =>
  blanked(text)
    .replace(/\\"|["{}[\]`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([-=*#_.])\1{2,}/g, '$1');

const lineBefore = (text: string): number => Math.max(text.lastIndexOf('\n') + 1, text.includes('\\n') ? text.lastIndexOf('\\n') + 2 : 0);

export function snippetOf(text: string, spans: readonly Span[], words: number): string {
  const pieces: string[] = [];
  let piece = '';
  let at = -1;
  for (const [k, { start, end }] of spans.entries()) {
    if (start < at) continue;
    if (at >= 0 && start - at <= NEAR) piece += tidy(text.slice(at, start));
    else {
      if (at >= 0) pieces.push(piece);
      const from = Math.max(0, at, start - REACH);
      const line = from + lineBefore(text.slice(from, start));
      piece = tidy(text.slice(line + beforeWords(blanked(text.slice(line, start)), words), start));
    }
    piece += text.slice(start, end);
    at = end;
    const next = spans[k + 1]?.start ?? text.length;
    if (next - end <= NEAR && spans[k + 1]) continue;
    const tail = text.slice(end, Math.min(Math.max(end, next), end + REACH));
    const line = tail.search(/\n|\\n/);
    at += afterWords(blanked(line < 0 ? tail : tail.slice(0, line)), words);
    piece += tidy(text.slice(end, at));
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).join(' … ');
}

// Likelihood that a fact is needed again, judged by how often, how recently and by whom it was said.

const TEXT = 1 << FACT_PLACES.indexOf('text');
const ARGUMENTS = 1 << FACT_PLACES.indexOf('arguments');

/**
 * Exponents and factors, chosen by recall on half of the conversations of docs/study.md; no variant that was tried moved it by more than
 * 0.02.
 */
const OFTEN = 0.5;
const LATELY = 0.2;
const CALLED = 0.5;
const SAID = 1.5;
const ASKED = 0.25;

interface FactUses {
  readonly count: Int32Array;
  readonly last: Int32Array;
  readonly weight: Float64Array;
}

/**
 * weight = messages^0.5 × age^−0.2 × (1 + 0.5 if in arguments of a call + 1.5 if the assistant said it + 0.25 if the user did); age =
 * messages since it was last said, from 1. 0 for facts of the header, which stays anyway.
 */
export function usesOf(index: FactIndex, messages: readonly Message[], header: number): FactUses {
  const count = new Int32Array(index.count);
  const last = new Int32Array(index.count);
  const by = new Uint8Array(index.count);
  for (let i = 0; i < messages.length; i++) {
    const { role } = messages[i]!;
    for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
      const id = index.ids[k]!;
      count[id]! += 1;
      last[id] = i;
      const places = index.places[k]!;
      if (places & ARGUMENTS) by[id]! |= 1;
      if (places & TEXT) by[id]! |= role === 'assistant' ? 2 : 4;
    }
  }
  const weight = new Float64Array(index.count);
  for (let id = 0; id < weight.length; id++) {
    if (index.first[id]! < header) continue;
    const whose = 1 + (by[id]! & 1 ? CALLED : 0) + (by[id]! & 2 ? SAID : 0) + (by[id]! & 4 ? ASKED : 0);
    weight[id] = count[id]! ** OFTEN * (messages.length - last[id]!) ** -LATELY * whose;
  }
  return { count, last, weight };
}

export interface LedgerEntries {
  readonly index: FactIndex;
  readonly uses: FactUses;
  readonly entries: readonly LedgerEntry[];
  readonly headFacts: ReadonlyMap<string, readonly number[]>;
}

/** Facts considered, the heaviest first: a ledger has room for a few thousand at most. */
const MOST_FACTS = 12_000;
const MOST_ON_LINE = 8;
const MOST_MENTIONS = 6;
const MOST_STATEMENT = 150;
const MOST_HEAD = 40;

const CHANGED = 4;

/**
 * Value of a statement beside its facts. A person's requests and prohibitions precede names: this costs a hundredth of the recall at 10 %
 * and doubles the constraints kept.
 */
const STATEMENTS: Partial<Readonly<Record<LineKind, { readonly section: LedgerSection; readonly base: number }>>> = {
  request: { section: 'Asked', base: 10 },
  rule: { section: 'Asked', base: 10 },
  decision: { section: 'Decided', base: 3 },
  error: { section: 'Errors', base: 3 },
};

export const MOST_WORDS = 4;
const byWords = Array.from({ length: MOST_WORDS + 1 }, (_, words) => remembered((transcript: Transcript) => make(transcript, words)));

/** `words` = on each side of a fact. */
export const ledgerEntriesOf = (transcript: Transcript, words: number): LedgerEntries => byWords[words]!(transcript);

function make(transcript: Transcript, words: number): LedgerEntries {
  const { messages } = transcript;
  const index = factIndexOf(transcript, 'recall');
  const { header } = structureOf(transcript);
  const uses = usesOf(index, messages, header);
  const survey = surveyOf(messages);
  const entries: LedgerEntry[] = [];
  const earlier = earlierEntries(messages, header);
  const files = fileUses(survey, earlier);
  const wanted = { index, uses, words, without: new Set(earlier.map(({ at }) => at)) };
  for (const { section, head, text, at } of earlier) {
    const file = files.get(pathOfHead(head) ?? '');
    entries.push(entryOf(index, uses, { section, head: file?.head ?? head, text, at, base: 0 }));
  }
  for (const { head, at, changed } of files.values()) {
    if (at < header) continue;
    const entry = entryOf(index, uses, { section: 'Files', head, text: '', at, base: changed ? CHANGED : 0 });
    entries.push({ ...entry, worth: entry.base + sumOf(uses, factsIn(index, head)) });
  }
  statements(survey, wanted, header, entries);
  snippets(transcript, files, wanted, entries);
  const headFacts = new Map<string, readonly number[]>();
  for (const { head } of entries) {
    if (head === '' || headFacts.has(head)) continue;
    headFacts.set(head, factsIn(index, head));
  }
  const density = (e: LedgerEntry): number => e.worth / ((e.text.length || e.head.length) + 8);
  return { index, uses, headFacts, entries: entries.sort((a, b) => density(b) - density(a) || a.at - b.at) };
}

const MOST_TEXTS = 25_000;

function perText<T>(make: (text: string) => T): (text: string) => T {
  const known = new BoundedMap<string, T>(MOST_TEXTS);
  return (text) => known.getOrMake(text, () => make(text));
}

const keysIn = perText((text): readonly string[] => [...new Set(recallFacts(text).map(({ key }) => key))]);

interface EntryText {
  readonly text: string;
  readonly keys: readonly string[];
}
const shownOf = perText((text): EntryText => {
  const shown = maskSecrets(text).text;
  return { text: shown, keys: keysIn(shown) };
});

function known(index: FactIndex, keys: readonly string[]): readonly number[] {
  const ids: number[] = [];
  for (const key of keys) {
    const id = index.idOf(key);
    if (id >= 0) ids.push(id);
  }
  return ids;
}

const factsIn = (index: FactIndex, text: string): readonly number[] => known(index, keysIn(text));

const sumOf = ({ weight }: FactUses, facts: readonly number[]): number => facts.reduce((sum, id) => sum + weight[id]!, 0);

type EntryDraft = Omit<LedgerEntry, 'facts' | 'worth'>;

const entryOf = (index: FactIndex, uses: FactUses, said: EntryDraft): LedgerEntry => entryShowing(index, uses, said, shownOf(said.text));

function entryShowing(
  index: FactIndex,
  uses: FactUses,
  { section, head, at, base }: Omit<EntryDraft, 'text'>,
  { text, keys }: EntryText,
): LedgerEntry {
  const facts = known(index, keys);
  return { section, head, at, text, base, facts, worth: base + sumOf(uses, facts) };
}

const short = (text: string, most: number): string => (text.length > most ? `${headOf(text, most).trimEnd()} …` : text);

function statements(survey: Survey, { index, uses, without }: LedgerOptions, header: number, into: LedgerEntry[]): void {
  const { lines, sourceOf } = survey;
  const found = new Map<string, { readonly section: LedgerSection; readonly base: number; readonly at: number }>();
  for (let l = 0; l < lines.length; l++) {
    const kind = STATEMENTS[lines[l]!.kind];
    const at = sourceOf[l]!;
    if (!kind || at < header || without.has(at)) continue;
    const told = survey.explained[l]! >= 0 || survey.mended[l]! >= 0;
    const text = short((told ? survey.joined(l) : lines[l]!.text).replace(/\s+/g, ' '), MOST_STATEMENT);
    found.set(text, { ...kind, at });
  }
  for (const [text, { section, base, at }] of found) {
    into.push(entryOf(index, uses, { section, head: '', text, at, base }));
  }
}

interface FactLine {
  readonly message: number;
  readonly part: number;
  readonly piece: number;
  readonly spans: Span[];
}

interface LedgerOptions {
  readonly index: FactIndex;
  readonly uses: FactUses;
  readonly words: number;
  readonly without: ReadonlySet<number>;
}

function snippets(
  transcript: Transcript,
  files: ReadonlyMap<string, FileUse>,
  { index, uses, words, without }: LedgerOptions,
  into: LedgerEntry[],
): void {
  const { messages } = transcript;
  const { weight } = uses;
  const order = [...weight.keys()].filter((id) => weight[id]! > 0).sort((a, b) => weight[b]! - weight[a]! || b - a);
  const mentionsOf = mentionsByFact(index);
  const messageOf = messagesOfMentions(index);
  /** By place the line that takes further facts, and all lines: a full one is followed by another at its place. */
  const lines = new Map<number, FactLine>();
  const all: FactLine[] = [];
  const stated = order.slice(0, MOST_FACTS);
  for (const id of stated) {
    if (kindOfFact(index, id) === 'command') {
      // A command states its own subject; quotes mark it as a command.
      const text = `\`${index.text[id]!.replace(/\s+/g, ' ').replaceAll('\\"', '"')}\``;
      into.push(entryOf(index, uses, { section: 'Commands', head: '', text, at: uses.last[id]!, base: 0 }));
      continue;
    }
    let best = -1;
    let bestKey = -1;
    let most = -1;
    let joined = false;
    for (let m = mentionsOf.from[id + 1]! - 1, looked = 0; m >= mentionsOf.from[id]! && looked < MOST_MENTIONS; m--, looked++) {
      const k = mentionsOf.mention[m]!;
      const i = messageOf[k]!;
      if (without.has(i)) {
        joined = true;
        break;
      }
      const text = textAt(messages[i]!, index.part[k]!, index.piece[k]!);
      const key = keyOf(i, index.part[k]!, index.piece[k]!, lineStart(text, index.start[k]!));
      const line = lines.get(key);
      if (line && line.spans.length < MOST_ON_LINE && index.start[k]! < line.spans[0]!.start + LINE) {
        line.spans.push({ start: index.start[k]!, end: index.end[k]! });
        joined = true;
        break;
      }
      const tells = TELLS[messages[i]!.parts[index.part[k]!]!.type] ?? 0;
      if (tells > most) {
        most = tells;
        best = k;
        bestKey = key;
      }
    }
    if (joined || best < 0) continue;
    const line: FactLine = {
      message: messageOf[best]!,
      part: index.part[best]!,
      piece: index.piece[best]!,
      spans: [{ start: index.start[best]!, end: index.end[best]! }],
    };
    lines.set(bestKey, line);
    all.push(line);
  }
  const headOf = headsOf(messages, files);
  for (const { message, part, piece, spans } of all) {
    spans.sort((a, b) => a.start - b.start || b.end - a.end);
    const { section, head } = headOf(message, part);
    into.push(entryShowing(index, uses, { section, head, at: message, base: 0 }, quoted(messages[message]!, { part, piece, spans, words })));
  }
}

interface Quote {
  readonly part: number;
  readonly piece: number;
  readonly spans: readonly Span[];
  readonly words: number;
}

const quotes = new WeakMap<Message, Map<number, Quote & { readonly shown: EntryText }>>();

function quoted(message: Message, quote: Quote): EntryText {
  const { part, piece, spans, words } = quote;
  const ofMessage = quotes.get(message) ?? new Map<number, Quote & { readonly shown: EntryText }>();
  const last = ofMessage.get(spans[0]!.start);
  if (last && last.part === part && last.piece === piece && last.words === words && sameSpans(last.spans, spans)) return last.shown;
  const shown = shownOf(snippetOf(textAt(message, part, piece), spans, words));
  quotes.set(message, ofMessage.set(spans[0]!.start, { ...quote, shown }));
  return shown;
}

const sameSpans = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.length === others.length && some.every(({ start, end }, k) => start === others[k]!.start && end === others[k]!.end);

const TELLS: Readonly<Record<string, number>> = { text: 3, 'tool-call': 2, 'tool-result': 1, reasoning: 0 };

const keyOf = (message: number, part: number, piece: number, line: number): number =>
  ((message * 64 + Math.min(part, 63)) * 8 + Math.min(piece, 7)) * 2 ** 24 + line;

function mentionsByFact({ count, ids }: FactIndex): { readonly from: Int32Array; readonly mention: Int32Array } {
  const from = new Int32Array(count + 1);
  for (let k = 0; k < ids.length; k++) from[ids[k]! + 1]! += 1;
  for (let id = 0; id < count; id++) from[id + 1]! += from[id]!;
  const next = from.slice();
  const mention = new Int32Array(ids.length);
  for (let k = 0; k < ids.length; k++) {
    const id = ids[k]!;
    mention[next[id]!] = k;
    next[id]! += 1;
  }
  return { from, mention };
}

function messagesOfMentions({ from, ids }: FactIndex): Int32Array {
  const of = new Int32Array(ids.length);
  for (let i = 0; i + 1 < from.length; i++) of.fill(i, from[i], from[i + 1]);
  return of;
}

function headsOf(
  messages: readonly Message[],
  files: ReadonlyMap<string, FileUse>,
): (message: number, part: number) => Pick<LedgerEntry, 'section' | 'head'> {
  const byCall = new Map<string, { readonly file?: string; readonly label?: string }>();
  for (const message of messages) {
    for (const { id, digest } of digestOf(message).calls) {
      const file = digest.files[0]?.path;
      byCall.set(id, file === undefined ? (digest.label === undefined ? {} : { label: digest.label }) : { file });
    }
  }
  return (message, part) => {
    const of = messages[message]!.parts[part]!;
    const call = of.type === 'tool-call' ? byCall.get(of.id) : of.type === 'tool-result' ? byCall.get(of.callId) : undefined;
    if (call?.file !== undefined) return { section: 'Files', head: files.get(call.file)?.head ?? call.file };
    if (of.type === 'tool-call' || of.type === 'tool-result') return { section: 'Commands', head: short(call?.label ?? '', MOST_HEAD) };
    return { section: messages[message]!.role === 'user' ? 'Asked' : 'Said', head: '' };
  };
}

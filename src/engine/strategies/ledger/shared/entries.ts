/**
 * All candidate entries of a transcript's ledger: a line for each fact with the words around it, under its file or command, and the
 * statements (requests, rules, decisions, errors with their fixes). Made once per transcript.
 */
import type { Slice } from '../../../lib/lib-steps.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { FACT_PLACES, type FactIndex, factIndexOf, kindOfFact, recallFacts, warmFactIndex } from '../../../signals/facts/index.ts';
import { maskSecrets } from '../../../signals/secrets.ts';
import { headOf } from '../../../signals/sentences.ts';
import { slowly } from '../../../signals/similarity/slowly.ts';
import { structureOf } from '../../../signals/structure.ts';
import { digestOf } from '../../../summarizers/digest.ts';
import type { LineKind } from '../../../summarizers/offers.ts';
import { type Survey, surveyOf, surveys } from '../../../summarizers/survey.ts';
import type { Message, Transcript } from '../../../transcript/types.ts';
import { earlierEntries, type LedgerEntry, type LedgerSection } from './sections.ts';
import { type FileUse, fileUses, LINE, lineStart, pathOfHead, snippetOf, type Span, textAt } from './snippets.ts';

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
const SLICE = 50;

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
const byWords = Array.from({ length: MOST_WORDS + 1 }, (_, words) => slowly((transcript: Transcript) => make(transcript, words)));

/** `words` = on each side of a fact. */
export const ledgerEntriesOf = (transcript: Transcript, words: number): LedgerEntries => byWords[words]!.of(transcript);
export const warmEntries = (transcript: Transcript, words: number): Generator<Slice, void> => byWords[words]!.warm(transcript);

function* make(transcript: Transcript, words: number): Generator<Slice, LedgerEntries> {
  const { messages } = transcript;
  yield* surveys.warm(messages);
  yield* warmFactIndex(transcript, 'recall');
  const index = factIndexOf(transcript, 'recall');
  const { header } = structureOf(transcript);
  const uses = usesOf(index, messages, header);
  yield;
  const survey = surveyOf(messages);
  const entries: LedgerEntry[] = [];
  const earlier = earlierEntries(messages, header);
  const files = fileUses(survey, earlier);
  yield;
  const wanted = { index, uses, words, without: new Set(earlier.map(({ at }) => at)) };
  for (const { section, head, text, at } of earlier) {
    const file = files.get(pathOfHead(head) ?? '');
    entries.push(entryOf(index, uses, { section, head: file?.head ?? head, text, at, base: 0 }));
  }
  for (const { head, at, changed } of files.values()) {
    if (at < header) continue;
    if (entries.length % SLICE === 0) yield;
    const entry = entryOf(index, uses, { section: 'Files', head, text: '', at, base: changed ? CHANGED : 0 });
    entries.push({ ...entry, worth: entry.base + sumOf(uses, factsIn(index, head)) });
  }
  yield* statements(survey, wanted, header, entries);
  yield* snippets(transcript, files, wanted, entries);
  const headFacts = new Map<string, readonly number[]>();
  for (const { head } of entries) {
    if (head === '' || headFacts.has(head)) continue;
    headFacts.set(head, factsIn(index, head));
    if (headFacts.size % SLICE === 0) yield;
  }
  yield;
  const density = (e: LedgerEntry): number => e.worth / ((e.text.length || e.head.length) + 8);
  return { index, uses, headFacts, entries: entries.sort((a, b) => density(b) - density(a) || a.at - b.at) };
}

const MOST_TEXTS = 25_000;

function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new BoundedMap<string, T>(MOST_TEXTS);
  return (text) => known.getOrMake(text, () => make(text));
}

const keysIn = remembered((text): readonly string[] => [...new Set(recallFacts(text).map(({ key }) => key))]);

interface EntryText {
  readonly text: string;
  readonly keys: readonly string[];
}
const shownOf = remembered((text): EntryText => {
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

function* statements(survey: Survey, { index, uses, without }: LedgerOptions, header: number, into: LedgerEntry[]): Generator<Slice, void> {
  const { lines, sourceOf } = survey;
  const found = new Map<string, { readonly section: LedgerSection; readonly base: number; readonly at: number }>();
  for (let l = 0; l < lines.length; l++) {
    const kind = STATEMENTS[lines[l]!.kind];
    const at = sourceOf[l]!;
    if (!kind || at < header || without.has(at)) continue;
    const told = survey.explained[l]! >= 0 || survey.mended[l]! >= 0;
    const text = short((told ? survey.joined(l) : lines[l]!.text).replace(/\s+/g, ' '), MOST_STATEMENT);
    found.set(text, { ...kind, at });
    if (l % SLICE === 0) yield { done: l, of: lines.length };
  }
  let done = 0;
  for (const [text, { section, base, at }] of found) {
    into.push(entryOf(index, uses, { section, head: '', text, at, base }));
    if (++done % SLICE === 0) yield { done, of: found.size };
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

function* snippets(
  transcript: Transcript,
  files: ReadonlyMap<string, FileUse>,
  { index, uses, words, without }: LedgerOptions,
  into: LedgerEntry[],
): Generator<Slice, void> {
  const { messages } = transcript;
  const { weight } = uses;
  const order = [...weight.keys()].filter((id) => weight[id]! > 0).sort((a, b) => weight[b]! - weight[a]! || b - a);
  yield;
  const mentionsOf = mentionsByFact(index);
  const messageOf = messagesOfMentions(index);
  /** By place the line that takes further facts, and all lines: a full one is followed by another at its place. */
  const lines = new Map<number, FactLine>();
  const all: FactLine[] = [];
  const stated = order.slice(0, MOST_FACTS);
  for (const [rank, id] of stated.entries()) {
    if (rank % SLICE === SLICE - 1) yield { done: rank, of: stated.length };
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
  yield;
  const headOf = headsOf(messages, files);
  yield;
  let done = 0;
  for (const { message, part, piece, spans } of all) {
    if (++done % SLICE === 0) yield { done, of: all.length };
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

import type { CompactionResult } from '../../compaction/types.ts';
import { mustBePrepared, mustBeResult } from '../../lib/arguments.ts';
import { remembered } from '../../signals/remember.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import { type FactIndex, findNamed } from '../../signals/facts/index.ts';
import { isPlaceholderText, itemTypeOf } from '../../signals/structure.ts';
import { EDIT, KEEP, OFFLOAD } from '../../strategies/contract.ts';
import type { FileOperation } from '../../summarizers/calls.ts';
import type { Message, Part, Transcript } from '../../transcript/types.ts';
import type { GapListener } from '../../truncation/texts.ts';
import type { Losses } from '../contract.ts';
import { measures } from '../index.ts';
import { fieldsOf } from '../shared/define.ts';
import { type FactMap, factMaps, textNumber } from '../shared/fact-map.ts';
import { artifactsOf, type ArtifactTrail, claimsIn, touchesOf } from '../shared/operations.ts';
import { type Claim, CUT, Cuts, OFFLOADED, type Reading, type StandingContent, type StandingInput, type Statement, WHOLE } from '../shared/stands.ts';
import { DEGRADED, DEGRADED_SHARE, type Level, LOST, PRESERVED, saidTogether, StatementIndex } from '../shared/statements.ts';
import type { LossDifference, LossLine, LossList, LossValues, Place } from '../types.ts';

function replaces(next: Part, part: Part): boolean {
  if (next.type === 'tool-call' && part.type === 'tool-call') return next.id === part.id;
  if (next.type === 'tool-result' && part.type === 'tool-result') return next.callId === part.callId;
  return next.type === part.type;
}

export interface Gap {
  readonly part: number;
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}
export interface EditReading {
  readonly whole: readonly boolean[];
  readonly gaps: readonly Gap[];
  readonly reading: Reading;
  readonly refers: boolean;
}
interface Findings {
  readonly found: unknown;
  readonly first: number;
  readonly end: number;
}

export interface LossMap {
  readonly transcript: Transcript;
  readonly facts: FactMap;
  readonly artifacts: ArtifactTrail;
  readonly found: ReadonlyMap<string, Findings>;
  readonly statements: readonly Statement[];
  levels(readings: readonly Reading[]): Uint8Array;
  readText(text: string): Reading;
  readEdit(parts: readonly Part[], original: readonly Part[]): EditReading;
  /** Takes note that new parts are the original's but for some gaps: they need not be read. */
  rememberEdit(parts: readonly Part[], original: readonly Part[], gaps: readonly Gap[]): void;
}

function make(transcript: Transcript): LossMap {
  const facts = factMaps(transcript);
  const { messages } = transcript;
  const input = { messages, itemType: messages.map(itemTypeOf) };
  const artifacts = artifactsOf(input);
  const found = new Map<string, Findings>();
  const statements: Statement[] = [];
  for (const { id, losses } of measures) {
    if (!losses) continue;
    const first = statements.length;
    const own = losses.find?.(input) ?? [];
    statements.push(...(losses.statements?.(own) ?? []));
    found.set(id, { found: own, first, end: statements.length });
  }
  const index = new StatementIndex(statements);
  return {
    transcript,
    facts,
    artifacts,
    found,
    statements,
    levels: (readings) => index.levels(readings.map(({ sentences }) => sentences)),
    ...reader(facts, index, artifacts),
  };
}

const KEPT_CHARACTERS = 1 << 25;

interface LineReading {
  readonly reading: Reading;
  readonly unsaid: readonly number[];
  readonly heading: FileOperation | null;
  readonly isItem: boolean;
}

function reader(facts: FactMap, statements: StatementIndex, { files }: ArtifactTrail): Pick<LossMap, 'readText' | 'readEdit' | 'rememberEdit'> {
  const lines = new Map<string, LineReading>();
  const texts = new Map<string, Reading>();
  const edits = new WeakMap<readonly Part[], EditReading>();
  let characters = 0;
  /** Takes note of what is remembered, and forgets everything where that is too much. */
  const remember = (more: number): void => {
    characters += more;
    if (characters <= KEPT_CHARACTERS) return;
    lines.clear();
    texts.clear();
    characters = more;
  };
  const ofFiles = (touched: readonly { readonly operation: FileOperation; readonly path: string }[]): Claim[] =>
    touched.flatMap(({ operation, path }) => {
      const file = files.find(path);
      return file < 0 ? [] : [{ file, operation }];
    });
  const readLine = (text: string): LineReading => {
    let line = lines.get(text);
    if (!line) {
      const found = findNamed(text, 'text');
      const { paths, heading, isItem } = claimsIn(text, found);
      const named = paths.map(({ path, operation }) => ({ file: files.find(path), operation })).filter(({ file }) => file >= 0);
      line = {
        reading: {
          facts: idsOf(facts.index, found),
          sentences: statements.read(text),
          claims: named.flatMap(({ file, operation }) => (operation ? [{ file, operation }] : [])),
        },
        unsaid: named.flatMap(({ file, operation }) => (operation ? [] : [file])),
        heading,
        isItem,
      };
      remember(text.length + sizeOf(line.reading));
      lines.set(text, line);
    }
    return line;
  };
  const readText = (text: string): Reading => {
    let reading = texts.get(text);
    if (!reading) {
      const read: Reading[] = [];
      let heading: FileOperation | null = null;
      for (const words of text.split('\n')) {
        if (words.trim() === '') continue;
        const line = readLine(words);
        const above: FileOperation | null = line.isItem ? heading : null;
        const { reading: own, unsaid } = line;
        read.push(above && unsaid.length > 0 ? { ...own, claims: [...own.claims, ...unsaid.map((file) => ({ file, operation: above }))] } : own);
        heading = line.heading ?? above;
      }
      reading = together(read);
      remember(text.length + sizeOf(reading));
      texts.set(text, reading);
    }
    return reading;
  };
  const readEdit = (parts: readonly Part[], original: readonly Part[]): EditReading => {
    let edit = edits.get(parts);
    if (!edit) {
      const whole = original.map((part, p) => parts[p] === part || parts.includes(part));
      const fresh = parts.filter((part) => !original.includes(part));
      const gaps: Gap[] = [];
      const said: Reading[] = [];
      original.forEach((part, p) => {
        if (whole[p]) return;
        // By id, not by place: where a product takes a call out, those behind it move up.
        const at = fresh.findIndex((one) => replaces(one, part));
        const next = at < 0 ? [] : fresh.splice(at, 1).flatMap(textsIn);
        textsIn(part).forEach((text, piece) => {
          const { gap, instead } = changeOf(text, next[piece] ?? '');
          if (gap) gaps.push({ part: p, piece, ...gap });
          if (instead !== '') said.push(readText(instead));
        });
      });
      for (const part of fresh) for (const text of textsIn(part)) said.push(readText(text));
      // What a result or a call's arguments say of files is no report of what was done; what was called is.
      const claims = parts.flatMap((part) => (part.type === 'tool-call' && !original.includes(part) ? ofFiles(touchesOf(part)) : []));
      edit = { whole, gaps, reading: { ...together(said), claims }, refers: parts.some((part) => isPlaceholderText(beginningOf(part))) };
      edits.set(parts, edit);
    }
    return edit;
  };
  const rememberEdit = (parts: readonly Part[], original: readonly Part[], gaps: readonly Gap[]): void => {
    const cut = new Set(gaps.map(({ part }) => part));
    edits.set(parts, { whole: original.map((_, p) => !cut.has(p)), gaps, reading: NOTHING_NEW, refers: false });
  };
  return { readText, readEdit, rememberEdit };
}

function idsOf(index: FactIndex, found: ReturnType<typeof findNamed>): Int32Array {
  const ids = new Set<number>();
  for (const { name } of found) {
    const id = index.idOf(name.keyIn(index.selection, 'text') ?? '');
    if (id >= 0) ids.add(id);
  }
  return Int32Array.from(ids);
}

const STRETCH = 256;

function changeOf(before: string, after: string): { readonly gap: Pick<Gap, 'from' | 'to'> | null; readonly instead: string } {
  if (before === after) return { gap: null, instead: '' };
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from + STRETCH < most && before.slice(from, from + STRETCH) === after.slice(from, from + STRETCH)) from += STRETCH;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let behind = 0;
  while (behind < most - from && before.charCodeAt(before.length - 1 - behind) === after.charCodeAt(after.length - 1 - behind)) behind++;
  return { gap: { from, to: before.length - behind }, instead: after.slice(from, after.length - behind) };
}

const NOTHING_NEW: Reading = { facts: new Int32Array(0), sentences: new Int32Array(0), claims: [] };

const sizeOf = ({ facts, sentences, claims }: Reading): number => 2 * (facts.length + sentences.length + claims.length);

/** Several readings as one, so that a result with a long text is looked at as quickly as any. */
function together(readings: readonly Reading[]): Reading {
  const [only, another] = readings;
  if (only && !another) return only;
  const facts = new Set<number>();
  const claims: Claim[] = [];
  for (const reading of readings) {
    for (let k = 0; k < reading.facts.length; k++) facts.add(reading.facts[k]!);
    for (const claim of reading.claims) claims.push(claim);
  }
  return { facts: Int32Array.from(facts), sentences: saidTogether(readings.map(({ sentences }) => sentences)), claims };
}

export function beginningOf(part: Part | undefined): string {
  if (part?.type === 'text') return part.text;
  const [content] = part?.type === 'tool-result' ? part.content : [];
  return content?.type === 'text' ? content.text : '';
}

function textsIn(part: Part): readonly string[] {
  if (part.type === 'text' || part.type === 'reasoning') return [part.text];
  if (part.type === 'tool-call') return [part.args];
  return part.type === 'tool-result' ? part.content.map((content) => (content.type === 'text' ? content.text : '')) : [];
}

export const lossMaps = remembered(make);

interface NewText {
  readonly before: number;
  readonly reading: Reading;
}

const standings = new WeakMap<CompactionResult, StandingContent>();

export function standingOf(map: LossMap, before: PreparedTranscript, after: CompactionResult): StandingContent {
  let standing = standings.get(after);
  if (!standing) {
    standing = ofPlan(map, before, after);
    standings.set(after, standing);
  }
  return standing;
}

function ofPlan(map: LossMap, { messages }: PreparedTranscript, { plan, layout, summaries }: CompactionResult): StandingContent {
  const { firstPart } = map.facts;
  const { fates, edits } = plan;
  const parts = new Uint8Array(firstPart[messages.length]!);
  const cuts = new Cuts(map.facts);
  const texts: NewText[] = [];
  let first = 0;
  const cutOut: GapListener = (part, piece, from, to) => {
    const text = textNumber(map.facts, first + part, piece);
    if (text < 0) return;
    parts[first + part] = CUT;
    cuts.add(text, from, to);
  };
  const written = new Map(summaries.map(({ request, text }) => [request.id, text]));
  let next = 0;
  for (let i = 0; i <= messages.length; i++) {
    for (; next < layout.order.length && layout.before[next]! <= i; next++) {
      const { content } = plan.insertions[layout.order[next]!]!;
      texts.push({ before: i, reading: map.readText('text' in content ? content.text : (written.get(content.summary) ?? '')) });
    }
    const fate = fates[i];
    if (fate !== KEEP && fate !== EDIT && fate !== OFFLOAD) continue;
    first = firstPart[i]!;
    for (let p = first; p < firstPart[i + 1]!; p++) parts[p] = WHOLE;
    if (fate !== KEEP && !edits.gaps?.(i, cutOut)) edited(map, i, messages[i]!, edits.get(i) ?? [], fate === OFFLOAD, { parts, cuts, texts });
  }
  return { parts, cuts, texts, placeholder: (i, p) => beginningOf(edits.get(i)?.[p]) };
}

interface StandingDraft {
  readonly parts: Uint8Array;
  readonly cuts: Cuts;
  readonly texts: NewText[];
}

/** A message with new parts: of those that are not the original's own stands what both have in common. `offloaded` null: as they say. */
function edited(map: LossMap, i: number, { parts: original }: Message, parts: readonly Part[], offloaded: boolean | null, into: StandingDraft): void {
  const first = map.facts.firstPart[i]!;
  const { whole, gaps, reading, refers } = map.readEdit(parts, original);
  whole.forEach((stands, p) => {
    into.parts[first + p] = stands ? WHOLE : (offloaded ?? refers) ? OFFLOADED | CUT : CUT;
  });
  for (const { part, piece, from, to } of gaps) {
    const text = textNumber(map.facts, first + part, piece);
    if (text >= 0) into.cuts.add(text, from, to);
  }
  into.texts.push({ before: i, reading });
}

/**
 * The same of any context that goes back to the transcript, as after several compactions: messages that are the transcript's
 * own objects stay, those with an id of the transcript were edited, all others are new.
 */
export function standingIn(map: LossMap, messages: readonly Message[]): StandingContent {
  const { transcript, facts } = map;
  const { original, byId } = placesOf(transcript.messages);
  const parts = new Uint8Array(facts.firstPart[transcript.messages.length]!);
  const texts: NewText[] = [];
  const cuts = new Cuts(facts);
  const placeholders = new Map<number, readonly Part[]>();
  let at = 0;
  for (const message of messages) {
    const own = original.get(message);
    if (own !== undefined) {
      for (let p = facts.firstPart[own]!; p < facts.firstPart[own + 1]!; p++) parts[p] = WHOLE;
      at = own + 1;
      continue;
    }
    const changed = byId.get(message.id);
    if (changed === undefined) {
      for (const part of message.parts) if (part.type === 'text') texts.push({ before: at, reading: map.readText(part.text) });
      continue;
    }
    placeholders.set(changed, message.parts);
    edited(map, changed, transcript.messages[changed]!, message.parts, null, { parts, cuts, texts });
    at = changed + 1;
  }
  return { parts, cuts, texts, placeholder: (i, p) => beginningOf(placeholders.get(i)?.[p]) };
}

/**
 * Takes note of what a compaction cut out of messages that still were the transcript's own, as its plan tells it, so that the context
 * it left (`messages`) is looked at as the result itself is: without comparing and reading the new texts, marks of cuts included.
 */
export function rememberCuts(map: LossMap, before: PreparedTranscript, { plan, origins }: CompactionResult, messages: readonly Message[]): void {
  const { original } = placesOf(map.transcript.messages);
  const from = origins();
  for (let j = 0; j < messages.length; j++) {
    const i = from[j]!;
    if (i < 0 || plan.fates[i] === KEEP || !original.has(before.messages[i]!)) continue;
    const gaps: Gap[] = [];
    const told = plan.edits.gaps?.(i, (part, piece, start, end) => gaps.push({ part, piece, from: start, to: end }));
    if (told) map.rememberEdit(messages[j]!.parts, before.messages[i]!.parts, gaps);
  }
}

const placesOf = remembered((messages: readonly Message[]) => ({
  original: new Map(messages.map((message, i) => [message, i])),
  byId: new Map(messages.map(({ id }, i) => [id, i])),
}));

function levelAt({ facts }: LossMap, { parts, cuts }: StandingContent, place: Place): Level {
  const part = facts.firstPart[place.message]! + place.part;
  const state = parts[part]!;
  if (state & WHOLE) return PRESERVED;
  if (!(state & CUT)) return LOST;
  const length = Math.max(1, place.end - place.start);
  const left = length - Math.min(length, cuts.out(textNumber(facts, part, place.piece), place.start, place.end));
  return left === length ? PRESERVED : left >= length * DEGRADED_SHARE ? DEGRADED : LOST;
}

function levelsOf(map: LossMap, standing: StandingContent): Uint8Array {
  const levels = map.levels(standing.texts.map(({ reading }) => reading));
  map.statements.forEach(({ places }, s) => {
    for (let k = places.length - 1; k >= 0 && levels[s] !== PRESERVED; k--) levels[s] = Math.max(levels[s]!, levelAt(map, standing, places[k]!));
  });
  return levels;
}

function lookAt(map: LossMap, before: PreparedTranscript, standing: StandingContent): (id: string) => StandingInput<unknown> {
  const levels = levelsOf(map, standing);
  return (id) => {
    const { found, first, end } = map.found.get(id)!;
    return { before, found, facts: map.facts, artifacts: map.artifacts, standing, levels: levels.subarray(first, end) };
  };
}

const LOSSES = measures.flatMap(({ id, losses }) => (losses ? [{ id, losses }] : []));

export function lossValuesAt(map: LossMap, before: PreparedTranscript, standing: StandingContent): LossValues {
  const stands = lookAt(map, before, standing);
  return fieldsOf(Object.fromEntries(LOSSES.map(({ id, losses }) => [losses.name, losses.count(stands(id))])));
}

const values = new WeakMap<CompactionResult, LossValues>();
const NOTHING: LossValues = fieldsOf(Object.fromEntries(LOSSES.map(({ losses }) => [losses.name, null])));

/** The measures of loss of a result; all null where nothing was compacted. Remembered with the result. */
export function lossValues(before: PreparedTranscript, after: CompactionResult): LossValues {
  mustBePrepared(before);
  mustBeResult('result', after);
  if (after.outcome !== 'compacted') return NOTHING;
  let found = values.get(after);
  if (!found) {
    const map = lossMaps(before.transcript);
    found = lossValuesAt(map, before, standingOf(map, before, after));
    values.set(after, found);
  }
  return found;
}

type NumberedLosses = ReadonlyMap<string, ReadonlyMap<number, unknown>>;

function numberedLosses(before: PreparedTranscript, after: CompactionResult, name = 'result'): NumberedLosses {
  mustBePrepared(before);
  mustBeResult(name, after);
  if (after.outcome !== 'compacted') return new Map(LOSSES.map(({ losses }) => [losses.name, new Map()]));
  const map = lossMaps(before.transcript);
  const stands = lookAt(map, before, standingOf(map, before, after));
  return new Map(LOSSES.map(({ id, losses }) => [losses.name, losses.lost(stands(id))]));
}

const without = (lost: ReadonlyMap<number, unknown>, other: ReadonlyMap<number, unknown>): Map<number, unknown> =>
  new Map([...lost].filter(([number]) => !other.has(number)));

/** What a result loses as lines of a list, by the id of a measure; `against` = only what this other result still has. */
export function lossLines(
  before: PreparedTranscript,
  after: CompactionResult,
  against: CompactionResult | null,
  neededBy: Parameters<Losses<unknown, unknown, unknown>['line']>[1],
): ReadonlyMap<string, readonly LossLine[]> {
  const lost = numberedLosses(before, after);
  const other = against && numberedLosses(before, against);
  return new Map(
    LOSSES.map(({ id, losses }) => {
      const own = lost.get(losses.name)!;
      const listed = other ? without(own, other.get(losses.name)!) : own;
      return [id, Array.from(listed.values(), (one) => losses.line(one, neededBy))];
    }),
  );
}

const listOf = (lost: NumberedLosses): LossList => fieldsOf(Object.fromEntries(Array.from(lost, ([name, items]) => [name, [...items.values()]])));

/** Everything that a result loses, in the order of the original; empty where nothing was compacted. */
export const lossList = (before: PreparedTranscript, after: CompactionResult): LossList => listOf(numberedLosses(before, after));

/** What one of two results still has and the other loses. A result that compacted nothing has everything. */
export function lossDifference(before: PreparedTranscript, first: CompactionResult, second: CompactionResult): LossDifference {
  const [a, b] = [numberedLosses(before, first, 'first'), numberedLosses(before, second, 'second')];
  const lostOnlyIn = (one: NumberedLosses, other: NumberedLosses): LossList =>
    listOf(new Map(Array.from(one, ([name, items]) => [name, without(items, other.get(name)!)])));
  return { onlyFirst: lostOnlyIn(b, a), onlySecond: lostOnlyIn(a, b) };
}

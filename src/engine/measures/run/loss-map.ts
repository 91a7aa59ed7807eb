/** Everything that can be lost of a transcript, found once: facts, constraints, files, open work, errors with their fixes. */
import type { Slice } from '../../lib/lib-steps.ts';
import { type FactIndex, findNamed } from '../../signals/facts/index.ts';
import { isPlaceholderText, itemTypeOf } from '../../signals/item-type.ts';
import { slowly } from '../../signals/similarity/slowly.ts';
import type { FileOperation } from '../../summarizers/calls.ts';
import type { Part, Transcript } from '../../transcript/types.ts';
import { measures } from '../index.ts';
import { type ArtifactTrail, artifactsOf } from '../shared/artifacts.ts';
import { type FactMap, factMaps } from '../shared/fact-map.ts';
import { claimsIn, touchesOf } from '../shared/operations.ts';
import type { Claim, Reading, Statement } from '../shared/stands.ts';
import { saidTogether, StatementIndex } from '../shared/statements.ts';

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
  /** The same in slices of about a millisecond, so that `readText` then finds its lines. */
  readSlowly(text: string): Generator<Slice, void>;
  readEdit(parts: readonly Part[], original: readonly Part[]): EditReading;
  /** Takes note that new parts are the original's but for some gaps: they need not be read. */
  rememberEdit(parts: readonly Part[], original: readonly Part[], gaps: readonly Gap[]): void;
}

function* make(transcript: Transcript): Generator<Slice, LossMap> {
  const facts = yield* factMaps.steps(transcript);
  const { messages } = transcript;
  const input = { messages, itemType: messages.map(itemTypeOf) };
  yield;
  const artifacts = yield* artifactsOf(input);
  const found = new Map<string, Findings>();
  const statements: Statement[] = [];
  for (const { id, losses } of measures) {
    if (!losses) continue;
    yield;
    const first = statements.length;
    const own = yield* losses.find?.(input) ?? [];
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

const LINES = 8;

interface LineReading {
  readonly reading: Reading;
  readonly unsaid: readonly number[];
  readonly heading: FileOperation | null;
  readonly isItem: boolean;
}

function reader(
  facts: FactMap,
  statements: StatementIndex,
  { files }: ArtifactTrail,
): Pick<LossMap, 'readText' | 'readSlowly' | 'readEdit' | 'rememberEdit'> {
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
  function* readSlowly(text: string): Generator<Slice, void> {
    if (texts.has(text)) return;
    let read = 0;
    for (const words of text.split('\n')) {
      if (words.trim() === '') continue;
      readLine(words);
      if (++read % LINES === 0) yield;
    }
    readText(text);
  }
  return { readText, readSlowly, readEdit, rememberEdit };
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

export const lossMaps = slowly(make);

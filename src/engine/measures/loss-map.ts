/** Everything that can be lost of a transcript, found once: facts, constraints, files, open work, errors with their fixes. */
import { itemTypeOf } from '../signals/item-type.ts';
import { slowly } from '../signals/similarity/slowly.ts';
import type { FileOperation } from '../summarizers/calls.ts';
import type { Part, TextPart, Transcript } from '../transcript/types.ts';
import { type ArtifactTrail, artifactsOf } from './artifacts.ts';
import { constraintsOf } from './constraints.ts';
import { type ErrorFix, errorFixesOf } from './error-fix.ts';
import { type FactMap, factMaps } from './fact-map.ts';
import { openWorkOf } from './open-work.ts';
import { claimsIn, touchesOf } from './operations.ts';
import { type Level, type Statement, StatementIndex } from './statements.ts';
import type { ConstraintOrigin, OpenWorkKind } from './types.ts';

/** What a line or text that no original has says of the original. */
export interface Reading {
  /** Facts of the original that stand in it, each once. */
  readonly facts: Int32Array;
  /** Number of a sentence of a statement → what of it stands there. */
  readonly sentences: ReadonlyMap<number, Level>;
  /** Files of the original and what is said to have been done to them, in order. */
  readonly claims: readonly Claim[];
}
interface Claim {
  readonly file: number;
  readonly operation: FileOperation;
}

export interface LossMap {
  readonly transcript: Transcript;
  readonly facts: FactMap;
  /** Statements are numbered: constraints, then open work, then the errors of the pairs. */
  readonly constraints: readonly Statement<ConstraintOrigin>[];
  readonly openWork: readonly Statement<OpenWorkKind>[];
  readonly pairs: readonly ErrorFix[];
  readonly statements: readonly Statement[];
  readonly artifacts: ArtifactTrail;
  /** Levels of the statements from what new lines say. */
  levels(readings: readonly Reading[]): Uint8Array;
  /** Reads a text that a compaction put in, by lines; the same line is read once. */
  readText(text: string): Reading;
  /** Reads the parts of an edited message that are not the original's own; the same parts are read once. */
  readParts(parts: readonly Part[], original: readonly Part[]): Reading;
}

function* make(transcript: Transcript): Generator<void, LossMap> {
  const facts = yield* factMaps.steps(transcript);
  const { messages } = transcript;
  const input = { messages, itemType: messages.map(itemTypeOf) };
  yield;
  const constraints = yield* constraintsOf(input);
  const openWork = openWorkOf(input);
  yield;
  const artifacts = yield* artifactsOf(input);
  const pairs = yield* errorFixesOf(input);
  const errors = pairs.map(({ error, errorPlace }): Statement => ({ text: error, group: 'error', places: [errorPlace] }));
  const statements: readonly Statement[] = [...constraints, ...openWork, ...errors];
  const index = new StatementIndex(statements);
  return {
    transcript,
    facts,
    constraints,
    openWork,
    pairs,
    statements,
    artifacts,
    levels: (readings) => index.levels(readings.map(({ sentences }) => sentences)),
    ...reader(facts, index, artifacts),
  };
}

/** Characters of lines and texts whose readings are kept. */
const KEPT_CHARACTERS = 1 << 25;

interface Line {
  readonly reading: Reading;
  /** Files without a word of their own, which a heading above may say something of. */
  readonly unsaid: readonly number[];
  readonly heading: FileOperation | null;
  readonly isItem: boolean;
}

function reader(facts: FactMap, statements: StatementIndex, { files }: ArtifactTrail): Pick<LossMap, 'readText' | 'readParts'> {
  const lines = new Map<string, Line>();
  const texts = new Map<string, Reading>();
  const ofParts = new WeakMap<readonly Part[], Reading>();
  let characters = 0;
  /** Takes note of what is remembered, and forgets everything where that is too much. */
  const remember = (more: number): void => {
    characters += more;
    if (characters <= KEPT_CHARACTERS) return;
    lines.clear();
    texts.clear();
    characters = more;
  };
  const readLine = (text: string): Line => {
    let line = lines.get(text);
    if (!line) {
      const part: TextPart = { type: 'text', text };
      const { paths, heading, isItem } = claimsIn(part);
      const named = paths.map(({ path, operation }) => ({ file: files.find(path), operation })).filter(({ file }) => file >= 0);
      line = {
        reading: {
          facts: facts.index.idsIn([part]),
          sentences: statements.read(text),
          claims: named.flatMap(({ file, operation }) => (operation ? [{ file, operation }] : [])),
        },
        unsaid: named.flatMap(({ file, operation }) => (operation ? [] : [file])),
        heading,
        isItem,
      };
      remember(text.length);
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
      remember(text.length);
      texts.set(text, reading);
    }
    return reading;
  };
  const readParts = (parts: readonly Part[], original: readonly Part[]): Reading => {
    let reading = ofParts.get(parts);
    if (!reading) {
      const own = parts.filter((part) => !original.includes(part));
      const claims = own.flatMap((part) =>
        part.type !== 'tool-call'
          ? []
          : touchesOf(part).flatMap(({ operation, path }) => (files.find(path) < 0 ? [] : [{ file: files.find(path), operation }])),
      );
      // What a result or a call's arguments say of files is no report of what was done.
      reading = { ...together(own.flatMap((part) => textsIn(part).map(readText))), claims };
      ofParts.set(parts, reading);
    }
    return reading;
  };
  return { readText, readParts };
}

/** Several readings as one, so that a result with a long text is looked at as quickly as any. */
function together(readings: readonly Reading[]): Reading {
  const [only, another] = readings;
  if (only && !another) return only;
  const facts = new Set<number>();
  const sentences = new Map<number, Level>();
  const claims: Claim[] = [];
  for (const reading of readings) {
    for (let k = 0; k < reading.facts.length; k++) facts.add(reading.facts[k]!);
    for (const [k, level] of reading.sentences) if (level > (sentences.get(k) ?? 0)) sentences.set(k, level);
    for (const claim of reading.claims) claims.push(claim);
  }
  return { facts: Int32Array.from(facts), sentences, claims };
}

/** What is said in a part, names of tools left out. */
function textsIn(part: Part): readonly string[] {
  if (part.type === 'text' || part.type === 'reasoning') return [part.text];
  if (part.type === 'tool-call') return [part.args];
  return part.type === 'tool-result' ? part.content.flatMap((content) => (content.type === 'text' ? [content.text] : [])) : [];
}

/** The map of a transcript, in slices or at once. Linear. */
export const lossMaps = slowly(make);

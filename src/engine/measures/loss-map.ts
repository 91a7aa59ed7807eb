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

/** What a text that no original has says of the original. */
export interface Reading {
  /** Facts of the original that stand in it, each once. */
  readonly facts: Int32Array;
  /** Number of a statement → what of it stands there. */
  readonly statements: ReadonlyMap<number, Level>;
  /** Files of the original and what the text says was done to them, in order. */
  readonly claims: readonly { readonly file: number; readonly operation: FileOperation }[];
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
  /** Statements by message: numbers of those that have a place in it. */
  readonly statementsIn: ReadonlyMap<number, readonly number[]>;
  /** Reads a text that a compaction put in; the same text is read once. */
  readText(text: string): Reading;
  /** Reads the parts of an edited message that are not the original's own; the same parts are read once. */
  readParts(parts: readonly Part[], original: readonly Part[]): Reading;
}

function* make(transcript: Transcript): Generator<void, LossMap> {
  const facts = yield* factMaps.steps(transcript);
  const { messages } = transcript;
  const input = { messages, itemType: messages.map(itemTypeOf) };
  yield;
  const constraints = constraintsOf(input);
  yield;
  const openWork = openWorkOf(input);
  yield;
  const artifacts = artifactsOf(input);
  yield;
  const pairs = errorFixesOf(input);
  const errors = pairs.map(({ error, errorPlace }): Statement => ({ text: error, group: 'error', places: [errorPlace], whole: false }));
  const statements: readonly Statement[] = [...constraints, ...openWork, ...errors];
  const index = new StatementIndex(statements);
  const statementsIn = new Map<number, number[]>();
  statements.forEach(({ places }, s) => {
    for (const { message } of places) {
      const list = statementsIn.get(message);
      if (!list) statementsIn.set(message, [s]);
      else if (list.at(-1) !== s) list.push(s);
    }
  });
  const { readText, readParts } = reader(facts, index, artifacts);
  return { transcript, facts, constraints, openWork, pairs, statements, artifacts, statementsIn, readText, readParts };
}

/** Characters of texts whose readings are kept. */
const KEPT_CHARACTERS = 1 << 25;

function reader(facts: FactMap, statements: StatementIndex, { files }: ArtifactTrail): Pick<LossMap, 'readText' | 'readParts'> {
  const texts = new Map<string, Reading>();
  let characters = 0;
  const known = new WeakMap<readonly Part[], Reading>();
  const ofFiles = (claims: readonly { readonly operation: FileOperation; readonly path: string }[]): Reading['claims'] =>
    claims.flatMap(({ operation, path }) => {
      const file = files.find(path);
      return file < 0 ? [] : [{ file, operation }];
    });
  const readText = (text: string): Reading => {
    let reading = texts.get(text);
    if (!reading) {
      const part: TextPart = { type: 'text', text };
      reading = { facts: facts.index.idsIn([part]), statements: statements.read(text), claims: ofFiles(claimsIn(part)) };
      characters += text.length;
      if (characters > KEPT_CHARACTERS) {
        texts.clear();
        characters = text.length;
      }
      texts.set(text, reading);
    }
    return reading;
  };
  const readParts = (parts: readonly Part[], original: readonly Part[]): Reading => {
    let reading = known.get(parts);
    if (!reading) {
      const own = parts.filter((part) => !original.includes(part));
      const said = new Map<number, Level>();
      const claims: Reading['claims'][number][] = [];
      for (const part of own) {
        if (part.type === 'tool-call') claims.push(...ofFiles(touchesOf(part)));
        for (const text of textsIn(part)) {
          for (const [s, level] of statements.read(text)) if (level > (said.get(s) ?? 0)) said.set(s, level);
        }
      }
      reading = { facts: facts.index.idsIn(own), statements: said, claims };
      known.set(parts, reading);
    }
    return reading;
  };
  return { readText, readParts };
}

/** What is said in a part, names of tools left out. */
function textsIn(part: Part): readonly string[] {
  if (part.type === 'text' || part.type === 'reasoning') return [part.text];
  if (part.type === 'tool-call') return [part.args];
  return part.type === 'tool-result' ? part.content.flatMap((content) => (content.type === 'text' ? [content.text] : [])) : [];
}

/** The map of a transcript, in slices or at once. Linear. */
export const lossMaps = slowly(make);

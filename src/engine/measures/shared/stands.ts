/** What a measure of loss is asked about: what a transcript has, and what of it stands in a result. Types and the bits of parts. */
import type { Prepared } from '../../signals/contract.ts';
import type { OfTranscript } from '../../signals/remember.ts';
import type { FileOperation, Place } from '../types.ts';
import type { ArtifactTrail } from './artifacts.ts';
import type { Cuts } from './cuts.ts';
import type { FactMap } from './fact-map.ts';

/** A sentence, or several, that must survive. */
export interface Statement<G extends string = string> {
  /** As the original says it first. */
  readonly text: string;
  readonly group: G;
  /** Where the original says it, first to last. */
  readonly places: readonly Place[];
}

/**
 * What a line says of sentences: number × 4 + level, ascending by number. Integers, because a long recording has thousands of
 * sentences and hundreds of thousands of lines, and each line may say half of many.
 */
export type Said = Int32Array;

/** What a line or text that no original has says of the original. */
export interface Reading {
  /** Facts of the original that stand in it, each once. */
  readonly facts: Int32Array;
  /** What of the sentences of statements stands there. */
  readonly sentences: Said;
  /** Files of the original and what is said to have been done to them, in order. */
  readonly claims: readonly Claim[];
}
export interface Claim {
  readonly file: number;
  readonly operation: FileOperation;
}

/**
 * Bits of a part: it stands as it was; its content was put aside and a reference stands in its place; or what was not cut out of
 * its texts stands.
 */
export const WHOLE = 1;
export const OFFLOADED = 2;
export const CUT = 4;

export interface Standing {
  /** By part of the transcript (FactMap.firstPart): bits; 0 = nothing of it stands. */
  readonly parts: Uint8Array;
  /** What is cut out of the texts of parts with CUT; everything else of them stands. */
  readonly cuts: Cuts;
  /** New texts in their order. `before` = original index that they stand before; those of an edited message stand at it. */
  readonly texts: readonly { readonly before: number; readonly reading: Reading }[];
  /** What stands in place of a part that was put aside. */
  placeholder(message: number, part: number): string;
}

/** What `find` looks through. */
export type FindInput = Pick<OfTranscript, 'messages' | 'itemType'>;

export interface Stands<F> {
  readonly before: Prepared;
  /** What the measure's `find` has found; undefined without one. */
  readonly found: F;
  readonly facts: FactMap;
  readonly artifacts: ArtifactTrail;
  readonly standing: Standing;
  /** By statement of the measure: PRESERVED, DEGRADED or LOST, at its best place or in new texts. */
  readonly levels: Uint8Array;
}

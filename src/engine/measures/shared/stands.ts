/** What a measure of loss is asked about: what a transcript has, and what of it stands in a result. Types and the bits of parts. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { TranscriptInput } from '../../signals/remember.ts';
import type { FileOperation, Place } from '../types.ts';
import type { ArtifactTrail } from './artifacts.ts';
import { IntList } from '../../lib/arrays.ts';
import type { FactMap } from './fact-map.ts';

/** Stretches that are cut out, by the texts of a map. Those of a text are added one after the other, in their order. */
export class Cuts {
  private readonly texts: number;
  /** By text: number of its first stretch + 1; 0 without one. Nothing is cut out of most results. */
  private first: Int32Array | null = null;
  private readonly text = new IntList(1 << 8);
  private readonly from = new IntList(1 << 8);
  private readonly to = new IntList(1 << 8);

  constructor({ textPart }: FactMap) {
    this.texts = textPart.length;
  }

  add(text: number, from: number, to: number): void {
    this.first ??= new Int32Array(this.texts);
    if (this.first[text] === 0) this.first[text] = this.text.length + 1;
    this.text.push(text);
    this.from.push(from);
    this.to.push(to);
  }

  get none(): boolean {
    return this.first === null;
  }

  /** Is anything of a stretch of a text cut out, or does a cut go through it? */
  touch(text: number, start: number, end: number): boolean {
    for (let k = this.firstOf(text); this.isOf(k, text); k++) if (start < this.to.get(k) && end > this.from.get(k)) return true;
    return false;
  }

  /** Characters of a stretch of a text that are cut out. */
  out(text: number, start: number, end: number): number {
    let out = 0;
    for (let k = this.firstOf(text); this.isOf(k, text); k++) out += Math.max(0, Math.min(end, this.to.get(k)) - Math.max(start, this.from.get(k)));
    return out;
  }

  /** Does one cut take all of a text of `length` characters? */
  takeAll(text: number, length: number): boolean {
    for (let k = this.firstOf(text); this.isOf(k, text); k++) if (this.from.get(k) <= 0 && this.to.get(k) >= length) return true;
    return false;
  }

  private firstOf(text: number): number {
    return this.first === null || text < 0 ? -1 : this.first[text]! - 1;
  }
  private isOf(k: number, text: number): boolean {
    return k >= 0 && k < this.text.length && this.text.get(k) === text;
  }
}

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
export type SentenceLevels = Int32Array;

/** What a line or text that no original has says of the original. */
export interface Reading {
  /** Facts of the original that stand in it, each once. */
  readonly facts: Int32Array;
  /** What of the sentences of statements stands there. */
  readonly sentences: SentenceLevels;
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

export interface StandingContent {
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
export type FindInput = Pick<TranscriptInput, 'messages' | 'itemType'>;

export interface StandingInput<F> {
  readonly before: PreparedTranscript;
  /** What the measure's `find` has found; undefined without one. */
  readonly found: F;
  readonly facts: FactMap;
  readonly artifacts: ArtifactTrail;
  readonly standing: StandingContent;
  /** By statement of the measure: PRESERVED, DEGRADED or LOST, at its best place or in new texts. */
  readonly levels: Uint8Array;
}

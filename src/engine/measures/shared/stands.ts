/** What a measure of loss is asked about: what a transcript has, and what of it is in a result. Types and the bits of parts. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { TranscriptInput } from '../../signals/remember.ts';
import type { FileOperation, Place } from '../types.ts';
import type { ArtifactTrail } from './operations.ts';
import { IntList } from '../../lib/arrays.ts';
import type { FactMap } from './fact-map.ts';

export class Cuts {
  private readonly texts: number;
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

  touch(text: number, start: number, end: number): boolean {
    for (let k = this.firstOf(text); this.isOf(k, text); k++) if (start < this.to.get(k) && end > this.from.get(k)) return true;
    return false;
  }

  out(text: number, start: number, end: number): number {
    let out = 0;
    for (let k = this.firstOf(text); this.isOf(k, text); k++) out += Math.max(0, Math.min(end, this.to.get(k)) - Math.max(start, this.from.get(k)));
    return out;
  }

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

export interface Statement<G extends string = string> {
  readonly text: string;
  readonly group: G;
  readonly places: readonly Place[];
}

/**
 * What a line says of sentences: number × 4 + level, ascending by number. Integers, because a long recording has thousands of
 * sentences and hundreds of thousands of lines, and each line may say half of many.
 */
export type SentenceLevels = Int32Array;

export interface Reading {
  readonly facts: Int32Array;
  readonly sentences: SentenceLevels;
  readonly claims: readonly Claim[];
}
export interface Claim {
  readonly file: number;
  readonly operation: FileOperation;
}

/**
 * Bits of a part: it stands as it was; its content was put aside and a reference is in its place; or what was not cut out of its texts stays.
 */
export const WHOLE = 1;
export const OFFLOADED = 2;
export const CUT = 4;

export interface StandingContent {
  readonly parts: Uint8Array;
  readonly cuts: Cuts;
  readonly texts: readonly { readonly before: number; readonly reading: Reading }[];
  placeholder(message: number, part: number): string;
}

export type FindInput = Pick<TranscriptInput, 'messages' | 'itemType'>;

export interface StandingInput<F> {
  readonly before: PreparedTranscript;
  readonly found: F;
  readonly facts: FactMap;
  readonly artifacts: ArtifactTrail;
  readonly standing: StandingContent;
  readonly levels: Uint8Array;
}

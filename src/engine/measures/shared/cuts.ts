import { IntList } from '../../lib/int-list.ts';
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

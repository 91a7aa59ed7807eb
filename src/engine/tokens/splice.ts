import type { BaseCounter } from './contract.ts';

/** A stretch of a text that something else stands for: text[from, to) → insert. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** UTF-16 units between two places at which running counts are kept. */
const SPACING = 32;

/**
 * Base tokens of a text with some of it replaced, and of parts of it: the text is counted once, and a replacement costs
 * the count of the words around its joints. Exact for every counter: counts are only added where the counter says that
 * they add up (`stretchEnd`), what stands between is counted as it is.
 */
export class Splicer {
  /** Base tokens of the whole text. */
  readonly total: number;
  private readonly base: BaseCounter;
  private readonly text: string;
  /** Places at which counts add up, ascending, and the base tokens before each; the first is 0, the last the text's end. */
  private readonly places: Int32Array;
  private readonly sums: Float64Array;

  constructor(base: BaseCounter, text: string) {
    this.base = base;
    this.text = text;
    const places: number[] = [0];
    const sums: number[] = [0];
    let sum = 0;
    for (let from = 0; from < text.length; ) {
      const to = base.stretchEnd(text, from, SPACING);
      sum += base.count(from === 0 && to === text.length ? text : text.slice(from, to));
      places.push(to);
      sums.push(sum);
      from = to;
    }
    this.places = Int32Array.from(places);
    this.sums = Float64Array.from(sums);
    this.total = sum;
  }

  /** Base tokens of text[from, to) by itself. */
  count(from: number, to: number): number {
    const a = this.firstFrom(from);
    const b = this.lastBefore(to);
    if (a >= b) return this.base.count(this.text.slice(from, to));
    const start = this.places[a]!;
    const end = this.places[b]!;
    return (
      (start > from ? this.base.count(this.text.slice(from, start)) : 0) +
      this.sums[b]! -
      this.sums[a]! +
      (to > end ? this.base.count(this.text.slice(end, to)) : 0)
    );
  }

  /** Base tokens of the text with the spans replaced. Spans ascend and do not overlap. */
  spliced(spans: readonly Span[]): number {
    const { text, places, sums } = this;
    let total = this.total;
    for (let s = 0; s < spans.length; ) {
      const low = this.lastBefore(spans[s]!.from);
      let piece = text.slice(places[low]!, spans[s]!.from);
      let high: number;
      for (;;) {
        const { to, insert } = spans[s]!;
        piece += insert;
        high = this.firstAfter(to);
        const next = spans[++s];
        if (next === undefined || places[high]! < next.from) {
          piece += text.slice(to, places[high]!);
          break;
        }
        // No place between this joint and the next span's: they are counted together.
        piece += text.slice(to, next.from);
      }
      total += this.base.count(piece) - (sums[high]! - sums[low]!);
    }
    return total;
  }

  /** Index of the last place before `at`; counts before it do not depend on what stands from `at` on. */
  private lastBefore(at: number): number {
    let low = 0;
    let high = this.places.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.places[middle]! < at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Index of the first place at or after `at`. */
  private firstFrom(at: number): number {
    const before = this.lastBefore(at);
    return this.places[before]! >= at ? before : Math.min(before + 1, this.places.length - 1);
  }

  /** Index of the first place after `at`, the end of the text where there is none. */
  private firstAfter(at: number): number {
    const from = this.firstFrom(at);
    return this.places[from]! > at ? from : Math.min(from + 1, this.places.length - 1);
  }
}

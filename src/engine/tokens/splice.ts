import { lowerBound } from '../lib/bisect.ts';
import type { BaseCounter, RunningCounts } from './contract.ts';
import { runningCounts } from './running.ts';

/**
 * Base tokens of parts of a text, optionally with text before and after: the text is counted once, and a part costs the count of the words
 * at its ends. Exact for every counter: counts are added only where the counter says that they add up (`stretchEnd`), everything between is
 * counted directly.
 */
export class Splicer {
  readonly text: string;
  readonly base: BaseCounter;
  /** Places at which counts add up, ascending; the first is 0, the last the text's end. */
  private readonly places: Int32Array;
  /** Base tokens before each place. */
  private readonly sums: Int32Array;

  /** `counts`: of the text, if known. */
  constructor(base: BaseCounter, text: string, { places, sums }: RunningCounts = runningCounts(base, text)) {
    this.base = base;
    this.text = text;
    this.places = places;
    this.sums = sums;
  }

  /** Base tokens of the whole text. */
  get total(): number {
    return this.sums[this.sums.length - 1]!;
  }

  /** Base tokens of `before` + text[from, to) + `after`. */
  between(from: number, to: number, before = '', after = ''): number {
    const { base, text, places, sums } = this;
    const a = this.firstFrom(before === '' ? from : from + 1);
    const b = this.lastBefore(after === '' ? to + 1 : to);
    const start = places[a]!;
    const end = places[b]!;
    if (a >= b || start > to) return base.count(before + text.slice(from, to) + after);
    let tokens = sums[b]! - sums[a]!;
    if (start > from || before !== '') tokens += base.count(before + text.slice(from, start));
    if (end < to || after !== '') tokens += base.count(text.slice(end, to) + after);
    return tokens;
  }

  /** Index of the last place before `at`. */
  private lastBefore(at: number): number {
    return lowerBound(this.places, at, 1) - 1;
  }

  /** Index of the first place at or after `at`; the end of the text where there is none. */
  private firstFrom(at: number): number {
    const before = this.lastBefore(at);
    return this.places[before]! >= at ? before : Math.min(before + 1, this.places.length - 1);
  }
}

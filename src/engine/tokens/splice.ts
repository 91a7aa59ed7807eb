import { lowerBound } from '../lib/arrays.ts';
import type { BaseCounter, RunningCounts } from './contract.ts';

/*
 * Running counts of texts, remembered with the object that holds the text: counting a transcript makes them on the way, and the cuts of a
 * text need not count it again.
 */

/** UTF-16 units between two stored running counts. */
const SPACING = 32;
const SHORTEST = 120;
const LONGEST = 1 << 16;

const memory = new WeakMap<BaseCounter, WeakMap<object, RunningCounts>>();

export function countOwned(base: BaseCounter, owner: object | null, text: string): number {
  if (!base.running || owner === null || text.length < SHORTEST || text.length > LONGEST) return base.count(text);
  const counts = base.running(text, SPACING);
  let known = memory.get(base);
  if (!known) {
    known = new WeakMap();
    memory.set(base, known);
  }
  known.set(owner, counts);
  return counts.sums.at(-1)!;
}

export const runningOf = (base: BaseCounter, owner: object, text: string): RunningCounts => memory.get(base)?.get(owner) ?? runningCounts(base, text);

export function runningCounts(base: BaseCounter, text: string): RunningCounts {
  if (base.running) return base.running(text, SPACING);
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
  return { places: Int32Array.from(places), sums: Int32Array.from(sums) };
}

/**
 * Base tokens of parts of a text, optionally with text before and after: the text is counted once, and a part costs the count of the words at its
 * ends.
 */
export class Splicer {
  readonly text: string;
  readonly base: BaseCounter;
  private readonly places: Int32Array;
  private readonly sums: Int32Array;

  constructor(base: BaseCounter, text: string, { places, sums }: RunningCounts = runningCounts(base, text)) {
    this.base = base;
    this.text = text;
    this.places = places;
    this.sums = sums;
  }

  get total(): number {
    return this.sums[this.sums.length - 1]!;
  }

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

  private lastBefore(at: number): number {
    return lowerBound(this.places, at, 1) - 1;
  }

  private firstFrom(at: number): number {
    const before = this.lastBefore(at);
    return this.places[before]! >= at ? before : Math.min(before + 1, this.places.length - 1);
  }
}

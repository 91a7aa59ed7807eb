/**
 * Running counts of texts, remembered with the object that holds the text: counting a transcript makes them on the way, and the cuts of a
 * text need not count it again.
 */
import type { BaseCounter, RunningCounts } from './contract.ts';

/** UTF-16 units between two stored running counts. */
const SPACING = 32;
/** Shorter texts are hardly ever cut, and longer ones are counted with pauses. */
const SHORTEST = 120;
const LONGEST = 1 << 16;

const memory = new WeakMap<BaseCounter, WeakMap<object, RunningCounts>>();

/** Base tokens of a text. If it is the only one that `owner` holds, what is counted on the way is remembered. */
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

/** Running counts of the text that `owner` holds: those remembered, or else new ones. */
export const runningOf = (base: BaseCounter, owner: object, text: string): RunningCounts => memory.get(base)?.get(owner) ?? runningCounts(base, text);

/** Running counts of any text. */
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

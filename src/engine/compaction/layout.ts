import type { Prepared } from '../signals/contract.ts';
import { blockStarts } from '../signals/units.ts';
import { DROP, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { Layout } from './types.ts';

/** Is the message still there, whole or changed? */
const stands = (fate: number | undefined): boolean => fate !== SUMMARIZE && fate !== DROP;

/** For every place: the next message from there on that stands, n where none does. */
function standingFrom({ fates }: Plan): Int32Array {
  const next = new Int32Array(fates.length + 1);
  next[fates.length] = fates.length;
  for (let i = fates.length - 1; i >= 0; i--) next[i] = stands(fates[i]) ? i : next[i + 1]!;
  return next;
}

/**
 * No provider accepts anything between a call and its results: an insertion that would stand there moves before the
 * call.
 */
function settle(prepared: Prepared, next: Int32Array, before: number): number {
  const { first } = blockStarts(prepared);
  let at = before;
  for (;;) {
    const following = next[at]!;
    if (following >= prepared.n) return at;
    const start = first[following]!;
    if (start >= at) return at;
    at = start;
  }
}

/** Positions of a plan's insertions; insertions at the same place keep the order of the plan. */
export function layoutOf(prepared: Prepared, plan: Plan): Layout {
  const { fates, insertions } = plan;
  const following = insertions.length > 0 ? standingFrom(plan) : new Int32Array(0);
  const places = insertions.map((insertion, index) => ({ index, before: settle(prepared, following, insertion.before) }));
  places.sort((a, b) => a.before - b.before || a.index - b.index);
  const position: number[] = [];
  let length = 0;
  let next = 0;
  for (let i = 0; i <= fates.length; i++) {
    while (next < places.length && places[next]!.before <= i) {
      position.push(length++);
      next++;
    }
    if (i < fates.length && stands(fates[i])) length++;
  }
  return { order: places.map((p) => p.index), before: places.map((p) => p.before), position, length };
}

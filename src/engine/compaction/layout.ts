import type { Prepared } from '../signals/contract.ts';
import { blockStarts } from '../signals/units.ts';
import { DROP, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { Layout } from './types.ts';

/** Is the message still there, whole or changed? */
const stands = (fate: number | undefined): boolean => fate !== SUMMARIZE && fate !== DROP;

/**
 * No provider accepts anything between a call and its results: an insertion that would stand there moves before the
 * call.
 */
function settle(prepared: Prepared, plan: Plan, before: number): number {
  const { first } = blockStarts(prepared);
  let at = before;
  for (;;) {
    let next = at;
    while (next < prepared.n && !stands(plan.fates[next])) next++;
    if (next >= prepared.n) return at;
    const start = first[next]!;
    if (start >= at) return at;
    at = start;
  }
}

/** Positions of a plan's insertions; insertions at the same place keep the order of the plan. */
export function layoutOf(prepared: Prepared, plan: Plan): Layout {
  const { fates, insertions } = plan;
  const places = insertions.map((insertion, index) => ({ index, before: settle(prepared, plan, insertion.before) }));
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

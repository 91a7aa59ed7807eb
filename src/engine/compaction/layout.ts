import type { Prepared } from '../signals/contract.ts';
import { blockStarts } from '../signals/units.ts';
import { DROP, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { Layout } from './types.ts';

/** Is the message still there, whole or changed? */
const stands = (fate: number | undefined): boolean => fate !== SUMMARIZE && fate !== DROP;

/**
 * Where an insertion may stand: no provider accepts anything between a call and its results, so one that would stand there
 * moves before the call.
 */
class Places {
  readonly #fates: Uint8Array;
  readonly #first: Int32Array;
  /** No message stands from the first to the second of them; the second does, or is the end. */
  #from = 0;
  #following = -1;

  constructor(prepared: Prepared, { fates }: Plan) {
    this.#fates = fates;
    this.#first = blockStarts(prepared).first;
  }

  settle(before: number): number {
    let at = before;
    for (;;) {
      const following = this.#next(at);
      if (following >= this.#fates.length) return at;
      const start = this.#first[following]!;
      if (start >= at) return at;
      at = start;
    }
  }

  /** The next message from there on that stands. Looked for once between two that stand, however many insertions are there. */
  #next(at: number): number {
    if (at >= this.#from && at <= this.#following) return this.#following;
    const fates = this.#fates;
    let following = at;
    while (following < fates.length && !stands(fates[following])) following++;
    this.#from = at;
    this.#following = following;
    return following;
  }
}

/** Positions of a plan's insertions; insertions at the same place keep the order of the plan. */
export function layoutOf(prepared: Prepared, plan: Plan): Layout {
  const { fates, insertions } = plan;
  const order: number[] = [];
  const before: number[] = [];
  if (insertions.length > 0) {
    const settled = new Places(prepared, plan);
    const places = insertions.map((insertion) => settled.settle(insertion.before));
    for (let index = 0; index < places.length; index++) order.push(index);
    if (places.some((place, index) => index > 0 && place < places[index - 1]!)) order.sort((a, b) => places[a]! - places[b]! || a - b);
    for (const index of order) before.push(places[index]!);
  }
  const position: number[] = [];
  let length = 0;
  let from = 0;
  for (const place of before) {
    length += standingIn(fates, from, place);
    from = place;
    position.push(length++);
  }
  length += standingIn(fates, from, fates.length);
  return { order, before, position, length };
}

function standingIn(fates: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (stands(fates[i])) count++;
  return count;
}

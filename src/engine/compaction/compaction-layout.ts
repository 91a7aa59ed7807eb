import type { PreparedTranscript } from '../signals/contract.ts';
import { blockStarts } from '../signals/units.ts';
import type { Plan } from '../strategies/contract.ts';
import { type Runs, runsOf, stands } from './runs.ts';
import type { Layout } from './types.ts';

/** Moves insertions to valid positions: no provider accepts anything between a call and its results, so such an insertion moves before the call. */
class Places {
  readonly #fates: Uint8Array;
  readonly #runs: Runs;
  readonly #first: Int32Array;
  #run = 0;

  constructor(prepared: PreparedTranscript, plan: Plan) {
    this.#fates = plan.fates;
    this.#runs = runsOf(plan);
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

  #next(at: number): number {
    const { starts, count } = this.#runs;
    if (at >= this.#fates.length) return at;
    let run = this.#run;
    while (starts[run]! > at) run--;
    while (starts[run + 1]! <= at) run++;
    this.#run = run;
    if (stands(this.#fates[at])) return at;
    while (run < count && !stands(this.#fates[starts[run]!])) run++;
    return starts[run]!;
  }
}

export function layoutOf(prepared: PreparedTranscript, plan: Plan): Layout {
  const { fates, insertions } = plan;
  const { starts, count } = runsOf(plan);
  const order: number[] = [];
  const before: number[] = [];
  if (insertions.length > 0) {
    const settled = new Places(prepared, plan);
    // What is as shipped stands where the product puts it, accepted or not.
    const places = insertions.map(({ before }) => (plan.asShipped ? before : settled.settle(before)));
    for (let index = 0; index < places.length; index++) order.push(index);
    if (places.some((place, index) => index > 0 && place < places[index - 1]!)) order.sort((a, b) => places[a]! - places[b]! || a - b);
    for (const index of order) before.push(places[index]!);
  }
  const position: number[] = [];
  let length = 0;
  let next = 0;
  for (let run = 0; run < count; run++) {
    const from = starts[run]!;
    const to = starts[run + 1]!;
    const standing = stands(fates[from]);
    for (; next < before.length && before[next]! < to; next++) position.push(length + next + (standing ? before[next]! - from : 0));
    if (standing) length += to - from;
  }
  for (; next < before.length; next++) position.push(length + next);
  return { order, before, position, length: length + before.length };
}

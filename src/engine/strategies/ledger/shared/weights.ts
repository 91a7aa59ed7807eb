/** Likelihood that a fact is needed again, judged by how often, how recently and by whom it was said. */
import { FACT_PLACES, type FactIndex } from '../../../signals/facts/index.ts';
import type { Message } from '../../../transcript/types.ts';

const TEXT = 1 << FACT_PLACES.indexOf('text');
const ARGUMENTS = 1 << FACT_PLACES.indexOf('arguments');

/**
 * Exponents and factors, chosen by recall on half of the conversations of docs/study.md; no variant that was tried moved it by more than
 * 0.02.
 */
const OFTEN = 0.5;
const LATELY = 0.2;
const CALLED = 0.5;
const SAID = 1.5;
const ASKED = 0.25;

export interface FactUses {
  /** By fact: number of messages with it, the last of them, and its weight. */
  readonly count: Int32Array;
  readonly last: Int32Array;
  readonly weight: Float64Array;
}

/**
 * weight = messages^0.5 × age^−0.2 × (1 + 0.5 if in arguments of a call + 1.5 if the assistant said it + 0.25 if the user did); age =
 * messages since it was last said, from 1. 0 for facts of the header, which stays anyway.
 */
export function usesOf(index: FactIndex, messages: readonly Message[], header: number): FactUses {
  const count = new Int32Array(index.count);
  const last = new Int32Array(index.count);
  const by = new Uint8Array(index.count);
  for (let i = 0; i < messages.length; i++) {
    const { role } = messages[i]!;
    for (let k = index.from[i]!; k < index.from[i + 1]!; k++) {
      const id = index.ids[k]!;
      count[id]! += 1;
      last[id] = i;
      const places = index.places[k]!;
      if (places & ARGUMENTS) by[id]! |= 1;
      if (places & TEXT) by[id]! |= role === 'assistant' ? 2 : 4;
    }
  }
  const weight = new Float64Array(index.count);
  for (let id = 0; id < weight.length; id++) {
    if (index.first[id]! < header) continue;
    const whose = 1 + (by[id]! & 1 ? CALLED : 0) + (by[id]! & 2 ? SAID : 0) + (by[id]! & 4 ? ASKED : 0);
    weight[id] = count[id]! ** OFTEN * (messages.length - last[id]!) ** -LATELY * whose;
  }
  return { count, last, weight };
}

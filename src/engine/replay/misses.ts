/** Facts that an answer used although a compaction had removed them from the context. */
import { FACT_PLACES, type FactIndex, factIndexOf, factsOfParts, kindOfFact } from '../signals/facts/index.ts';
import { headerFacts } from '../recall/header-facts.ts';
import type { ReplayMiss } from './contract.ts';
import type { Looked } from './look.ts';
import { appended, changed, type Context, EMPTY } from './running.ts';

const USE = (1 << FACT_PLACES.indexOf('text')) | (1 << FACT_PLACES.indexOf('arguments'));

/**
 * Every use of a fact (recall's selection, docs/facts.md#two-selections; in an answer's text or in the arguments of its calls) that was
 * said before, that the header does not contain, and that the running context no longer held. Saying it brings it back, so a second use is
 * not a miss. One pass over the recording, and one over the context after each compaction.
 */
export function missesOf({ base, recording, done }: Looked): readonly ReplayMiss[] {
  const index = factIndexOf(base.transcript, 'recall');
  const inHeader = headerFacts(base);
  const { messages, source, answers } = recording;
  const found: ReplayMiss[] = [];
  /** By fact: the last walked message with it, −1 = none yet; 1 where the context holds it; the attempt that lost it. */
  const last = new Int32Array(index.count).fill(-1);
  let held: Uint8Array = new Uint8Array(index.count);
  const lostBy = new Int32Array(index.count).fill(-1);
  let context = EMPTY;
  let from = 0;
  let attempt = 0;
  let request = 0;
  for (let k = 0; k < messages.length; k++) {
    for (; attempt < done.length && done[attempt]!.place.end <= k; attempt++) {
      const { delta } = done[attempt]!.attempt;
      if (!delta) continue;
      const { end } = done[attempt]!.place;
      context = changed(appended(context, recording, from, end), delta);
      from = end;
      const after = heldIn(context, index, recording);
      for (let fact = 0; fact < after.length; fact++) if (held[fact] === 1 && after[fact] === 0) lostBy[fact] = attempt;
      held = after;
    }
    const i = source[k]!;
    const isAnswer = answers[request] === k;
    if (isAnswer) request++;
    for (let at = index.from[i]!; at < index.from[i + 1]!; at++) {
      const fact = index.ids[at]!;
      if (isAnswer && (index.places[at]! & USE) !== 0 && last[fact]! >= 0 && held[fact] === 0 && inHeader[fact] === 0) {
        found.push({
          fact: index.text[fact]!,
          kind: kindOfFact(index, fact),
          request,
          neededAt: i,
          seenAt: source[last[fact]!]!,
          lostBy: lostBy[fact]!,
        });
      }
      held[fact] = 1;
      last[fact] = k;
    }
  }
  return found;
}

/** By fact: 1 where the context holds it. Insertions and edits are read. */
function heldIn({ messages, origins }: Context, index: FactIndex, recording: Looked['recording']): Uint8Array {
  const held = new Uint8Array(index.count);
  messages.forEach((message, j) => {
    const origin = origins[j]!;
    if (origin >= 0 && message === recording.messages[origin]) {
      const i = recording.source[origin]!;
      for (let at = index.from[i]!; at < index.from[i + 1]!; at++) held[index.ids[at]!] = 1;
      return;
    }
    for (const { facts } of factsOfParts(message.parts, 'recall')) {
      for (let k = 0; k < facts.starts.length; k++) {
        const key = facts.keyOf(k);
        const fact = key === null ? -1 : index.idOf(key);
        if (fact >= 0) held[fact] = 1;
      }
    }
  });
  return held;
}

/** Facts of a transcript, interned once: measures over it are loops over integers. */
import { FACT_KINDS, type FactKind } from '../contract.ts';
import { slowly } from '../similarity/slowly.ts';
import type { Part, Transcript } from '../../transcript/types.ts';
import { factsOfParts, factsOfPartsSlowly, type Selection } from './texts.ts';

/** Facts have ids from 0 to count − 1, in the order in which the transcript says them first. */
export interface FactIndex {
  readonly selection: Selection;
  readonly count: number;
  /** By fact: index into FACT_KINDS, identity, text as first said, message that says it first. */
  readonly kind: Uint8Array;
  readonly key: readonly string[];
  readonly text: readonly string[];
  readonly first: Int32Array;
  /** Facts of message i, each once in order of first occurrence: ids[from[i]] … ids[from[i + 1] − 1]. */
  readonly from: Int32Array;
  readonly ids: Int32Array;
  /** Beside `ids`: bits `1 << index in FACT_PLACES` of every place where the message has the fact. */
  readonly places: Uint8Array;
  /** Beside `ids`: part, text within the part (of a tool result), and offsets of the first occurrence in the message. */
  readonly part: Int32Array;
  readonly piece: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Id by key; −1 where the transcript does not have the fact. */
  idOf(key: string): number;
  /**
   * Facts of the transcript that stand in these parts (of an edited or inserted message), each once. Remembered per array of
   * parts; a part that was searched before is not searched again.
   */
  idsIn(parts: readonly Part[]): Int32Array;
}

export const kindOfFact = (index: FactIndex, id: number): FactKind => FACT_KINDS[index.kind[id]!]!;

/** Messages between two chances to pause, where they are short. */
const SLICE = 8;

function* make(transcript: Transcript, selection: Selection): Generator<void, FactIndex> {
  const { messages } = transcript;
  const n = messages.length;
  const byKey = new Map<string, number>();
  const kind: number[] = [];
  const text: string[] = [];
  const first: number[] = [];
  const from = new Int32Array(n + 1);
  const ids: number[] = [];
  const places: number[] = [];
  const part: number[] = [];
  const piece: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  /** Where each fact stood last in `ids`. */
  const seenAt: number[] = [];
  for (let i = 0; i < n; i++) {
    from[i] = ids.length;
    for (const { part: p, piece: q, place, facts } of yield* factsOfPartsSlowly(messages[i]!.parts, selection)) {
      for (let k = 0; k < facts.keys.length; k++) {
        const key = facts.keys[k]!;
        if (key === null) continue;
        let id = byKey.get(key);
        if (id === undefined) {
          id = kind.length;
          byKey.set(key, id);
          kind.push(facts.kinds[k]!);
          text.push(facts.text.slice(facts.starts[k], facts.ends[k]));
          first.push(i);
          seenAt.push(-1);
        }
        const seen = seenAt[id]!;
        if (seen >= from[i]!) {
          places[seen]! |= 1 << place;
          continue;
        }
        seenAt[id] = ids.length;
        ids.push(id);
        places.push(1 << place);
        part.push(p);
        piece.push(q);
        start.push(facts.starts[k]!);
        end.push(facts.ends[k]!);
      }
    }
    if (i % SLICE === SLICE - 1) yield;
  }
  from[n] = ids.length;
  const ofParts = new WeakMap<readonly Part[], Int32Array>();
  return {
    selection,
    count: kind.length,
    kind: Uint8Array.from(kind),
    key: [...byKey.keys()],
    text,
    first: Int32Array.from(first),
    from,
    ids: Int32Array.from(ids),
    places: Uint8Array.from(places),
    part: Int32Array.from(part),
    piece: Int32Array.from(piece),
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    idOf: (key) => byKey.get(key) ?? -1,
    idsIn(parts) {
      let found = ofParts.get(parts);
      if (!found) {
        const known = new Set<number>();
        for (const { facts } of factsOfParts(parts, selection)) {
          for (const key of facts.keys) {
            const id = key === null ? undefined : byKey.get(key);
            if (id !== undefined) known.add(id);
          }
        }
        found = Int32Array.from(known);
        ofParts.set(parts, found);
      }
      return found;
    },
  };
}

const indexes = { all: slowly((t: Transcript) => make(t, 'all')), recall: slowly((t: Transcript) => make(t, 'recall')) };

/** The index of a transcript; what is left of it is made at once. */
export const factIndexOf = (transcript: Transcript, selection: Selection = 'all'): FactIndex => indexes[selection].of(transcript);

/** Makes the index in slices of about a millisecond (`Strategy.warm`), so that `factIndexOf` finds it. */
export const warmFactIndex = (transcript: Transcript, selection: Selection = 'all'): Generator<void, void> => indexes[selection].warm(transcript);

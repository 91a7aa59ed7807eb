/** Facts of a transcript, interned once, so that measures are loops over integers. */
import type { Slice } from '../../lib/lib-steps.ts';
import { wholeOf } from '../signal-prepare.ts';
import { FACT_KINDS, type FactKind } from '../contract.ts';
import { slowly } from '../similarity/slowly.ts';
import type { Part, Transcript } from '../../transcript/types.ts';
import type { Selection } from './fact-names.ts';
import { factsOfPartsSlowly, type PartFacts } from './fact-texts.ts';

export interface FactIndex {
  readonly selection: Selection;
  readonly count: number;
  readonly kind: Uint8Array;
  readonly key: readonly string[];
  readonly text: readonly string[];
  readonly first: Int32Array;
  readonly from: Int32Array;
  readonly ids: Int32Array;
  readonly places: Uint8Array;
  readonly part: Int32Array;
  readonly piece: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  idOf(key: string): number;
  /** Facts of the transcript that occur in these parts (of an edited or inserted message), each once. */
  idsIn(parts: readonly Part[]): Int32Array;
}

export const kindOfFact = (index: FactIndex, id: number): FactKind => FACT_KINDS[index.kind[id]!]!;

const SLICE = 8;
const MERGED = 256;

/**
 * Facts of a message, each once, shared by all contexts with that message: two numbers per fact that say where it occurs first (`PLACED`
 * bits of places below the index of the text, then the number of the occurrence in it). Everything else is read there.
 */
interface MessageFacts {
  readonly texts: readonly PartFacts[];
  readonly at: Int32Array;
}
const PLACED = 8;
const ALL_PLACES = (1 << PLACED) - 1;

const held = { all: slowly((parts: readonly Part[]) => read(parts, 'all')), recall: slowly((parts: readonly Part[]) => read(parts, 'recall')) };

const OCCURRENCES = 1 << 10;

function* read(parts: readonly Part[], selection: Selection): Generator<Slice, MessageFacts> {
  const known = new Map<string, number>();
  const at: number[] = [];
  const texts = yield* factsOfPartsSlowly(parts, selection);
  for (const [t, { place, facts }] of texts.entries()) {
    for (let k = 0; k < facts.starts.length; k++) {
      if (k % OCCURRENCES === OCCURRENCES - 1) yield;
      const key = facts.keyOf(k);
      if (key === null) continue;
      const seen = known.get(key);
      if (seen === undefined) {
        known.set(key, at.length);
        at.push((t << PLACED) | (1 << place), k);
      } else at[seen]! |= 1 << place;
    }
  }
  return { texts, at: Int32Array.from(at) };
}

const textOf = ({ texts, at }: MessageFacts, j: number): PartFacts => texts[at[j]! >> PLACED]!;
const keyOf = (one: MessageFacts, j: number): string => textOf(one, j).facts.keyOf(one.at[j + 1]!)!;

function* make(transcript: Transcript, selection: Selection): Generator<Slice, FactIndex> {
  const whole = wholeOf(transcript);
  if (whole) return beginningOf(yield* indexes[selection].steps(whole), transcript.messages.length);
  const { messages } = transcript;
  const n = messages.length;
  const byKey = new Map<string, number>();
  const kind: number[] = [];
  const text: string[] = [];
  const first: number[] = [];
  const from = new Int32Array(n + 1);
  const ofMessages: MessageFacts[] = [];
  for (let i = 0; i < n; i++) {
    const one = yield* held[selection].steps(messages[i]!.parts);
    ofMessages.push(one);
    from[i + 1] = from[i]! + one.at.length / 2;
    if (i % SLICE === SLICE - 1) yield { done: i + 1, of: n };
  }
  const size = from[n]!;
  const ids = new Int32Array(size);
  const places = new Uint8Array(size);
  const part = new Int32Array(size);
  const piece = new Int32Array(size);
  const start = new Int32Array(size);
  const end = new Int32Array(size);
  for (let i = 0; i < n; i++) {
    const one = ofMessages[i]!;
    const { at } = one;
    for (let j = 0, m = from[i]!; j < at.length; j += 2, m++) {
      const of = textOf(one, j);
      const { facts } = of;
      const k = at[j + 1]!;
      const key = facts.keyOf(k)!;
      let id = byKey.get(key);
      start[m] = facts.starts[k]!;
      end[m] = facts.ends[k]!;
      if (id === undefined) {
        id = kind.length;
        byKey.set(key, id);
        kind.push(facts.kindOf(k));
        text.push(facts.text.slice(start[m], end[m]));
        first.push(i);
      }
      ids[m] = id;
      places[m] = at[j]! & ALL_PLACES;
      part[m] = of.part;
      piece[m] = of.piece;
    }
    if (i % MERGED === MERGED - 1) yield { done: i + 1, of: n };
  }
  const ofParts = new WeakMap<readonly Part[], Int32Array>();
  return {
    selection,
    count: kind.length,
    kind: Uint8Array.from(kind),
    key: [...byKey.keys()],
    text,
    first: Int32Array.from(first),
    from,
    ids,
    places,
    part,
    piece,
    start,
    end,
    idOf: (key) => byKey.get(key) ?? -1,
    idsIn(parts) {
      let found = ofParts.get(parts);
      if (!found) {
        const one = held[selection].of(parts);
        const known: number[] = [];
        for (let j = 0; j < one.at.length; j += 2) {
          const id = byKey.get(keyOf(one, j));
          if (id !== undefined) known.push(id);
        }
        found = Int32Array.from(known);
        ofParts.set(parts, found);
      }
      return found;
    },
  };
}

/** The index of the first `n` messages, with the same ids, because ids follow the order of first occurrence. */
function beginningOf(whole: FactIndex, n: number): FactIndex {
  const size = whole.from[n]!;
  let count = whole.count;
  while (count > 0 && whole.first[count - 1]! >= n) count--;
  const ofParts = new WeakMap<readonly Part[], Int32Array>();
  return {
    selection: whole.selection,
    count,
    kind: whole.kind.subarray(0, count),
    key: whole.key.slice(0, count),
    text: whole.text.slice(0, count),
    first: whole.first.subarray(0, count),
    from: whole.from.subarray(0, n + 1),
    ids: whole.ids.subarray(0, size),
    places: whole.places.subarray(0, size),
    part: whole.part.subarray(0, size),
    piece: whole.piece.subarray(0, size),
    start: whole.start.subarray(0, size),
    end: whole.end.subarray(0, size),
    idOf: (key) => {
      const id = whole.idOf(key);
      return id < count ? id : -1;
    },
    idsIn(parts) {
      let found = ofParts.get(parts);
      if (!found) {
        found = whole.idsIn(parts).filter((id) => id < count);
        ofParts.set(parts, found);
      }
      return found;
    },
  };
}

const indexes = { all: slowly((t: Transcript) => make(t, 'all')), recall: slowly((t: Transcript) => make(t, 'recall')) };

/** The index of a transcript; whatever is not made yet is made at once. */
export const factIndexOf = (transcript: Transcript, selection: Selection = 'all'): FactIndex => indexes[selection].of(transcript);

/** Makes the index in slices of about a millisecond (`Strategy.warm`), so that `factIndexOf` finds it. */
export const warmFactIndex = (transcript: Transcript, selection: Selection = 'all'): Generator<Slice, void> => indexes[selection].warm(transcript);

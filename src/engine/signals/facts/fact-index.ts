/** Facts of a transcript, interned once, so that measures are loops over integers. */
import { wholeOf } from '../beginnings.ts';
import { FACT_KINDS, type FactKind } from '../contract.ts';
import { slowly } from '../similarity/slowly.ts';
import type { Part, Transcript } from '../../transcript/types.ts';
import type { Selection } from './names.ts';
import { factsOfPartsSlowly } from './texts.ts';

/** Fact ids run from 0 to count − 1, in order of first occurrence. */
export interface FactIndex {
  readonly selection: Selection;
  readonly count: number;
  /** By fact: index into FACT_KINDS, identity, text at first occurrence, first message. */
  readonly kind: Uint8Array;
  readonly key: readonly string[];
  readonly text: readonly string[];
  readonly first: Int32Array;
  /** Facts of message i, each once in order of first occurrence: ids[from[i]] … ids[from[i + 1] − 1]. */
  readonly from: Int32Array;
  readonly ids: Int32Array;
  /** Parallel to `ids`: bits `1 << index in FACT_PLACES` of every place of the fact in the message. */
  readonly places: Uint8Array;
  /** Parallel to `ids`: part, text within the part (of a tool result), and offsets of the first occurrence in the message. */
  readonly part: Int32Array;
  readonly piece: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Id by key; −1 where the transcript lacks the fact. */
  idOf(key: string): number;
  /**
   * Facts of the transcript that occur in these parts (of an edited or inserted message), each once. Remembered per array of parts, and per
   * part.
   */
  idsIn(parts: readonly Part[]): Int32Array;
}

export const kindOfFact = (index: FactIndex, id: number): FactKind => FACT_KINDS[index.kind[id]!]!;

/** Messages between two opportunities to pause, where they are short. */
const SLICE = 8;
/** The same where their facts are known. */
const MERGED = 256;

/** Facts of a message, each once, shared by all contexts with that message. Arrays by fact, as in the index. */
interface Held {
  readonly keys: readonly string[];
  readonly texts: readonly string[];
  readonly kinds: Uint8Array;
  readonly places: Uint8Array;
  readonly parts: Int32Array;
  readonly pieces: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const held = { all: slowly((parts: readonly Part[]) => read(parts, 'all')), recall: slowly((parts: readonly Part[]) => read(parts, 'recall')) };

function* read(parts: readonly Part[], selection: Selection): Generator<void, Held> {
  const at = new Map<string, number>();
  const texts: string[] = [];
  const kinds: number[] = [];
  const places: number[] = [];
  const ofParts: number[] = [];
  const pieces: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { part, piece, place, facts } of yield* factsOfPartsSlowly(parts, selection)) {
    for (let k = 0; k < facts.keys.length; k++) {
      const key = facts.keys[k]!;
      if (key === null) continue;
      const seen = at.get(key);
      if (seen !== undefined) {
        places[seen]! |= 1 << place;
        continue;
      }
      at.set(key, texts.length);
      const start = facts.starts[k]!;
      const end = facts.ends[k]!;
      texts.push(facts.text.slice(start, end));
      kinds.push(facts.kinds[k]!);
      places.push(1 << place);
      ofParts.push(part);
      pieces.push(piece);
      starts.push(start);
      ends.push(end);
    }
  }
  return {
    keys: [...at.keys()],
    texts,
    kinds: new Uint8Array(kinds),
    places: new Uint8Array(places),
    parts: new Int32Array(ofParts),
    pieces: new Int32Array(pieces),
    starts: new Int32Array(starts),
    ends: new Int32Array(ends),
  };
}

function* make(transcript: Transcript, selection: Selection): Generator<void, FactIndex> {
  const whole = wholeOf(transcript);
  if (whole) return beginningOf(yield* indexes[selection].steps(whole), transcript.messages.length);
  const { messages } = transcript;
  const n = messages.length;
  const byKey = new Map<string, number>();
  const kind: number[] = [];
  const text: string[] = [];
  const first: number[] = [];
  const from = new Int32Array(n + 1);
  const ofMessages: Held[] = [];
  for (let i = 0; i < n; i++) {
    const one = yield* held[selection].steps(messages[i]!.parts);
    ofMessages.push(one);
    from[i + 1] = from[i]! + one.keys.length;
    if (i % SLICE === SLICE - 1) yield;
  }
  const size = from[n]!;
  const ids = new Int32Array(size);
  const places = new Uint8Array(size);
  const part = new Int32Array(size);
  const piece = new Int32Array(size);
  const start = new Int32Array(size);
  const end = new Int32Array(size);
  for (let i = 0; i < n; i++) {
    const { keys, texts, kinds, ...at } = ofMessages[i]!;
    for (let k = 0; k < keys.length; k++) {
      let id = byKey.get(keys[k]!);
      if (id === undefined) {
        id = kind.length;
        byKey.set(keys[k]!, id);
        kind.push(kinds[k]!);
        text.push(texts[k]!);
        first.push(i);
      }
      ids[from[i]! + k] = id;
    }
    places.set(at.places, from[i]!);
    part.set(at.parts, from[i]!);
    piece.set(at.pieces, from[i]!);
    start.set(at.starts, from[i]!);
    end.set(at.ends, from[i]!);
    if (i % MERGED === MERGED - 1) yield;
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
        const known = held[selection].of(parts).keys.map((key) => byKey.get(key) ?? -1);
        found = Int32Array.from(known.filter((id) => id >= 0));
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
export const warmFactIndex = (transcript: Transcript, selection: Selection = 'all'): Generator<void, void> => indexes[selection].warm(transcript);

import { remembered } from '../remember.ts';
import type { Part, Transcript } from '../../transcript/types.ts';
import { FACT_KINDS, type FactKind } from '../contract.ts';
import { wholeOf } from '../signal-prepare.ts';
import { FACT_PLACES, type FactPlace, type Name, type NameOccurrence, type Selection } from './fact-names.ts';
import { findNamed } from './find.ts';

// Facts of parts, found once and remembered with the object that holds the text, so that contexts that share a message share its facts, and
// both selections share one search.

export interface TextFacts {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  kindOf(k: number): number;
  /** Identity of an occurrence; null where it does not count in this selection. */
  keyOf(k: number): string | null;
}

export interface PartFacts {
  readonly part: number;
  readonly piece: number;
  readonly place: number;
  readonly facts: TextFacts;
}

interface Holder {
  readonly text: string;
  readonly place: FactPlace;
}

const holders = new WeakMap<object, Holder>();

function holderOf(owner: object, text: string, place: FactPlace): Holder {
  let holder = holders.get(owner);
  if (!holder) {
    holder = { text, place };
    holders.set(owner, holder);
  }
  return holder;
}

/** What both selections share: there is an occurrence for every 40 characters of a transcript, so nothing is stored twice. */
interface TextNames {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly names: readonly Name[];
}

const NOWHERE = new Int32Array(0);

function inArrays(text: string, found: readonly NameOccurrence[]): TextNames {
  const { length } = found;
  if (length === 0) return { text, starts: NOWHERE, ends: NOWHERE, names: [] };
  // One buffer for both: what an array costs beside its numbers is more than most texts need.
  const { buffer } = new Int32Array(2 * length);
  const starts = new Int32Array(buffer, 0, length);
  const ends = new Int32Array(buffer, length * Int32Array.BYTES_PER_ELEMENT, length);
  for (let k = 0; k < length; k++) {
    starts[k] = found[k]!.start;
    ends[k] = found[k]!.end;
  }
  return { text, starts, ends, names: found.map(({ name }) => name) };
}

/** Keys are asked of the names, which know them, instead of being listed for each selection. */
class KeyedFacts implements TextFacts {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly #names: readonly Name[];
  readonly #selection: Selection;
  readonly #place: FactPlace;

  constructor({ text, starts, ends, names }: TextNames, selection: Selection, place: FactPlace) {
    this.text = text;
    this.starts = starts;
    this.ends = ends;
    this.#names = names;
    this.#selection = selection;
    this.#place = place;
  }

  kindOf(k: number): number {
    return this.#names[k]!.kindAt;
  }

  keyOf(k: number): string | null {
    return this.#names[k]!.keyIn(this.#selection, this.#place);
  }
}

const ofText = remembered(({ text, place }: Holder): TextNames => inArrays(text, findNamed(text, place)));

const keyed = { all: remembered((holder: Holder) => withKeys(holder, 'all')), recall: remembered((holder: Holder) => withKeys(holder, 'recall')) };

function withKeys(holder: Holder, selection: Selection): TextFacts {
  return new KeyedFacts(ofText(holder), selection, holder.place);
}

const found = {
  all: remembered((parts: readonly Part[]) => findInParts(parts, 'all')),
  recall: remembered((parts: readonly Part[]) => findInParts(parts, 'recall')),
};

function findInParts(parts: readonly Part[], selection: Selection): readonly PartFacts[] {
  const list: PartFacts[] = [];
  for (const { part, piece, place, owner, text } of textsOf(parts)) {
    const facts = keyed[selection](holderOf(owner, text, place));
    list.push({ part, piece, place: FACT_PLACES.indexOf(place), facts });
  }
  return list;
}

interface PartText {
  readonly part: number;
  readonly piece: number;
  readonly place: FactPlace;
  readonly owner: object;
  readonly text: string;
}

function textsOf(parts: readonly Part[]): readonly PartText[] {
  return parts.flatMap((owner, part): readonly PartText[] => {
    switch (owner.type) {
      case 'text':
      case 'reasoning':
        return [{ part, piece: 0, place: owner.type, owner, text: owner.text }];
      case 'tool-call':
        return [{ part, piece: 0, place: 'arguments', owner, text: owner.args }];
      case 'tool-result':
        return owner.content.flatMap((c, piece) => (c.type === 'text' ? [{ part, piece, place: 'result' as const, owner: c, text: c.text }] : []));
      default:
        return [];
    }
  });
}

export const factsOfParts = (parts: readonly Part[], selection: Selection = 'all'): readonly PartFacts[] => found[selection](parts);

export function factsOfText(text: string, place: FactPlace, selection: Selection): TextFacts {
  return new KeyedFacts(inArrays(text, findNamed(text, place)), selection, place);
}

// Facts of a transcript, interned once, so that measures are loops over integers.

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

const held = {
  all: remembered((parts: readonly Part[]) => read(parts, 'all')),
  recall: remembered((parts: readonly Part[]) => read(parts, 'recall')),
};

function read(parts: readonly Part[], selection: Selection): MessageFacts {
  const known = new Map<string, number>();
  const at: number[] = [];
  const texts = factsOfParts(parts, selection);
  for (const [t, { place, facts }] of texts.entries()) {
    for (let k = 0; k < facts.starts.length; k++) {
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

function makeIndex(transcript: Transcript, selection: Selection): FactIndex {
  const whole = wholeOf(transcript);
  if (whole) return beginningOf(indexes[selection](whole), transcript.messages.length);
  const { messages } = transcript;
  const n = messages.length;
  const byKey = new Map<string, number>();
  const kind: number[] = [];
  const text: string[] = [];
  const first: number[] = [];
  const from = new Int32Array(n + 1);
  const ofMessages: MessageFacts[] = [];
  for (let i = 0; i < n; i++) {
    const one = held[selection](messages[i]!.parts);
    ofMessages.push(one);
    from[i + 1] = from[i]! + one.at.length / 2;
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
        const one = held[selection](parts);
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

const indexes = { all: remembered((t: Transcript) => makeIndex(t, 'all')), recall: remembered((t: Transcript) => makeIndex(t, 'recall')) };

/** The index of a transcript; whatever is not made yet is made at once. */
export const factIndexOf = (transcript: Transcript, selection: Selection = 'all'): FactIndex => indexes[selection](transcript);

export { basicFacts, wordFacts } from './find.ts';
export { findErrorLines } from './fact-commands.ts';

export { findFacts, findNamed } from './find.ts';
export { FACT_PLACES, type FactPlace } from './fact-names.ts';
export { factKey } from './fact-names.ts';
export { recallFacts } from './find.ts';

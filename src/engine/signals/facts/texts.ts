/**
 * Facts of parts, found once and remembered with the object that holds the text, so that contexts that share a message share its facts, and
 * both selections share one search.
 */
import type { Part } from '../../transcript/types.ts';
import { slowly } from '../similarity/slowly.ts';
import { findNamed, findNamedSlowly } from './find.ts';
import type { Name, Named, Selection } from './names.ts';
import { FACT_PLACES, type FactPlace } from './places.ts';

/** Occurrences in one text, in order of their start, the longer first. */
export interface TextFacts {
  readonly text: string;
  /** Indexes into FACT_KINDS. */
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Identity of each occurrence; null where it does not count in this selection. */
  readonly keys: readonly (string | null)[];
}

/** A text of a message with its facts. */
export interface PartFacts {
  /** Index of the part, and of the text within the content of a tool result (0 for other parts). */
  readonly part: number;
  readonly piece: number;
  /** Index into FACT_PLACES. */
  readonly place: number;
  readonly facts: TextFacts;
}

/** A text, and the object that it is remembered by. */
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

type Unkeyed = Omit<TextFacts, 'keys'> & { readonly names: readonly Name[] };

function inArrays(text: string, found: readonly Named[]): Unkeyed {
  const kinds = new Uint8Array(found.length);
  const starts = new Int32Array(found.length);
  const ends = new Int32Array(found.length);
  const names: Name[] = [];
  for (let k = 0; k < found.length; k++) {
    const { name, start, end } = found[k]!;
    kinds[k] = name.kindAt;
    starts[k] = start;
    ends[k] = end;
    names.push(name);
  }
  return { text, kinds, starts, ends, names };
}

const ofText = slowly(function* ({ text, place }: Holder): Generator<void, Unkeyed> {
  return inArrays(text, yield* findNamedSlowly(text, place));
});

const keyed = { all: slowly((holder: Holder) => withKeys(holder, 'all')), recall: slowly((holder: Holder) => withKeys(holder, 'recall')) };

/** Facts whose keys are made between two opportunities to pause. */
const SLICE = 1 << 10;

function* withKeys(holder: Holder, selection: Selection): Generator<void, TextFacts> {
  const { names, ...found } = yield* ofText.steps(holder);
  const keys: (string | null)[] = [];
  for (const name of names) {
    keys.push(name.keyIn(selection, holder.place));
    if (keys.length % SLICE === 0) yield;
  }
  return { ...found, keys };
}

const found = { all: slowly((parts: readonly Part[]) => make(parts, 'all')), recall: slowly((parts: readonly Part[]) => make(parts, 'recall')) };

function* make(parts: readonly Part[], selection: Selection): Generator<void, readonly PartFacts[]> {
  const list: PartFacts[] = [];
  for (const { part, piece, place, owner, text } of textsOf(parts)) {
    const facts = yield* keyed[selection].steps(holderOf(owner, text, place));
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

/** Facts of every text of these parts, in order. Remembered per array and per part; linear in the texts that are new. */
export const factsOfParts = (parts: readonly Part[], selection: Selection = 'all'): readonly PartFacts[] => found[selection].of(parts);

/** Facts of a text outside any transcript, for callers that remember them. */
export function factsOfText(text: string, place: FactPlace, selection: Selection): TextFacts {
  const { names, ...found } = inArrays(text, findNamed(text, place));
  return { ...found, keys: names.map((name) => name.keyIn(selection, place)) };
}

/** Facts of parts in slices of about a millisecond. */
export const factsOfPartsSlowly = (parts: readonly Part[], selection: Selection): Generator<void, readonly PartFacts[]> =>
  found[selection].steps(parts);

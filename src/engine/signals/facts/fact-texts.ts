/**
 * Facts of parts, found once and remembered with the object that holds the text, so that contexts that share a message share its facts, and
 * both selections share one search.
 */
import type { Slice } from '../../lib/lib-steps.ts';
import type { Part } from '../../transcript/types.ts';
import { slowly } from '../similarity/slowly.ts';
import { findNamed, findNamedSlowly } from './find.ts';
import { FACT_PLACES, type FactPlace, type Name, type NameOccurrence, type Selection } from './fact-names.ts';

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

const ofText = slowly(function* ({ text, place }: Holder): Generator<Slice, TextNames> {
  return inArrays(text, yield* findNamedSlowly(text, place));
});

const keyed = { all: slowly((holder: Holder) => withKeys(holder, 'all')), recall: slowly((holder: Holder) => withKeys(holder, 'recall')) };

function* withKeys(holder: Holder, selection: Selection): Generator<Slice, TextFacts> {
  return new KeyedFacts(yield* ofText.steps(holder), selection, holder.place);
}

const found = { all: slowly((parts: readonly Part[]) => make(parts, 'all')), recall: slowly((parts: readonly Part[]) => make(parts, 'recall')) };

function* make(parts: readonly Part[], selection: Selection): Generator<Slice, readonly PartFacts[]> {
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

export const factsOfParts = (parts: readonly Part[], selection: Selection = 'all'): readonly PartFacts[] => found[selection].of(parts);

export function factsOfText(text: string, place: FactPlace, selection: Selection): TextFacts {
  return new KeyedFacts(inArrays(text, findNamed(text, place)), selection, place);
}

export const factsOfPartsSlowly = (parts: readonly Part[], selection: Selection): Generator<Slice, readonly PartFacts[]> =>
  found[selection].steps(parts);

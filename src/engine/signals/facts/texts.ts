/**
 * Facts of parts, found once: remembered with the object that holds the text, so every context that shares a message shares
 * its facts, and both selections share one search.
 */
import type { Part } from '../../transcript/types.ts';
import { type Fact, FACT_KINDS } from '../contract.ts';
import { slowly } from '../similarity/slowly.ts';
import { findFactsSlowly } from './find.ts';
import { FACT_PLACES, type FactPlace } from './places.ts';
import { factKey } from './keys.ts';
import { recallKey } from './recall.ts';

/** Which facts count: all, or those of hindsight recall. */
export const SELECTIONS = ['all', 'recall'] as const;
export type Selection = (typeof SELECTIONS)[number];

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

/** A text with the object that holds it and is remembered by. */
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

/** Numbers of the kinds, for their names. */
const NUMBER_OF = new Map(FACT_KINDS.map((kind, k) => [kind, k]));

const ofText = slowly(function* ({ text, place }: Holder): Generator<void, Omit<TextFacts, 'keys'>> {
  const found = yield* findFactsSlowly(text, place);
  return {
    text,
    kinds: Uint8Array.from(found, ({ kind }) => NUMBER_OF.get(kind)!),
    starts: Int32Array.from(found, ({ start }) => start),
    ends: Int32Array.from(found, ({ end }) => end),
  };
});

const keyed = {
  all: slowly((holder: Holder) => withKeys(holder, factKey)),
  recall: slowly((holder: Holder) => withKeys(holder, (fact) => recallKey(fact, holder.place))),
};

/** Facts whose keys are made between two chances to pause. */
const SLICE = 1 << 10;

function* withKeys(holder: Holder, keyOf: (fact: Pick<Fact, 'kind' | 'text'>) => string | null): Generator<void, TextFacts> {
  const found = yield* ofText.steps(holder);
  const keys: (string | null)[] = [];
  /** A text names the same thing many times: its key is made once. */
  const known = new Map<string, string | null>();
  for (let k = 0; k < found.kinds.length; k++) {
    const kind = FACT_KINDS[found.kinds[k]!]!;
    const text = found.text.slice(found.starts[k], found.ends[k]);
    const name = `${kind} ${text}`;
    let key = known.get(name);
    if (key === undefined) {
      key = keyOf({ kind, text });
      known.set(name, key);
    }
    keys.push(key);
    if (k % SLICE === SLICE - 1) yield;
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

/** The same in slices of about a millisecond. */
export const factsOfPartsSlowly = (parts: readonly Part[], selection: Selection): Generator<void, readonly PartFacts[]> =>
  found[selection].steps(parts);

/**
 * Facts of parts, found once: remembered with the text's own object, so every context that shares a message shares its
 * facts, and a text that a compaction cut is searched only where it is new.
 */
import { FACT_KINDS } from '../contract.ts';
import type { Part } from '../../transcript/types.ts';
import { FACT_PLACES, type FactPlace, findFacts } from './find.ts';
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

const remembered: Readonly<Record<Selection, WeakMap<object, TextFacts>>> = { all: new WeakMap(), recall: new WeakMap() };
const ofParts: Readonly<Record<Selection, WeakMap<readonly Part[], readonly PartFacts[]>>> = { all: new WeakMap(), recall: new WeakMap() };

function factsOf(owner: object, text: string, place: FactPlace, selection: Selection): TextFacts {
  let made = remembered[selection].get(owner);
  if (!made) {
    const found = findFacts(text, place);
    made = {
      text,
      kinds: Uint8Array.from(found, ({ kind }) => FACT_KINDS.indexOf(kind)),
      starts: Int32Array.from(found, ({ start }) => start),
      ends: Int32Array.from(found, ({ end }) => end),
      keys: found.map((fact) => (selection === 'all' ? factKey(fact) : recallKey(fact, place))),
    };
    remembered[selection].set(owner, made);
  }
  return made;
}

/** Facts of every text of these parts, in order. Remembered per array and per part. */
export function factsOfParts(parts: readonly Part[], selection: Selection = 'all'): readonly PartFacts[] {
  let made = ofParts[selection].get(parts);
  if (!made) {
    const list: PartFacts[] = [];
    const add = (part: number, piece: number, owner: object, text: string, place: FactPlace): void => {
      list.push({ part, piece, place: FACT_PLACES.indexOf(place), facts: factsOf(owner, text, place, selection) });
    };
    parts.forEach((part, i) => {
      if (part.type === 'text') add(i, 0, part, part.text, 'text');
      else if (part.type === 'reasoning') add(i, 0, part, part.text, 'reasoning');
      else if (part.type === 'tool-call') add(i, 0, part, part.args, 'arguments');
      else if (part.type === 'tool-result')
        for (const [piece, c] of part.content.entries()) if (c.type === 'text') add(i, piece, c, c.text, 'result');
    });
    made = list;
    ofParts[selection].set(parts, made);
  }
  return made;
}

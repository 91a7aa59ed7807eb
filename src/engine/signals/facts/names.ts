/** Shared data of all occurrences of a text as a fact of one kind: created once, keys on demand. */
import { type Fact, FACT_KINDS, type FactKind } from '../contract.ts';
import { factKey } from './keys.ts';
import type { FactPlace } from './places.ts';
import { recallKey } from './recall-keys.ts';
import { TextMap } from './text-map.ts';

/** Which facts count: all, or those of hindsight recall. */
export const SELECTIONS = ['all', 'recall'] as const;
export type Selection = (typeof SELECTIONS)[number];

export class Name {
  readonly kind: FactKind;
  /** Index into FACT_KINDS. */
  readonly kindAt: number;
  readonly text: string;
  #all: string | undefined;
  #recall: string | null | undefined;
  #recallOfArguments: string | null | undefined;

  constructor(kindAt: number, text: string) {
    this.kind = FACT_KINDS[kindAt]!;
    this.kindAt = kindAt;
    this.text = text;
  }

  /** Identity as a fact in `place`; null where it does not count in the selection. */
  keyIn(selection: Selection, place: FactPlace): string | null {
    if (selection === 'all') {
      this.#all ??= factKey(this);
      return this.#all;
    }
    if (place === 'arguments') {
      if (this.#recallOfArguments === undefined) this.#recallOfArguments = recallKey(this, place);
      return this.#recallOfArguments;
    }
    if (this.#recall === undefined) this.#recall = recallKey(this, place);
    return this.#recall;
  }
}

/** An occurrence of a name; UTF-16 offsets. */
export interface Named {
  readonly name: Name;
  readonly start: number;
  readonly end: number;
}

const names = new TextMap((text, kindAt) => new Name(kindAt, text));
const KIND_AT = Object.fromEntries(FACT_KINDS.map((kind, k) => [kind, k])) as Record<FactKind, number>;

/** The name at text[start, end). `codes`: of the text, if known (codesOf). */
export const nameAt = (kind: FactKind, text: string, start: number, end: number, codes?: Uint16Array): Name =>
  names.of(text, start, end, KIND_AT[kind], codes);

/** The occurrence at text[start, end), within the text that begins `base` characters earlier. */
export const namedAt = (kind: FactKind, text: string, start: number, end: number, base = 0, codes?: Uint16Array): Named => ({
  name: nameAt(kind, text, start, end, codes),
  start: base + start,
  end: base + end,
});

export const asFact = ({ name, start, end }: Named): Fact => ({ kind: name.kind, text: name.text, start, end });

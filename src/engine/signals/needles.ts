/**
 * Finds all occurrences of many short texts in one pass with one look-up per character, so that costlier regular expressions run only where
 * they can match.
 */

export type Needle = readonly string[];

export const anyCase = (text: string): Needle => [...text].map((c) => (/[a-z]/.test(c) ? c + c.toUpperCase() : c));

export class Needles {
  readonly #classOf = new Uint8Array(1 << 16);
  readonly #classes: number;
  readonly #next: Uint16Array;
  readonly #found: number;
  readonly #needlesAt: readonly (readonly number[])[];
  readonly #lengths: readonly number[];

  constructor(needles: readonly Needle[]) {
    this.#lengths = needles.map((needle) => needle.length);
    // Characters that occur at the same positions form a class; 0 = at none. A position is a needle and the number of characters read.
    const placesOf = new Map<string, number[]>();
    for (const [k, needle] of needles.entries()) {
      for (const [read, set] of needle.entries()) {
        for (const c of set) {
          const places = placesOf.get(c);
          if (places) places.push((k << 8) | read);
          else placesOf.set(c, [(k << 8) | read]);
        }
      }
    }
    const numberOf = new Map<string, number>([['', 0]]);
    const classesAt = new Map<number, number[]>();
    for (const [c, places] of placesOf) {
      const name = places.join();
      let known = numberOf.get(name);
      if (known === undefined) {
        known = numberOf.size;
        numberOf.set(name, known);
        for (const place of places) classesAt.set(place, [...(classesAt.get(place) ?? []), known]);
      }
      this.#classOf[c.charCodeAt(0)] = known;
    }
    this.#classes = numberOf.size;
    // A state is the set of started needles: the positions that come next, longer prefixes before shorter ones.
    const begun: (readonly number[])[] = [[]];
    const stateOf = new Map<string, number>([['', 0]]);
    const beginnings = needles.map((_, k) => k << 8);
    const first = new Map<number, number[]>();
    const moves: number[][] = [];
    for (let state = 0; state < begun.length; state++) {
      const after = new Map<number, number[]>();
      for (const place of state === 0 ? beginnings : begun[state]!) {
        for (const c of classesAt.get(place) ?? []) {
          const places = after.get(c);
          if (places) places.push(place + 1);
          else after.set(c, [place + 1]);
        }
      }
      const row = state === 0 ? Array.from({ length: this.#classes }, () => 0) : [...moves[0]!];
      for (const [c, places] of after) {
        if (state === 0) first.set(c, places);
        else places.push(...(first.get(c) ?? []));
        const name = places.join();
        const known = stateOf.get(name) ?? begun.push(places) - 1;
        stateOf.set(name, known);
        row[c] = known;
      }
      moves.push(row);
    }
    const foundBy = begun.map((places) => places.flatMap((place) => (needles[place >> 8]!.length === (place & 255) ? [place >> 8] : [])));
    const order = [...foundBy.keys()].filter((state) => foundBy[state]!.length === 0);
    const silent = order.length;
    for (const [state, list] of foundBy.entries()) if (list.length > 0) order.push(state);
    const placeOf = new Int32Array(order.length);
    for (const [place, state] of order.entries()) placeOf[state] = place * this.#classes;
    this.#next = new Uint16Array(order.length * this.#classes);
    for (const [place, state] of order.entries()) {
      const row = moves[state]!;
      for (let c = 0; c < row.length; c++) this.#next[place * this.#classes + c] = placeOf[row[c]!]!;
    }
    this.#needlesAt = order.map((state) => foundBy[state]!);
    this.#found = silent * this.#classes;
  }

  scan(codes: Uint16Array, n: number, found: (needle: number, start: number) => void): void {
    const classOf = this.#classOf;
    const next = this.#next;
    const from = this.#found;
    let state = 0;
    for (let i = 0; i < n; i++) {
      state = next[state + classOf[codes[i]!]!]!;
      if (state < from) continue;
      for (const needle of this.#needlesAt[state / this.#classes]!) found(needle, i + 1 - this.#lengths[needle]!);
    }
  }
}

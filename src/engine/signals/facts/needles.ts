/**
 * Where any of many short texts stands, in one pass of a look-up per character: expressions that cost much more are then run
 * only where they can find something.
 */

/** Characters that may stand at each place of a text that is looked for. */
export type Needle = readonly string[];

/** A text in capitals and small letters (of ASCII) alike. */
export const anyCase = (text: string): Needle => [...text].map((c) => (/[a-z]/.test(c) ? c + c.toUpperCase() : c));

/** Needles as a deterministic automaton over classes of characters. */
export class Needles {
  readonly #classOf = new Uint8Array(1 << 16);
  readonly #classes: number;
  /** next[state + class]; states are multiples of the number of classes. */
  readonly #next: Uint16Array;
  /** From this state on something has been found. */
  readonly #found: number;
  /** What: indexes of needles, by state ÷ classes. */
  readonly #needlesAt: readonly (readonly number[])[];
  readonly #lengths: readonly number[];

  constructor(needles: readonly Needle[]) {
    this.#lengths = needles.map((needle) => needle.length);
    // Characters that stand in the same places are one class; 0 = in none.
    const byPlaces = new Map<string, number>();
    const members: string[] = [''];
    for (const c of new Set(needles.flat().join(''))) {
      const places = needles.map((needle) => needle.map((set) => (set.includes(c) ? 1 : 0)).join('')).join(' ');
      const known = byPlaces.get(places) ?? members.push(c) - 1;
      byPlaces.set(places, known);
      this.#classOf[c.charCodeAt(0)] = known;
    }
    this.#classes = members.length;
    // A state is what may have begun: characters read of each needle, in one number.
    const begun: (readonly number[])[] = [[]];
    const numbers = new Map<string, number>([['', 0]]);
    const moves: number[][] = [];
    for (let state = 0; state < begun.length; state++) {
      moves.push(
        members.map((c) => {
          if (c === '') return 0;
          const after = [...begun[state]!, ...Array.from(needles.keys(), (k) => k << 8)].flatMap((at) =>
            needles[at >> 8]![at & 255]?.includes(c) ? [at + 1] : [],
          );
          const name = after.join();
          const known = numbers.get(name) ?? begun.push(after) - 1;
          numbers.set(name, known);
          return known;
        }),
      );
    }
    const foundBy = (state: number): number[] => begun[state]!.flatMap((at) => (needles[at >> 8]!.length === (at & 255) ? [at >> 8] : []));
    const order = [...begun.keys()].sort((a, b) => Number(foundBy(a).length > 0) - Number(foundBy(b).length > 0) || a - b);
    const placeOf = new Int32Array(order.length);
    order.forEach((state, place) => {
      placeOf[state] = place;
    });
    this.#next = Uint16Array.from(order.flatMap((state) => moves[state]!.map((to) => placeOf[to]! * this.#classes)));
    this.#needlesAt = order.map(foundBy);
    this.#found = this.#needlesAt.findIndex((list) => list.length > 0) * this.#classes;
  }

  /** Calls `found` with every occurrence of every needle in codes[0, n), by their ends; overlapping ones too. Linear. */
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

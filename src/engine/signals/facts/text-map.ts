/** A cache keyed by stretches of text without creating strings: transcripts repeat the same words. */

/** Entries, and characters of their texts; beyond that it starts anew, which bounds its memory. */
const MOST = 1 << 16;
const MOST_CHARACTERS = 1 << 21;
/** Longer stretches are not cached: they hardly recur. */
const LONGEST = 400;
/** Slots probed: this bounds the cost of crafted hash collisions; entries that find no slot are not cached. */
const PROBES = 32;
const FEWEST = 1 << 10;

/** Applied, because a spread walks the array with an iterator. */
const textOf = (codes: Uint16Array): string => String.fromCharCode.apply(null, codes as unknown as number[]);

/**
 * `make` receives a string of its own, which keeps no other text alive, and the requested `kind`: stretches of different kinds are
 * different keys. The value must depend on nothing else. Open addressing in typed arrays.
 */
export class TextMap<T> {
  readonly #make: (text: string, kind: number) => T;
  /** Four numbers per slot, in one cache line: hash, offset in `characters`, length and kind + 1 (0 = free), entry. */
  #slots = new Int32Array(4 * FEWEST);
  #characters = new Uint16Array(1 << 12);
  #used = 0;
  #values: T[] = [];
  readonly #scratch = new Uint16Array(LONGEST);

  constructor(make: (text: string, kind: number) => T) {
    this.#make = make;
  }

  /** The value of text[start, end) for a `kind` from 0 to 254. `codes`: of the text, if known (codesOf). */
  of(text: string, start: number, end: number, kind: number, codes?: Uint16Array): T {
    if (end - start > LONGEST) return this.#make(text.slice(start, end), kind);
    if (codes) return this.#find(codes, start, end, kind);
    for (let i = start; i < end; i++) this.#scratch[i - start] = text.charCodeAt(i);
    return this.#find(this.#scratch, 0, end - start, kind);
  }

  #find(codes: Uint16Array, start: number, end: number, kind: number): T {
    const slots = this.#slots;
    const characters = this.#characters;
    const shape = ((end - start) << 8) | (kind + 1);
    let hash = kind;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ codes[i]!, 0x01000193);
    hash ^= hash >>> 15;
    let slot = (hash << 2) & (slots.length - 1);
    for (let probe = 0; probe < PROBES; probe++) {
      if (slots[slot + 2] === 0) return this.#add(codes, start, end, kind, hash, slot);
      if (slots[slot] === hash && slots[slot + 2] === shape) {
        const offset = slots[slot + 1]! - start;
        let i = start;
        while (i < end && characters[offset + i] === codes[i]) i++;
        if (i === end) return this.#values[slots[slot + 3]!]!;
      }
      slot = (slot + 4) & (slots.length - 1);
    }
    return this.#make(textOf(codes.subarray(start, end)), kind);
  }

  #add(codes: Uint16Array, start: number, end: number, kind: number, hash: number, at: number): T {
    if (this.#values.length === MOST || this.#used + LONGEST > MOST_CHARACTERS) {
      this.#slots.fill(0);
      this.#values = [];
      this.#used = 0;
      return this.#add(codes, start, end, kind, hash, (hash << 2) & (this.#slots.length - 1));
    }
    const from = this.#used;
    const to = from + end - start;
    if (to > this.#characters.length) {
      const larger = new Uint16Array(2 * to);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    this.#characters.set(codes.subarray(start, end), from);
    const value = this.#make(textOf(this.#characters.subarray(from, to)), kind);
    this.#used = to;
    this.#slots[at] = hash;
    this.#slots[at + 1] = from;
    this.#slots[at + 2] = ((end - start) << 8) | (kind + 1);
    this.#slots[at + 3] = this.#values.push(value) - 1;
    if (8 * this.#values.length > this.#slots.length) this.#grow();
    return value;
  }

  /** Doubles the slots, so that less than half are taken. */
  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += 4) {
      if (old[from + 2] === 0) continue;
      let slot = (old[from]! << 2) & (slots.length - 1);
      while (slots[slot + 2] !== 0) slot = (slot + 4) & (slots.length - 1);
      slots.set(old.subarray(from, from + 4), slot);
    }
    this.#slots = slots;
  }
}

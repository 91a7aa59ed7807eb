/** Values by stretches of text, found without making a string: transcripts say the same words again and again. */

/** Values remembered, and characters of their texts; then it starts anew, so what is kept has a bound. */
const MOST = 1 << 16;
const MOST_CHARACTERS = 1 << 21;
/** Longer stretches are not remembered: they hardly come again. */
const LONGEST = 400;
/** Slots looked at: text made for equal hashes costs no more than this, what then finds no slot is not remembered. */
const PROBES = 32;
const SLOTS = 2 * MOST;

/**
 * `make` gets a string of its own, which keeps no other text alive, and the `kind` that it was asked for with: stretches of
 * different kinds are different keys. The value must depend on nothing else. Open addressing in typed arrays.
 */
export class TextMap<T> {
  readonly #make: (text: string, kind: number) => T;
  /** By slot: hash, and entry + 1 (0 = free). */
  readonly #hashes = new Int32Array(SLOTS);
  readonly #entries = new Int32Array(SLOTS);
  /** By entry: its kind, and where its text ends among all characters. */
  readonly #kinds = new Uint8Array(MOST);
  readonly #ends = new Int32Array(MOST + 1);
  #characters = new Uint16Array(1 << 12);
  #values: T[] = [];
  readonly #scratch = new Uint16Array(LONGEST);

  constructor(make: (text: string, kind: number) => T) {
    this.#make = make;
  }

  /** The value of text[start, end) for a `kind` from 0 to 255; `codes`: of the text, where they are known (codesOf). */
  of(text: string, start: number, end: number, kind: number, codes?: Uint16Array): T {
    if (end - start > LONGEST) return this.#make(text.slice(start, end), kind);
    if (codes) return this.#find(codes, start, end, kind);
    for (let i = start; i < end; i++) this.#scratch[i - start] = text.charCodeAt(i);
    return this.#find(this.#scratch, 0, end - start, kind);
  }

  #find(codes: Uint16Array, start: number, end: number, kind: number): T {
    let hash = kind;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ codes[i]!, 0x01000193);
    hash ^= hash >>> 15;
    let slot = hash & (SLOTS - 1);
    for (let probe = 0; probe < PROBES; probe++) {
      const entry = this.#entries[slot]! - 1;
      if (entry < 0) return this.#add(codes, start, end, kind, hash, slot);
      if (this.#hashes[slot] === hash && this.#kinds[entry] === kind && this.#isAt(entry, codes, start, end)) return this.#values[entry]!;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.#make(String.fromCharCode(...codes.subarray(start, end)), kind);
  }

  #isAt(entry: number, codes: Uint16Array, start: number, end: number): boolean {
    const offset = this.#ends[entry]! - start;
    if (this.#ends[entry + 1]! - offset !== end) return false;
    for (let i = start; i < end; i++) if (this.#characters[offset + i] !== codes[i]) return false;
    return true;
  }

  #add(codes: Uint16Array, start: number, end: number, kind: number, hash: number, at: number): T {
    let entry = this.#values.length;
    let slot = at;
    if (entry === MOST || this.#ends[entry]! + LONGEST > MOST_CHARACTERS) {
      this.#entries.fill(0);
      this.#values = [];
      entry = 0;
      slot = hash & (SLOTS - 1);
    }
    const from = this.#ends[entry]!;
    const to = from + end - start;
    if (to > this.#characters.length) {
      const larger = new Uint16Array(2 * to);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    this.#characters.set(codes.subarray(start, end), from);
    const value = this.#make(String.fromCharCode(...this.#characters.subarray(from, to)), kind);
    this.#ends[entry + 1] = to;
    this.#kinds[entry] = kind;
    this.#hashes[slot] = hash;
    this.#entries[slot] = entry + 1;
    this.#values.push(value);
    return value;
  }
}

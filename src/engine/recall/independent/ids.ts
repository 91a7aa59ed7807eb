/** Numbers for what was hashed: a table without strings, because a long recording has millions of runs of words. */

/** Two 32-bit hashes over the same values: together 64 bits, so that two different texts in one recording practically never meet. */
export class Hash {
  a = 0;
  b = 0;

  start(): this {
    this.a = 0x811c9dc5 | 0;
    this.b = 0x2545f491 | 0;
    return this;
  }

  add(value: number): this {
    this.a = Math.imul(this.a ^ value, 0x01000193);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b + value + 0x6b43a9b5, 0x5bd1e995);
    this.b ^= this.b >>> 13;
    return this;
  }

  text(text: string): this {
    for (let i = 0; i < text.length; i++) this.add(text.charCodeAt(i));
    return this;
  }
}

/** What `find` gives for hashes without a number. */
export const NOT_FOUND = -1;

/** Numbers of a slot: the number that its hashes have, one more so that 0 is an empty slot, and both hashes. Together they are one cache line. */
const FIELDS = 4;

/** Hashes → numbers from 0, by open addressing. */
export class Ids {
  count = 0;
  #size = 1 << 10;
  #slots = new Int32Array(this.#size * FIELDS);

  find(a: number, b: number): number {
    return this.#slots[this.#slotOf(a, b)]! - 1;
  }

  add(a: number, b: number): number {
    const slot = this.#slotOf(a, b);
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1;
    this.#set(slot, this.count + 1, a, b);
    this.count++;
    if (this.count * 2 > this.#size) this.#grow();
    return this.count - 1;
  }

  #set(slot: number, number: number, a: number, b: number): void {
    this.#slots[slot] = number;
    this.#slots[slot + 1] = a;
    this.#slots[slot + 2] = b;
  }

  #slotOf(a: number, b: number): number {
    const slots = this.#slots;
    const last = this.#size - 1;
    let slot = (a ^ (b >>> 7)) & last;
    while (slots[slot * FIELDS] !== 0 && (slots[slot * FIELDS + 1] !== a || slots[slot * FIELDS + 2] !== b)) slot = (slot + 1) & last;
    return slot * FIELDS;
  }

  #grow(): void {
    const old = this.#slots;
    this.#size *= 2;
    this.#slots = new Int32Array(this.#size * FIELDS);
    for (let k = 0; k < old.length; k += FIELDS) {
      if (old[k] !== 0) this.#set(this.#slotOf(old[k + 1]!, old[k + 2]!), old[k]!, old[k + 1]!, old[k + 2]!);
    }
  }
}

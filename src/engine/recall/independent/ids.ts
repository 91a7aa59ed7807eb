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

export const NOT_FOUND = -1;

/** Hashes → numbers from 0, by open addressing. */
export class Ids {
  count = 0;
  #size = 1 << 10;
  #slots = new Int32Array(this.#size).fill(NOT_FOUND);
  #a = new Int32Array(this.#size);
  #b = new Int32Array(this.#size);

  find(a: number, b: number): number {
    return this.#slots[this.#slotOf(a, b)]!;
  }

  add(a: number, b: number): number {
    const slot = this.#slotOf(a, b);
    if (this.#slots[slot] !== NOT_FOUND) return this.#slots[slot]!;
    this.#slots[slot] = this.count;
    this.#a[slot] = a;
    this.#b[slot] = b;
    this.count++;
    if (this.count * 2 > this.#size) this.#grow();
    return this.count - 1;
  }

  #slotOf(a: number, b: number): number {
    const last = this.#size - 1;
    let slot = (a ^ (b >>> 7)) & last;
    while (this.#slots[slot] !== NOT_FOUND && (this.#a[slot] !== a || this.#b[slot] !== b)) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [slots, as, bs] = [this.#slots, this.#a, this.#b];
    this.#size *= 2;
    this.#slots = new Int32Array(this.#size).fill(NOT_FOUND);
    this.#a = new Int32Array(this.#size);
    this.#b = new Int32Array(this.#size);
    for (let old = 0; old < slots.length; old++) {
      if (slots[old] === NOT_FOUND) continue;
      const slot = this.#slotOf(as[old]!, bs[old]!);
      this.#slots[slot] = slots[old]!;
      this.#a[slot] = as[old]!;
      this.#b[slot] = bs[old]!;
    }
  }
}

/** Numbers terms by two 32-bit hashes without looking up text: a collision of both would take billions of terms. */
export class Vocabulary {
  /** Terms, numbered from 0. */
  size = 0;
  /** A term as first written; empty where texts are not kept. */
  readonly texts: string[] = [];
  readonly #keepsTexts: boolean;
  #slots = new Int32Array(1 << 14);
  #first = new Int32Array(1 << 13);
  #second = new Int32Array(1 << 13);

  constructor(keepsTexts = true) {
    this.#keepsTexts = keepsTexts;
  }

  /** Number of the term with these hashes; a new one is `text` from `start` to `end`. */
  number(first: number, second: number, text: string, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    for (;;) {
      const term = this.#slots[slot]! - 1;
      if (term < 0) break;
      if (this.#first[term] === first && this.#second[term] === second) return term;
      slot = (slot + 1) & mask;
    }
    const term = this.size++;
    this.#slots[slot] = term + 1;
    this.#first[term] = first;
    this.#second[term] = second;
    if (this.#keepsTexts) this.texts.push(text.slice(start, end));
    if (this.size === this.#first.length) this.#grow();
    return term;
  }

  #grow(): void {
    const first = new Int32Array(2 * this.size);
    const second = new Int32Array(2 * this.size);
    first.set(this.#first);
    second.set(this.#second);
    this.#first = first;
    this.#second = second;
    this.#slots = new Int32Array(4 * this.size);
    const mask = this.#slots.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = (first[term]! ^ (first[term]! >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = term + 1;
    }
  }
}

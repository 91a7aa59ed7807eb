/** Memory that calls use one after another, never two at a time. It grows and holds whatever its last user left. */
export class Scratch {
  #values: Int32Array;

  /** `room` = capacity before the first growth; zeros at first, as after each growth. */
  constructor(room = 1 << 10) {
    this.#values = new Int32Array(room);
  }

  /** At least `length` places, the same ones until it grows. */
  take(length: number): Int32Array {
    if (this.#values.length < length) this.#values = new Int32Array(2 * length);
    return this.#values;
  }
}

/** A list of 32-bit integers that grows. */
export class IntList {
  /** The list is in its first `length` places. Growing replaces the array: do not keep it. */
  values: Int32Array;
  length = 0;

  /** `room` = capacity before the first growth. */
  constructor(room = 1 << 12) {
    this.values = new Int32Array(Math.max(1, room));
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  pushAll(more: ArrayLike<number>): void {
    const length = this.length + more.length;
    if (length > this.values.length) this.#reserve(length);
    this.values.set(more, this.length);
    this.length = length;
  }

  get(i: number): number {
    return this.values[i]!;
  }

  set(i: number, value: number): void {
    this.values[i] = value;
  }

  /** Empties the list and keeps its capacity. */
  clear(): void {
    this.length = 0;
  }

  /** The list as an array of its own. */
  done(): Int32Array {
    return this.values.slice(0, this.length);
  }

  #reserve(least: number): void {
    const larger = new Int32Array(Math.max(2 * this.values.length, least));
    larger.set(this.values);
    this.values = larger;
  }
}

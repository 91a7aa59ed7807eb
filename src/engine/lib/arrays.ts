/** Memory that calls use one after another, never two at a time. It grows and holds whatever its last user left. */
export class Scratch {
  #values: Int32Array;

  constructor(room = 1 << 10) {
    this.#values = new Int32Array(room);
  }

  take(length: number): Int32Array {
    if (this.#values.length < length) this.#values = new Int32Array(2 * length);
    return this.#values;
  }
}

export class IntList {
  /** The list is in its first `length` places. Growing replaces the array: do not keep it. */
  values: Int32Array;
  length = 0;

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

  clear(): void {
    this.length = 0;
  }

  done(): Int32Array {
    return this.values.slice(0, this.length);
  }

  #reserve(least: number): void {
    const larger = new Int32Array(Math.max(2 * this.values.length, least));
    larger.set(this.values);
    this.values = larger;
  }
}

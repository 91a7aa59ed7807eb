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

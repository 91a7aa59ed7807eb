/** Integers of a list that grows. */
export class Ints {
  private values: Int32Array;
  length = 0;

  /** `room` = how many it holds before it grows. */
  constructor(room = 1 << 12) {
    this.values = new Int32Array(room);
  }
  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
  get(i: number): number {
    return this.values[i]!;
  }
  set(i: number, value: number): void {
    this.values[i] = value;
  }
  done(): Int32Array {
    return this.values.slice(0, this.length);
  }
}

import { Heap } from './heap.ts';

/**
 * Lazy greedy selection: a candidate's value only shrinks while others are taken, so the values in the heap are upper bounds, and one on
 * top that is still exact is the best.
 */
export class LazyHeap {
  /** The value of each candidate when last evaluated. */
  private readonly values: Float64Array;
  private readonly heap: Heap<number>;

  /** Takes ownership of `values`. `order` = the candidates by value, greatest first, ties by position. */
  constructor(values: Float64Array, order: Int32Array) {
    this.values = values;
    this.heap = new Heap((a, b) => values[a]! > values[b]! || (values[a]! === values[b]! && a < b), Array.from(order));
  }

  /** The candidate with the greatest value, the first among equals; −1 when none is left. */
  get top(): number {
    return this.heap.top ?? -1;
  }

  get topValue(): number {
    return this.values[this.top]!;
  }

  lower(value: number): void {
    const { top } = this;
    this.values[top] = value;
    this.heap.replaceTop(top);
  }

  pop(): void {
    this.heap.pop();
  }
}

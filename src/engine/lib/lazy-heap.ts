import { Heap } from './heap.ts';

/**
 * The greedy choice without looking at all again and again: what a candidate is worth only shrinks while others are taken, so values
 * in a heap are at least the true ones, and one that is still true on top is the best.
 */
export class LazyHeap {
  /** What each candidate was worth when it was looked at last. */
  private readonly values: Float64Array;
  private readonly heap: Heap<number>;

  /** Takes `values` over. `order` = the candidates by value, the greatest first, of equals the first. */
  constructor(values: Float64Array, order: Int32Array) {
    this.values = values;
    this.heap = new Heap((a, b) => values[a]! > values[b]! || (values[a]! === values[b]! && a < b), Array.from(order));
  }

  /** The candidate with the greatest value, of equals the first; −1 when none is left. */
  get top(): number {
    return this.heap.top ?? -1;
  }

  get topValue(): number {
    return this.values[this.top]!;
  }

  /** The candidate on top is worth less than it was. */
  lower(value: number): void {
    const { top } = this;
    this.values[top] = value;
    this.heap.replaceTop(top);
  }

  /** Takes the candidate on top out. */
  pop(): void {
    this.heap.pop();
  }
}

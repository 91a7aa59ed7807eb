/**
 * The greedy choice without looking at all again and again: what a candidate is worth only shrinks while others are taken, so values
 * in a heap are at least the true ones, and one that is still true on top is the best.
 */
export class LazyHeap {
  /** What each candidate was worth when it was looked at last. */
  private readonly values: Float64Array;
  private readonly heap: Int32Array;
  private size: number;

  /** Takes both arrays over. `order` = the candidates by value, the greatest first, of equals the first. */
  constructor(values: Float64Array, order: Int32Array) {
    this.values = values;
    // What is sorted is a heap.
    this.heap = order;
    this.size = order.length;
  }

  /** The candidate with the greatest value, of equals the first; −1 when none is left. */
  get top(): number {
    return this.size > 0 ? this.heap[0]! : -1;
  }

  get topValue(): number {
    return this.values[this.heap[0]!]!;
  }

  /** The candidate on top is worth less than it was. */
  lower(value: number): void {
    const top = this.heap[0]!;
    this.values[top] = value;
    this.sink(top);
  }

  /** Takes the candidate on top out. */
  pop(): void {
    this.size--;
    if (this.size > 0) this.sink(this.heap[this.size]!);
  }

  /** Candidate `k` goes to where it belongs from the top on. */
  private sink(k: number): void {
    const { heap, size } = this;
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && this.before(heap[below + 1]!, heap[below]!)) below++;
      if (this.before(k, heap[below]!)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = k;
  }

  private before(a: number, b: number): boolean {
    const x = this.values[a]!;
    const y = this.values[b]!;
    return x > y || (x === y && a < b);
  }
}

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

export class Heap<T> {
  readonly #items: T[];
  readonly #before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean, items: T[] = []) {
    this.#before = before;
    this.#items = items;
    for (let at = (items.length >> 1) - 1; at >= 0; at--) this.#sink(items[at]!, at);
  }

  get size(): number {
    return this.#items.length;
  }

  get top(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#before(item, items[above]!)) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const [top] = items;
    const last = items.pop();
    if (items.length > 0) this.#sink(last!, 0);
    return top;
  }

  /** Replaces the top item of a non-empty heap: one sift instead of a pop and a push. */
  replaceTop(item: T): void {
    this.#sink(item, 0);
  }

  #sink(item: T, from: number): void {
    const items = this.#items;
    const size = items.length;
    let at = from;
    for (let below = 2 * at + 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && this.#before(items[below + 1]!, items[below]!)) below++;
      if (!this.#before(items[below]!, item)) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = item;
  }
}

/**
 * Lazy greedy selection: a candidate's value only shrinks while others are taken, so the values in the heap are upper bounds, and one on
 * top that is still exact is the best.
 */
export class LazyHeap {
  private readonly values: Float64Array;
  private readonly heap: Heap<number>;

  constructor(values: Float64Array, order: Int32Array) {
    this.values = values;
    this.heap = new Heap((a, b) => values[a]! > values[b]! || (values[a]! === values[b]! && a < b), Array.from(order));
  }

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

/** The smallest k from `from` to `to` − 1 for which `holds` is true; `to` if there is none. `holds` must be monotonic: false, then true. */
export function firstWhere(from: number, to: number, holds: (k: number) => boolean): number {
  let low = from - 1;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export function lowerBound(ascending: ArrayLike<number>, least: number, from = 0, to = ascending.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! >= least) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function upperBound(ascending: ArrayLike<number>, most: number, from = 0, to = ascending.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! > most) high = middle;
    else low = middle + 1;
  }
  return low;
}

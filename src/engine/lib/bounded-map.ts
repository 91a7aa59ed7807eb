/**
 * A cache with a bound: it holds at least the `most` most recently used entries, and at most twice as many. Entries live in two generations; when the
 * young one is full, the old one is dropped as a whole, so nothing is deleted one by one. Values may be anything but undefined.
 */
export class BoundedMap<K, V> {
  readonly most: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(most: number) {
    this.most = Math.max(1, most);
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined || this.#old.size === 0) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.most && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  getOrMake(key: K, make: () => V): V {
    let value = this.get(key);
    if (value === undefined) {
      value = make();
      this.set(key, value);
    }
    return value;
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

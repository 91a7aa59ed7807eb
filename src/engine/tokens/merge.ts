import { type ByteBuffer, MAX_TOKEN_BYTES, NONE, prefixHashes, type Vocabulary } from './vocabulary.ts';

/** Pieces up to this many bytes are merged by scanning for the lowest rank; the heap's overhead pays off above. */
export const SCAN_LIMIT = 32;

/**
 * Byte-pair merging of one piece: of all neighbouring parts whose bytes together are a token, the pair of lowest rank
 * (leftmost of equals) becomes one part, until there is none. Keeps its arrays from piece to piece.
 */
export class Merger {
  /** Where the parts of the piece merged last begin, relative to the piece; `starts[count]` = its length. */
  starts = new Int32Array(0);
  /** Elementary steps of all merges so far (parts looked at, heap moves): what the tests bound instead of a clock. */
  steps = 0;
  private prefix = new Int32Array(0);
  private ranks = new Int32Array(0);
  private readonly vocabulary: Vocabulary;
  private next = new Int32Array(0);
  private previous = new Int32Array(0);
  private heap = new Float64Array(0);
  private heapSize = 0;

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Number of tokens of the piece bytes[start, end). */
  merge(buffer: ByteBuffer, start: number, end: number): number {
    const length = end - start;
    if (length >= this.starts.length) {
      const room = Math.max(SCAN_LIMIT + 1, length * 2);
      this.starts = new Int32Array(room);
      this.prefix = new Int32Array(room);
      this.ranks = new Int32Array(room);
    }
    prefixHashes(buffer.bytes, start, end, this.prefix);
    return length <= SCAN_LIMIT ? this.scan(buffer, start, length) : this.heapMerge(buffer, start, length);
  }

  /** Gives the memory of a huge piece back. */
  release(): void {
    if (this.starts.length <= 1 << 16) return;
    this.starts = this.prefix = this.ranks = this.next = this.previous = new Int32Array(0);
    this.heap = new Float64Array(0);
  }

  private rank(buffer: ByteBuffer, start: number, from: number, to: number): number {
    if (to - from > MAX_TOKEN_BYTES) return NONE;
    return this.vocabulary.map.getRange(buffer, start, this.prefix, from, to);
  }

  private scan(buffer: ByteBuffer, start: number, length: number): number {
    const bytes = buffer.bytes;
    const starts = this.starts;
    const ranks = this.ranks;
    const pairs = this.vocabulary.pairs;
    let count = length;
    let low = NONE;
    let at = -1;
    for (let i = 0; i < length - 1; i++) {
      const rank = pairs[(bytes[start + i]! << 8) | bytes[start + i + 1]!]!;
      starts[i] = i;
      ranks[i] = rank;
      if (rank < low) {
        low = rank;
        at = i;
      }
    }
    starts[length - 1] = length - 1;
    starts[length] = length;
    ranks[length - 1] = NONE;
    this.steps += length;
    while (low !== NONE) {
      count--;
      for (let i = at + 1; i < count; i++) {
        starts[i] = starts[i + 1]!;
        ranks[i] = ranks[i + 1]!;
      }
      starts[count] = length;
      ranks[at] = at + 1 < count ? this.rank(buffer, start, starts[at]!, starts[at + 2]!) : NONE;
      if (at > 0) ranks[at - 1] = this.rank(buffer, start, starts[at - 1]!, starts[at + 1]!);
      low = NONE;
      for (let i = 0; i < count - 1; i++) {
        if (ranks[i]! < low) {
          low = ranks[i]!;
          at = i;
        }
      }
      this.steps += count;
    }
    return count;
  }

  /** The same result in n log n: a heap of candidate pairs, parts as a linked list; outdated candidates are skipped when they come up. */
  private heapMerge(buffer: ByteBuffer, start: number, length: number): number {
    const bytes = buffer.bytes;
    if (this.next.length <= length) {
      this.next = new Int32Array(this.starts.length);
      this.previous = new Int32Array(this.starts.length);
      // At most one candidate per pair at first, and two more after each merge.
      this.heap = new Float64Array(this.starts.length * 3);
    }
    const { next, previous, ranks } = this;
    const pairs = this.vocabulary.pairs;
    this.heapSize = 0;
    for (let i = 0; i < length; i++) {
      next[i] = i + 1;
      previous[i] = i - 1;
      ranks[i] = i + 1 < length ? pairs[(bytes[start + i]! << 8) | bytes[start + i + 1]!]! : NONE;
      if (ranks[i] !== NONE) this.heap[this.heapSize++] = ranks[i]! * RANK_UNIT + i;
    }
    for (let i = (this.heapSize >> 1) - 1; i >= 0; i--) this.sink(i);
    this.steps += length;
    let count = length;
    while (this.heapSize > 0) {
      const top = this.pop();
      const rank = Math.floor(top / RANK_UNIT);
      const at = top - rank * RANK_UNIT;
      if (ranks[at] !== rank) continue;
      const right = next[at]!;
      const after = next[right]!;
      next[at] = after;
      if (after < length) previous[after] = at;
      ranks[right] = GONE;
      count--;
      this.offer(buffer, start, at, length);
      if (at > 0) this.offer(buffer, start, previous[at]!, length);
    }
    let part = 0;
    for (let i = 0; i < length; i = next[i]!) this.starts[part++] = i;
    this.starts[count] = length;
    return count;
  }

  /** Looks up the pair that begins at part `at` and makes it a candidate. */
  private offer(buffer: ByteBuffer, start: number, at: number, length: number): void {
    const middle = this.next[at]!;
    const rank = middle < length ? this.rank(buffer, start, at, this.next[middle]!) : NONE;
    this.ranks[at] = rank;
    if (rank === NONE) return;
    const key = rank * RANK_UNIT + at;
    const heap = this.heap;
    let hole = this.heapSize++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      this.steps++;
      if (heap[parent]! <= key) break;
      heap[hole] = heap[parent]!;
      hole = parent;
    }
    heap[hole] = key;
  }

  private pop(): number {
    const top = this.heap[0]!;
    this.heap[0] = this.heap[--this.heapSize]!;
    this.sink(0);
    return top;
  }

  private sink(from: number): void {
    const heap = this.heap;
    const size = this.heapSize;
    const key = heap[from]!;
    let hole = from;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
      this.steps++;
      if (key <= heap[child]!) break;
      heap[hole] = heap[child]!;
      hole = child;
    }
    heap[hole] = key;
  }
}

/** A candidate is one number, rank × 2^32 + position: ordered by rank, then from the left, exact in a double. */
const RANK_UNIT = 2 ** 32;
/** Rank of a part that was merged into its left neighbour: no candidate has it. */
const GONE = -1;

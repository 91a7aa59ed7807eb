import type { BaseCounter, RunningCounts } from './contract.ts';
import { addsUpAt, ByteBuffer, ByteMap, MAX_TOKEN_BYTES, nextCl100k, nextO200k, NONE, prefixHashes, type Ranks, Vocabulary } from './token-split.ts';
import { CLASS, NEWLINE, SPACE } from './unicode.ts';

/** Pieces up to this many bytes are merged by scanning for the lowest rank; the heap pays off above. */
const SCAN_LIMIT = 32;

/** Longer pieces are merged in blocks of this many bytes, so that their arrays stay in the processor's cache. */
const BLOCK = 4096;
/** Tokens this close to the end of a block may change when more bytes follow; they belong to the next block. */
const MARGIN = 2 * MAX_TOKEN_BYTES;

/**
 * Byte-pair merging of one piece: among all adjacent parts whose bytes together are a token, the pair of lowest rank (leftmost of equals)
 * becomes one part, until there is none. Reuses its arrays for the next piece.
 */
export class Merger {
  starts = new Int32Array(0);
  /** Elementary steps of all merges so far (parts visited, heap moves); tests bound these instead of time. */
  steps = 0;
  private readonly vocabulary: Vocabulary;
  private readonly block: number;
  private readonly margin: number;
  /** The same for the block merged last; `starts` is this array unless the piece has several blocks. */
  private parts = new Int32Array(0);
  private prefix = new Int32Array(0);
  private ranks = new Int32Array(0);
  private next = new Int32Array(0);
  private previous = new Int32Array(0);
  /** Candidates as numbers in an array of its own: engine/lib's heap took 4 to 11 % more CPU (pieces of 4,000 to 64 bytes). */
  private heap = new Float64Array(0);
  private heapSize = 0;

  /** `block` and `margin` in bytes; any values give the same tokens. */
  constructor(vocabulary: Vocabulary, block = BLOCK, margin = MARGIN) {
    this.vocabulary = vocabulary;
    this.block = block;
    this.margin = margin;
    this.reserve(block);
  }

  /** Number of tokens of the piece bytes[start, end). */
  merge(buffer: ByteBuffer, start: number, end: number): number {
    if (end - start > this.block) return this.mergeBlocks(buffer, start, end);
    const count = this.mergeBlock(buffer, start, end);
    this.starts = this.parts;
    return count;
  }

  /**
   * Merges block by block, each starting at a token boundary of the one before. (Suppose a merge of the whole crosses one of the boundaries found,
   * and take the first that does. Up to it, the bytes of the two tokens beside that boundary were merged as they are by themselves, so merging these
   * two alone would cross it as well; but it does not: within a block because both come from one merge, at a seam because it was tried.) Where a seam
   * does not hold, the piece is merged as one block, in n log n.
   */
  private mergeBlocks(buffer: ByteBuffer, start: number, end: number): number {
    const starts = new Int32Array(end - start + 1);
    let count = 0;
    for (let from = start; from < end; ) {
      const to = Math.min(from + this.block, end);
      const found = this.mergeBlock(buffer, from, to);
      const parts = this.parts;
      const first = parts[1]!;
      const limit = to === end ? to - from : to - from - this.margin;
      const last = from === start ? -1 : starts[count - 1]!;
      let kept = 0;
      while (kept < found && parts[kept + 1]! <= limit) starts[count + kept] = from - start + parts[kept++]!;
      const next = from + parts[kept]!;
      const holds = last === -1 || (this.mergeBlock(buffer, start + last, from + first) === 2 && this.parts[1] === from - start - last);
      if (kept === 0 || !holds) return this.mergeWhole(buffer, start, end);
      count += kept;
      from = next;
    }
    starts[count] = end - start;
    this.starts = starts;
    return count;
  }

  private mergeWhole(buffer: ByteBuffer, start: number, end: number): number {
    this.reserve(end - start);
    const count = this.mergeBlock(buffer, start, end);
    this.starts = this.parts;
    this.reserve(this.block);
    return count;
  }

  /** Arrays for blocks of up to `length` bytes. */
  private reserve(length: number): void {
    this.parts = new Int32Array(length + 1);
    this.prefix = new Int32Array(length + 1);
    this.ranks = new Int32Array(length + 1);
    this.next = new Int32Array(length + 1);
    this.previous = new Int32Array(length + 1);
    // Initially at most one candidate per pair; each merge adds two.
    this.heap = new Float64Array(length * 3);
  }

  private mergeBlock(buffer: ByteBuffer, start: number, end: number): number {
    const length = end - start;
    prefixHashes(buffer.bytes, start, end, this.prefix);
    return length <= SCAN_LIMIT ? this.scan(buffer, start, length) : this.heapMerge(buffer, start, length);
  }

  private rank(buffer: ByteBuffer, start: number, from: number, to: number): number {
    if (to - from > MAX_TOKEN_BYTES) return NONE;
    return this.vocabulary.map.getRange(buffer, start, this.prefix, from, to);
  }

  private scan(buffer: ByteBuffer, start: number, length: number): number {
    const bytes = buffer.bytes;
    const starts = this.parts;
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

  private heapMerge(buffer: ByteBuffer, start: number, length: number): number {
    const bytes = buffer.bytes;
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
    for (let i = 0; i < length; i = next[i]!) this.parts[part++] = i;
    this.parts[count] = length;
    return count;
  }

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

const RANK_UNIT = 2 ** 32;
const GONE = -1;

const SLASH = 0x2f;

/**
 * End of a stretch of `text` that begins at `from` and has at least `size` UTF-16 units if there are as many: the next place at which both
 * encodings always end a piece, whatever surrounds it. So the counts of stretches add up to the count of the text, and no stretch ends
 * inside a surrogate pair. Such a place is before white space (other than a line end) that follows something else, and after a line end
 * that is followed by neither white space nor a slash.
 */
export function stretchEnd(text: string, from: number, size: number): number {
  for (let at = from + size; at < text.length; at++) {
    const before = CLASS[text.charCodeAt(at - 1)]!;
    const unit = text.charCodeAt(at);
    const here = CLASS[unit]!;
    if (before < SPACE ? here === SPACE : before === NEWLINE && here < SPACE && unit !== SLASH) return at;
  }
  return text.length;
}

export type EncodingId = 'o200k_base' | 'cl100k_base';

/** Cache of counts for pieces that are not tokens: number of entries, bytes per entry, and bytes in total. */
const CACHED_PIECES = 1 << 15;
const CACHED_PIECE_BYTES = 255;
const CACHED_BYTES = 1 << 20;

/** Longer texts are counted in stretches of about this many UTF-16 units, which bounds the buffers and allows pauses. */
const STRETCH = 1 << 16;
/** Bytes of the permanent buffer: a stretch of three-byte characters and the rest of its last word. */
const BUFFER = STRETCH * 4;

const NEXT = { o200k_base: nextO200k, cl100k_base: nextCl100k } as const;

export class Bpe implements BaseCounter {
  readonly id: EncodingId;
  private readonly vocabulary: Vocabulary;
  private readonly merger: Merger;
  private readonly cache = new ByteMap(CACHED_PIECES, CACHED_BYTES);
  private readonly encoder = new TextEncoder();
  private readonly next: (bytes: Uint8Array, pos: number, end: number) => number;
  private buffer = new ByteBuffer(BUFFER);
  private places = new Int32Array(1 << 12);
  private sums = new Int32Array(1 << 12);

  constructor(id: EncodingId, ranks: Ranks) {
    this.id = id;
    this.vocabulary = new Vocabulary(ranks);
    this.merger = new Merger(this.vocabulary);
    this.next = NEXT[id];
  }

  /** Elementary steps of all merges so far; growth tests bound these instead of time. */
  get steps(): number {
    return this.merger.steps;
  }

  count(text: string): number {
    if (text.length <= STRETCH) return this.countStretch(text);
    let total = 0;
    for (let from = 0; from < text.length; ) {
      const to = this.stretchEnd(text, from);
      total += this.countStretch(text.slice(from, to));
      from = to;
    }
    return total;
  }

  stretchEnd(text: string, from: number, size = STRETCH): number {
    return stretchEnd(text, from, size);
  }

  running(text: string, spacing: number): RunningCounts {
    // A place at every `spacing` units at most, at the end of every stretch, and 0.
    const most = text.length / spacing + text.length / STRETCH + 2;
    if (this.places.length < most) {
      this.places = new Int32Array(2 * most);
      this.sums = new Int32Array(2 * most);
    }
    const { places, sums, next } = this;
    places[0] = 0;
    sums[0] = 0;
    let n = 1;
    let total = 0;
    let unit = 0;
    for (let from = 0; from < text.length; ) {
      const to = this.stretchEnd(text, from);
      const end = this.encode(from === 0 && to === text.length ? text : text.slice(from, to));
      const bytes = this.buffer.bytes;
      const ascii = end === to - from;
      let least = unit + spacing;
      for (let pos = 0; pos < end; ) {
        const stop = next(bytes, pos, end);
        total += this.piece(pos, stop);
        unit += ascii ? stop - pos : unitsIn(bytes, pos, stop);
        pos = stop;
        if (pos < end && (unit < least || !addsUpAt(bytes, pos))) continue;
        least = unit + spacing;
        places[n] = unit;
        sums[n++] = total;
      }
      from = to;
    }
    this.release();
    return { places: places.slice(0, n), sums: sums.slice(0, n) };
  }

  /** Forgets cached pieces, so that a benchmark can count cold. */
  forget(): void {
    this.cache.clear();
  }

  private countStretch(text: string): number {
    const end = this.encode(text);
    const bytes = this.buffer.bytes;
    let total = 0;
    for (let pos = 0; pos < end; ) {
      const next = this.next(bytes, pos, end);
      total += this.piece(pos, next);
      pos = next;
    }
    this.release();
    return total;
  }

  private piece(start: number, end: number): number {
    if (end - start === 1) return 1;
    const buffer = this.buffer;
    if (this.vocabulary.map.get(buffer, start, end) !== NONE) return 1;
    if (end - start > CACHED_PIECE_BYTES) return this.merger.merge(buffer, start, end);
    const known = this.cache.get(buffer, start, end);
    if (known !== NONE) return known;
    const count = this.merger.merge(buffer, start, end);
    if (this.cache.size === CACHED_PIECES || this.cache.bytes > CACHED_BYTES - CACHED_PIECE_BYTES) this.cache.clear();
    this.cache.add(buffer, start, end, count);
    return count;
  }

  private encode(text: string): number {
    if (this.buffer.capacity < text.length * 3) this.buffer = new ByteBuffer(text.length * 3);
    return this.encoder.encodeInto(text, this.buffer.bytes).written;
  }

  private release(): void {
    if (this.buffer.capacity > 4 * BUFFER) this.buffer = new ByteBuffer(BUFFER);
  }
}

function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

export function createBpe(id: EncodingId, ranks: Ranks): Bpe {
  return new Bpe(id, ranks);
}

import type { BaseCounter, Cut, RunningCounts } from './contract.ts';
import { Merger } from './token-merge.ts';
import { addsUpAt, isWhiteSpace, nextCl100k, nextO200k } from './token-split.ts';
import { CLASS, NEWLINE, SPACE } from './unicode.ts';
import { ByteBuffer, ByteMap, NONE, type Ranks, Vocabulary } from './vocabulary.ts';

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

/** Winning fewer tokens than this is not worth counting the text again for a tail. */
const WORTH_A_COUNT = 8;

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

  cut(text: string, max: number, keep: 'head' | 'tail'): Cut {
    return keep === 'head' ? this.cutHead(text, max) : this.cutTail(text, max);
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

  /** A cut leaves the pieces before it unchanged, except for white space that now ends the text. */
  private cutHead(text: string, max: number): Cut {
    let total = 0;
    for (let from = 0; from < text.length; ) {
      const to = this.stretchEnd(text, from);
      const end = this.encode(text.slice(from, to));
      const bytes = this.buffer.bytes;
      let solid: Cut = { at: 0, tokens: total };
      for (let pos = 0; pos < end; ) {
        const next = this.next(bytes, pos, end);
        const tokens = this.piece(pos, next);
        if (total + tokens > max) {
          const cut = this.cutPiece(solid, pos, next, max, max - total);
          const at = from + this.unitsBefore(cut.at);
          this.release();
          return { at, tokens: cut.tokens };
        }
        total += tokens;
        pos = next;
        if (!isWhiteSpace(bytes, solid.at, next)) solid = { at: next, tokens: total };
      }
      from = to;
    }
    return { at: text.length, tokens: total };
  }

  /** Cuts the piece bytes[start, end), which exceeds the limit, after as many of its tokens as fit, at most `room`. */
  private cutPiece(solid: Cut, start: number, end: number, max: number, room: number): Cut {
    const bytes = this.buffer.bytes;
    for (let tokens = room; tokens >= 0; tokens = tokens === 0 ? -1 : tokens >> 1) {
      this.merger.merge(this.buffer, start, end);
      let at = start + this.merger.starts[tokens]!;
      while (at > start && (bytes[at]! & 0xc0) === 0x80) at--;
      let count = solid.tokens;
      for (let pos = solid.at; pos < at; ) {
        const next = this.next(bytes, pos, at);
        count += this.piece(pos, next);
        pos = next;
      }
      if (count <= max) return { at, tokens: count };
    }
    return solid;
  }

  private cutTail(text: string, max: number): Cut {
    const all = this.count(text);
    const excess = all - max;
    if (excess <= 0) return { at: 0, tokens: all };
    let dropped = 0;
    for (let from = 0; from < text.length; ) {
      const to = this.stretchEnd(text, from);
      const end = this.encode(text.slice(from, to));
      for (let pos = 0; pos < end; ) {
        const next = this.next(this.buffer.bytes, pos, end);
        const tokens = this.piece(pos, next);
        dropped += tokens;
        if (dropped >= excess) {
          const boundary = { at: from + this.unitsBefore(next), tokens: all - dropped };
          const inside = dropped - excess >= WORTH_A_COUNT ? from + this.unitsBefore(this.tailOfPiece(pos, next, dropped - excess)) : boundary.at;
          this.release();
          // A part of a piece may be split differently (digits go by three), so it is counted again.
          const count = inside < boundary.at ? this.count(text.slice(inside)) : NONE;
          return count <= max ? { at: inside, tokens: count } : boundary;
        }
        pos = next;
      }
      from = to;
    }
    return { at: text.length, tokens: 0 };
  }

  private tailOfPiece(start: number, end: number, tokens: number): number {
    const count = this.merger.merge(this.buffer, start, end);
    let at = start + this.merger.starts[count - tokens]!;
    while (at < end && (this.buffer.bytes[at]! & 0xc0) === 0x80) at++;
    return at;
  }

  /** UTF-16 units of the text whose UTF-8 bytes end at `end`. */
  private unitsBefore(end: number): number {
    return unitsIn(this.buffer.bytes, 0, end);
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

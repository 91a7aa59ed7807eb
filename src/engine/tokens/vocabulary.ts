/** Tokens by rank, as the modules `gpt-tokenizer/bpeRanks/*` export them: text, or bytes where the token is not valid UTF-8. */
export type Ranks = readonly (string | readonly number[])[];

/** Longest token of both encodings in bytes; nothing longer is looked up. */
export const MAX_TOKEN_BYTES = 128;
/** Rank of byte strings that are not tokens: larger than every rank. */
export const NONE = 0x7fffffff;

/** Keys up to this many bytes are stored in their slot. */
const SHORT = 8;
/** Bytes that must be readable after a key, because short keys are read as two words. */
export const SLACK = 8;

const MULTIPLIER = 0x01000193;
const POWERS = new Int32Array(MAX_TOKEN_BYTES + 1);
POWERS[0] = 1;
for (let i = 1; i <= MAX_TOKEN_BYTES; i++) POWERS[i] = Math.imul(POWERS[i - 1]!, MULTIPLIER);

export class ByteBuffer {
  readonly capacity: number;
  readonly bytes: Uint8Array;
  readonly words: DataView;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.bytes = new Uint8Array(capacity + SLACK);
    this.words = new DataView(this.bytes.buffer);
  }
}

/**
 * Hash of a long key bytes[start, end): a polynomial modulo 2^32, so that the hash of any part of a piece follows from
 * two prefix hashes (`rangeHash`). It only chooses a slot: keys are compared byte by byte.
 */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, MULTIPLIER) + bytes[i]!) | 0;
  return hash;
}

export function prefixHashes(bytes: Uint8Array, start: number, end: number, into: Int32Array): void {
  let hash = 0;
  into[0] = 0;
  for (let i = start; i < end; i++) {
    hash = (Math.imul(hash, MULTIPLIER) + bytes[i]!) | 0;
    into[i - start + 1] = hash;
  }
}

function rangeHash(prefix: Int32Array, from: number, to: number): number {
  return (prefix[to]! - Math.imul(prefix[from]!, POWERS[to - from]!)) | 0;
}

/** An open-addressing map from byte strings to integers in typed arrays: no object per key, none per lookup. */
export class ByteMap {
  private readonly slots: Int32Array;
  private readonly shift: number;
  /** One bit per hash prefix in use: most lookups of a merge find nothing and end here instead of in a cold slot. */
  private readonly filter: Int32Array;
  private keys: Uint8Array;
  /** Number of keys, and of bytes of the long ones. */
  size = 0;
  bytes = 0;

  /** Room for `capacity` keys, of `bytes` bytes together to begin with. */
  constructor(capacity: number, bytes: number) {
    const bits = 32 - Math.clz32(capacity * 2 - 1);
    this.slots = new Int32Array(4 << bits);
    this.shift = 32 - bits;
    this.filter = new Int32Array(1 << 16);
    this.keys = new Uint8Array(bytes);
  }

  /** Value of the key bytes[start, end), or NONE. */
  get(buffer: ByteBuffer, start: number, end: number): number {
    const length = end - start;
    if (length > SHORT) return this.getLong(hashBytes(buffer.bytes, start, end), buffer.bytes, start, end);
    const low = lowWord(buffer.words, start, length);
    const high = highWord(buffer.words, start, length);
    return this.getShort(mixShort(low, high), low, high, length);
  }

  getRange(buffer: ByteBuffer, start: number, prefix: Int32Array, from: number, to: number): number {
    const length = to - from;
    if (length > SHORT) {
      const hash = rangeHash(prefix, from, to);
      return this.mayHave(mixLong(hash)) ? this.getLong(hash, buffer.bytes, start + from, start + to) : NONE;
    }
    const low = lowWord(buffer.words, start + from, length);
    const high = highWord(buffer.words, start + from, length);
    const mixed = mixShort(low, high);
    return this.mayHave(mixed) ? this.getShort(mixed, low, high, length) : NONE;
  }

  /** Adds a key that is not in the map; the map must not be at its capacity. */
  add(buffer: ByteBuffer, start: number, end: number, value: number): void {
    const { bytes, words } = buffer;
    const slots = this.slots;
    const length = end - start;
    const isShort = length <= SHORT;
    const first = isShort ? lowWord(words, start, length) : hashBytes(bytes, start, end);
    const second = isShort ? highWord(words, start, length) : this.bytes;
    const mixed = isShort ? mixShort(first, second) : mixLong(first);
    this.filter[mixed >>> 16]! |= 1 << (mixed >>> 11);
    let slot = (mixed >>> this.shift) << 2;
    while (slots[slot + 2] !== 0) slot = slot === slots.length - 4 ? 0 : slot + 4;
    slots[slot] = first;
    slots[slot + 1] = second;
    slots[slot + 2] = length;
    slots[slot + 3] = value;
    this.size++;
    if (isShort) return;
    if (this.bytes + length > this.keys.length) {
      const grown = new Uint8Array(this.keys.length * 2 + length);
      grown.set(this.keys);
      this.keys = grown;
    }
    for (let i = 0; i < length; i++) this.keys[this.bytes + i] = bytes[start + i]!;
    this.bytes += length;
  }

  clear(): void {
    this.slots.fill(0);
    this.filter.fill(0);
    this.bytes = 0;
    this.size = 0;
  }

  private mayHave(mixed: number): boolean {
    return ((this.filter[mixed >>> 16]! >>> (mixed >>> 11)) & 1) === 1;
  }

  private getShort(mixed: number, low: number, high: number, length: number): number {
    const slots = this.slots;
    let slot = (mixed >>> this.shift) << 2;
    for (;;) {
      const used = slots[slot + 2]!;
      if (used === 0) return NONE;
      if (slots[slot] === low && slots[slot + 1] === high && used === length) return slots[slot + 3]!;
      slot = slot === slots.length - 4 ? 0 : slot + 4;
    }
  }

  private getLong(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.slots;
    const keys = this.keys;
    const length = end - start;
    let slot = (mixLong(hash) >>> this.shift) << 2;
    for (;;) {
      const used = slots[slot + 2]!;
      if (used === 0) return NONE;
      if (slots[slot] === hash && used === length) {
        const offset = slots[slot + 1]! - start;
        let i = start;
        while (i < end && bytes[i] === keys[i + offset]) i++;
        if (i === end) return slots[slot + 3]!;
      }
      slot = slot === slots.length - 4 ? 0 : slot + 4;
    }
  }
}

function lowWord(words: DataView, start: number, length: number): number {
  const word = words.getInt32(start, true);
  return length >= 4 ? word : word & ((1 << (length << 3)) - 1);
}

function highWord(words: DataView, start: number, length: number): number {
  if (length <= 4) return 0;
  const word = words.getInt32(start + 4, true);
  return length === 8 ? word : word & ((1 << ((length - 4) << 3)) - 1);
}

function mixShort(low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
}

function mixLong(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
}

export class Vocabulary {
  readonly map: ByteMap;
  /** pairs[first << 8 | second] = rank of the token of these two bytes, or NONE. */
  readonly pairs = new Int32Array(0x10000).fill(NONE);

  constructor(ranks: Ranks) {
    const encoder = new TextEncoder();
    const scratch = new ByteBuffer(MAX_TOKEN_BYTES);
    const bytes = scratch.bytes;
    this.map = new ByteMap(ranks.length, ranks.length * 4);
    for (let rank = 0; rank < ranks.length; rank++) {
      const token = ranks[rank]!;
      let length = 0;
      if (typeof token === 'string') {
        while (length < token.length) {
          const unit = token.charCodeAt(length);
          if (unit > 0x7f) break;
          bytes[length++] = unit;
        }
        if (length < token.length) length = encoder.encodeInto(token, bytes).written;
      } else {
        bytes.set(token);
        length = token.length;
      }
      this.map.add(scratch, 0, length, rank);
      if (length === 2) this.pairs[(bytes[0]! << 8) | bytes[1]!] = rank;
    }
  }
}

/**
 * The split patterns of o200k_base and cl100k_base, written by hand over UTF-8 bytes. Each function returns the end of
 * the piece that starts at `pos` (a character boundary, pos < end). No function looks behind `pos`, so a text may be
 * split from any piece boundary on. Every byte is read a bounded number of times: no input is quadratic.
 *
 * o200k_base, in order (L = letters, M = marks, N = numbers; upper = Lu Lt Lm Lo M, lower = Ll Lm Lo M):
 *   [^\r\n L N]? upper* lower+ contraction?  |  [^\r\n L N]? upper+ lower* contraction?  |  N{1,3}
 *   |  space? [^\s L N]+ [\r\n/]*  |  \s* [\r\n]+  |  \s+ (?!\S)  |  \s+
 * cl100k_base:
 *   contraction  |  [^\r\n L N]? L+  |  N{1,3}  |  space? [^\s L N]+ [\r\n]*  |  \s* [\r\n]+  |  \s+ (?!\S)  |  \s+
 * contraction = 's 't 're 've 'm 'll 'd, any case, where ſ (U+017F) is a lower-case s.
 */
import { CLASS, LETTER, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from './unicode.ts';

const APOSTROPHE = 0x27;
const BLANK = 0x20;
const SLASH = 0x2f;

/** Bits above the class hold the character's length in bytes. */
const WIDTH_SHIFT = 4;
const CLASS_BITS = 15;

function charAt(bytes: Uint8Array, pos: number): number {
  const lead = bytes[pos]!;
  if (lead < 0x80) return CLASS[lead]! | (1 << WIDTH_SHIFT);
  if (lead < 0xe0) return CLASS[((lead & 31) << 6) | (bytes[pos + 1]! & 63)]! | (2 << WIDTH_SHIFT);
  if (lead < 0xf0) {
    return CLASS[((lead & 15) << 12) | ((bytes[pos + 1]! & 63) << 6) | (bytes[pos + 2]! & 63)]! | (3 << WIDTH_SHIFT);
  }
  const codePoint = ((lead & 7) << 18) | ((bytes[pos + 1]! & 63) << 12) | ((bytes[pos + 2]! & 63) << 6) | (bytes[pos + 3]! & 63);
  return CLASS[codePoint]! | (4 << WIDTH_SHIFT);
}

export function nextO200k(bytes: Uint8Array, pos: number, end: number): number {
  const first = charAt(bytes, pos);
  const kind = first & CLASS_BITS;
  const after = pos + (first >> WIDTH_SHIFT);
  if (kind >= UPPER && kind <= LETTER) return word(bytes, pos, pos, end);
  if (kind === NUMBER) return numbers(bytes, after, end);
  if (kind !== NEWLINE && after < end) {
    const second = charAt(bytes, after) & CLASS_BITS;
    if (second >= UPPER && second <= MARK) return word(bytes, pos, after, end);
    if (kind === SPACE && second === OTHER && bytes[pos] === BLANK) return symbols(bytes, after, end, true);
  }
  if (kind === MARK) return contraction(bytes, after, end);
  if (kind === OTHER) return symbols(bytes, pos, end, true);
  return space(bytes, pos, end);
}

export function nextCl100k(bytes: Uint8Array, pos: number, end: number): number {
  const first = charAt(bytes, pos);
  const kind = first & CLASS_BITS;
  const after = pos + (first >> WIDTH_SHIFT);
  if (kind >= UPPER && kind <= LETTER) return letters(bytes, after, end);
  if (kind === NUMBER) return numbers(bytes, after, end);
  if (bytes[pos] === APOSTROPHE) {
    const short = contraction(bytes, pos, end);
    if (short !== pos) return short;
  }
  if (kind !== NEWLINE && after < end) {
    const second = charAt(bytes, after) & CLASS_BITS;
    if (second >= UPPER && second <= LETTER) return letters(bytes, after, end);
    if ((second === OTHER || second === MARK) && bytes[pos] === BLANK) return symbols(bytes, after, end, false);
  }
  if (kind === OTHER || kind === MARK) return symbols(bytes, pos, end, false);
  return space(bytes, pos, end);
}

export function addsUpAt(bytes: Uint8Array, pos: number): boolean {
  let start = pos - 1;
  while ((bytes[start]! & 0xc0) === 0x80) start--;
  const before = charAt(bytes, start) & CLASS_BITS;
  const here = charAt(bytes, pos) & CLASS_BITS;
  return before < SPACE ? here === SPACE : before === NEWLINE && here < SPACE && bytes[pos] !== SLASH;
}

/** The first two alternatives of o200k_base. */
function word(bytes: Uint8Array, pos: number, start: number, end: number): number {
  let at = start;
  /** End of the last character that is upper and lower case at once: `upper*` gives back characters down to it. */
  let both = -1;
  while (at < end) {
    const char = charAt(bytes, at);
    const kind = char & CLASS_BITS;
    if (kind === LOWER) return contraction(bytes, lowers(bytes, at, end), end);
    if (kind < UPPER || kind > MARK) break;
    at += char >> WIDTH_SHIFT;
    if (kind !== UPPER) both = at;
  }
  if (both !== -1) return contraction(bytes, both, end);
  // Upper case only. Without its prefix the first alternative still matches when that prefix is a mark.
  const prefixIsMark = pos < start && (charAt(bytes, pos) & CLASS_BITS) === MARK;
  return contraction(bytes, prefixIsMark ? start : at, end);
}

function lowers(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end) {
    const char = charAt(bytes, at);
    const kind = char & CLASS_BITS;
    if (kind < LOWER || kind > MARK) break;
    at += char >> WIDTH_SHIFT;
  }
  return at;
}

function letters(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end) {
    const char = charAt(bytes, at);
    const kind = char & CLASS_BITS;
    if (kind < UPPER || kind > LETTER) break;
    at += char >> WIDTH_SHIFT;
  }
  return at;
}

function numbers(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  for (let i = 0; i < 2 && at < end; i++) {
    const char = charAt(bytes, at);
    if ((char & CLASS_BITS) !== NUMBER) break;
    at += char >> WIDTH_SHIFT;
  }
  return at;
}

function symbols(bytes: Uint8Array, pos: number, end: number, slashes: boolean): number {
  let at = pos;
  while (at < end) {
    const char = charAt(bytes, at);
    const kind = char & CLASS_BITS;
    if (kind !== OTHER && kind !== MARK) break;
    at += char >> WIDTH_SHIFT;
  }
  while (at < end && (bytes[at] === 10 || bytes[at] === 13 || (slashes && bytes[at] === SLASH))) at++;
  return at;
}

function space(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  let last = pos;
  let lineEnd = -1;
  while (at < end) {
    const char = charAt(bytes, at);
    const kind = char & CLASS_BITS;
    if (kind < SPACE) break;
    last = at;
    at += char >> WIDTH_SHIFT;
    if (kind === NEWLINE) lineEnd = at;
  }
  if (lineEnd !== -1) return lineEnd;
  return at === end || last === pos ? at : last;
}

function contraction(bytes: Uint8Array, pos: number, end: number): number {
  if (pos + 1 >= end || bytes[pos] !== APOSTROPHE) return pos;
  // Setting bit 5 makes ASCII letters lower case and turns nothing else into one of the letters asked for.
  const first = bytes[pos + 1]! | 0x20;
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return pos + 2;
  if (pos + 2 >= end) return pos;
  if (bytes[pos + 1] === 0xc5 && bytes[pos + 2] === 0xbf) return pos + 3;
  const second = bytes[pos + 2]! | 0x20;
  if (second === 0x65 && (first === 0x72 || first === 0x76)) return pos + 3;
  return first === 0x6c && second === 0x6c ? pos + 3 : pos;
}

/** Tokens by rank, as the modules `gpt-tokenizer/bpeRanks/*` export them: text, or bytes where the token is not valid UTF-8. */
export type Ranks = readonly (string | readonly number[])[];

/** Longest token of both encodings in bytes; nothing longer is looked up. */
export const MAX_TOKEN_BYTES = 128;
/** Rank of byte strings that are not tokens: larger than every rank. */
export const NONE = 0x7fffffff;

/** Keys up to this many bytes are stored in their slot. */
const SHORT = 8;
/** Bytes that must be readable after a key, because short keys are read as two words. */
const SLACK = 8;

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

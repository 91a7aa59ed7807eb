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

export function isWhiteSpace(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const char = charAt(bytes, at);
    if ((char & CLASS_BITS) < SPACE) return false;
    at += char >> WIDTH_SHIFT;
  }
  return true;
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

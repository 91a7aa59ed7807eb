/**
 * Facts that are single words: paths, URLs, names, ids, numbers. One pass over words of bounded length, so linear on any input; runs that
 * are not words (base64, minified lines) are skipped.
 */
import { type Name, type Named, nameAt, namedAt } from './names.ts';
import { ABBREVIATED, FAMILIAR, factsOfWord, KNOWN_FILE } from './shapes.ts';
import { TextMap } from './text-map.ts';

/** Longer runs are data, not words. */
const MAX_WORD = 400;
/** Marks after the last letter that may belong to a word: the slash of `src/`, not a row of dots. */
const LAST_MARKS = 2;

/** Classes of UTF-16 units, as flags that a word collects. */
const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const UNDERSCORE = 8;
const MARK = 16;
const LETTER = 32;
/** Ranges of white space and punctuation beyond ASCII; everything else there is a letter. */
const WIDE_SEPARATORS: readonly (readonly [number, number])[] = [
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2010, 0x2029],
  [0x202f, 0x205f],
  [0x2190, 0x21ff],
  [0x2500, 0x27bf],
  [0x3000, 0x303f],
  [0xfeff, 0xfeff],
  [0xff01, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
];
const CLASS = new Uint8Array(1 << 16).fill(LETTER);
for (let code = 0; code < 128; code++) CLASS[code] = classOfAscii(code);
for (const [from, to] of WIDE_SEPARATORS) CLASS.fill(SEPARATOR, from, to + 1);

function classOfAscii(code: number): number {
  const c = String.fromCharCode(code);
  if (/[a-z]/.test(c)) return LOWER;
  if (/[A-Z]/.test(c)) return UPPER;
  if (/\d/.test(c)) return DIGIT;
  if (c === '_' || c === '$') return UNDERSCORE;
  return code < 33 || code === 127 || `"'\`<>()[]{},;|\\`.includes(c) ? SEPARATOR : MARK;
}

const BACKSLASH = 92;
const COMMA = 44;
const SLASH = 47;
const COLON = 58;
const OPEN_BRACKET = 40;
const CLOSE_BRACKET = 41;
const SMALL_E = 101;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
/** Exactly three digits, so the comma before them belongs to the number. `codes` end with a line break. */
const isThousand = (codes: Uint16Array, i: number): boolean =>
  isDigit(codes[i]!) && isDigit(codes[i + 1]!) && isDigit(codes[i + 2]!) && !isDigit(codes[i + 3]!);
/** Characters of an escape (`\\n`, `\\u4e2d`) before a word; 1 where the backslash escapes nothing. */
const escapeAt = (text: string, i: number): number => {
  const next = text[i + 1];
  if (next === 'n' || next === 'r' || next === 't') return 2;
  return next === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(i + 2, i + 6)) ? 6 : 1;
};
const WINDOWS_PATH = /[A-Z]:(?:\\{1,2}[^\\\s"'`<>|,;:*?()[\]{}]{1,80}){1,20}/y;

/** Options of a word: see `factsOfWord`. */
const CALLED = 1;
const MORE = 2;
/** Facts of words, by word; offsets within the word. */
const words = new TextMap((word, asked): readonly Named[] =>
  factsOfWord(word, (asked & CALLED) !== 0, (asked & MORE) !== 0).map(([kind, start, end]) => namedAt(kind, word, start, end)),
);
/** Names with a hump or an underscore, by name; null for common ones. */
const humps = new TextMap((word): Name | null => (FAMILIAR.test(word) ? null : nameAt('identifier', word, 0, word.length)));

/**
 * Facts of all words; `codes`: of the text (codesOf). `more`: names of the full selection too. Offsets are those of the text plus `base`.
 * Each character is read once; a word of letters alone costs nothing more.
 */
export function factsOfWords(text: string, codes: Uint16Array, into: Named[], more: boolean, base = 0): void {
  const n = text.length;
  for (let i = 0; i < n; ) {
    const code = codes[i]!;
    let kind = CLASS[code]!;
    if (kind === SEPARATOR) {
      // The `\n` of an escaped text is not part of the next word.
      i += code === BACKSLASH ? escapeAt(text, i) : 1;
      continue;
    }
    const start = i;
    /** The characters of the word up to `end`: marks at its end belong to the sentence. */
    let flags = 0;
    let end = i;
    let last = 0;
    let hump = false;
    let next = 0;
    do {
      if (kind === LOWER) {
        // Most words are lower-case letters from the second to the last.
        flags |= end < i ? LOWER | MARK : LOWER;
        hump ||= last === UNDERSCORE && i > start + 1;
        do next = codes[++i]!;
        while (CLASS[next] === LOWER);
        end = i;
        last = LOWER;
        kind = CLASS[next]!;
        continue;
      }
      if (kind !== MARK) {
        flags |= end < i ? kind | MARK : kind;
        hump ||= (kind === UPPER && (last === LOWER || last === DIGIT)) || (last === UNDERSCORE && i > start + 1);
        end = i + 1;
      }
      last = kind;
      next = codes[++i]!;
      kind = CLASS[next]!;
      if (next === COMMA && last === DIGIT && isThousand(codes, i + 1)) kind = MARK;
    } while (kind !== SEPARATOR);
    if (next === BACKSLASH && i === start + 2 && flags === UPPER && codes[i - 1]! === COLON) {
      WINDOWS_PATH.lastIndex = start;
      if (WINDOWS_PATH.test(text)) {
        i = WINDOWS_PATH.lastIndex;
        end = i;
        flags |= MARK;
        next = codes[i]!;
      }
    }
    if (end - start > MAX_WORD || i - start < 2 || flags === LETTER) continue;
    // A folder: only the slash after its name shows that.
    if (more && codes[end]! === SLASH) flags |= MARK;
    const name = (flags & (MARK | LETTER)) === 0 && (flags & LOWER) !== 0 && !isDigit(codes[start]!);
    if (more && name && !hump && (flags & UPPER) !== 0 && isCapital(codes[start + 1]!) && isCapital(codes[start + 2]!))
      hump = ABBREVIATED.test(text.slice(start, end));
    if (name && hump) {
      const known = end - start > 2 ? humps.of(text, start, end, 0, codes) : null;
      if (known !== null) into.push({ name: known, start: base + start, end: base + end });
      else if (isKnownFile(text, codes, start, end)) into.push(namedAt('path', text, start, end, base));
    } else if (name && (flags & DIGIT) === 0) {
      if (!more && end - start > 3 && codes[end]! === OPEN_BRACKET && codes[end + 1]! === CLOSE_BRACKET)
        into.push(namedAt('identifier', text, start, end, base));
      else if (isKnownFile(text, codes, start, end)) into.push(namedAt('path', text, start, end, base));
    } else {
      const asked = (next === OPEN_BRACKET ? CALLED : 0) | (more ? MORE : 0);
      for (const found of words.of(text, start, Math.min(i, end + LAST_MARKS), asked, codes))
        into.push({ name: found.name, start: base + start + found.start, end: base + start + found.end });
    }
  }
}

/** `Makefile` and `Dockerfile`, without creating a string per word. */
const isKnownFile = (text: string, codes: Uint16Array, start: number, end: number): boolean =>
  codes[end - 1]! === SMALL_E && text.startsWith('file', end - 4) && KNOWN_FILE.test(text.slice(start, end));

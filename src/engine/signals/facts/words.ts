/**
 * Facts that are one word of a text: paths, URLs, names, ids, numbers. One pass over words of bounded length, so linear on
 * any input; what is no word of a text (base64, minified lines) is passed over.
 */
import type { Fact } from '../contract.ts';
import { ABBREVIATED, FAMILIAR, factsOfWord, KNOWN_FILE } from './shapes.ts';

/** Longer runs are data, not words. */
const MAX_WORD = 400;
/** Marks after the last letter that may belong to a word: the slash of `src/`, not a row of dots. */
const LAST_MARKS = 2;

/** What a UTF-16 unit is to the scanner, as flags that a word collects. */
const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const UNDERSCORE = 8;
const MARK = 16;
const LETTER = 32;
const CLASS = new Uint8Array(128).map((_, code) => {
  const c = String.fromCharCode(code);
  if (/[a-z]/.test(c)) return LOWER;
  if (/[A-Z]/.test(c)) return UPPER;
  if (/\d/.test(c)) return DIGIT;
  if (c === '_' || c === '$') return UNDERSCORE;
  return code < 33 || code === 127 || `"'\`<>()[]{},;|\\`.includes(c) ? SEPARATOR : MARK;
});
/** Punctuation and white space beyond ASCII; everything else there is a letter. */
const WIDE_SEPARATOR = /[\s\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u27bf\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;
const classOf = (text: string, i: number): number => {
  const code = text.charCodeAt(i);
  return code < 128 ? CLASS[code]! : WIDE_SEPARATOR.test(text[i]!) ? SEPARATOR : LETTER;
};
const isDigit = (text: string, i: number): boolean => {
  const code = text.charCodeAt(i);
  return code >= 48 && code <= 57;
};
/** Three digits and no more: a comma before them belongs to the number. */
const isThousand = (text: string, i: number): boolean => isDigit(text, i) && isDigit(text, i + 1) && isDigit(text, i + 2) && !isDigit(text, i + 3);
/** Characters of an escape (`\\n`, `\\u4e2d`) that are no part of the word behind it; 1 where the backslash escapes nothing. */
const escapeAt = (text: string, i: number): number => {
  const next = text[i + 1];
  if (next === 'n' || next === 'r' || next === 't') return 2;
  return next === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(i + 2, i + 6)) ? 6 : 1;
};
const WINDOWS_PATH = /[A-Z]:(?:\\{1,2}[^\\\s"'`<>|,;:*?()[\]{}]{1,80}){1,20}/y;

/**
 * Facts of all words; `more`: names of the full selection too. Offsets are those of the text plus `base`. Each character is looked at once; a word that is only letters costs nothing more.
 */
export function factsOfWords(text: string, into: Fact[], more: boolean, base = 0): void {
  const n = text.length;
  for (let i = 0; i < n; ) {
    let kind = classOf(text, i);
    if (kind === SEPARATOR) {
      // `\n` of an escaped text must not glue to the word after it.
      i += text[i] === '\\' ? escapeAt(text, i) : 1;
      continue;
    }
    const start = i;
    /** What the word is made of, up to `end`: marks at its end belong to the sentence. */
    let flags = 0;
    let end = i;
    let last = 0;
    let hump = false;
    do {
      if (kind !== MARK) {
        flags |= end < i ? kind | MARK : kind;
        hump ||= (kind === UPPER && (last === LOWER || last === DIGIT)) || (last === UNDERSCORE && i > start + 1);
        end = i + 1;
      }
      last = kind;
      kind = ++i < n ? classOf(text, i) : SEPARATOR;
      if (last === DIGIT && text[i] === ',' && isThousand(text, i + 1)) kind = MARK;
    } while (kind !== SEPARATOR);
    if (text[i] === '\\' && i === start + 2 && text[i - 1] === ':' && flags === UPPER) {
      WINDOWS_PATH.lastIndex = start;
      if (WINDOWS_PATH.test(text)) {
        i = WINDOWS_PATH.lastIndex;
        end = i;
        flags |= MARK;
      }
    }
    if (end - start > MAX_WORD || i - start < 2 || flags === LETTER) continue;
    // A folder: the slash behind its name is all that tells.
    if (more && text[end] === '/') flags |= MARK;
    const name = (flags & (MARK | LETTER)) === 0 && (flags & LOWER) !== 0 && !isDigit(text, start);
    if (more && name && !hump && (flags & UPPER) !== 0) hump = ABBREVIATED.test(text.slice(start, end));
    if (name && (hump || (flags & DIGIT) === 0)) {
      const isName = hump ? end - start > 2 && !FAMILIAR.test(text.slice(start, end)) : !more && end - start > 3 && text.startsWith('()', end);
      if (isName) into.push({ kind: 'identifier', text: text.slice(start, end), start: base + start, end: base + end });
      else if (text.startsWith('file', end - 4) && KNOWN_FILE.test(text.slice(start, end)))
        into.push({ kind: 'path', text: text.slice(start, end), start: base + start, end: base + end });
    } else {
      const word = text.slice(start, Math.min(i, end + LAST_MARKS));
      for (const [kindOfFact, a, b] of factsOfWord(word, text[i] === '(', more)) {
        into.push({ kind: kindOfFact, text: text.slice(start + a, start + b), start: base + start + a, end: base + start + b });
      }
    }
  }
}

/** Reduces a line of a text to its facts and the words beside them. */

import { headOf, safeCut } from '../../../signals/sentences.ts';

/** Position of a fact in a text (UTF-16 offsets). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Characters on each side of a fact that are searched for words. */
const REACH = 40;
/** Facts nearer than this share one piece of the line. */
const NEAR = 24;
/** A position further away counts as another line, because arguments and minified files have no lines. */
export const LINE = 160;

/** A word, or a name with its points and slashes. */
const WORD = /[\p{L}\p{N}_]+(?:[./-][\p{L}\p{N}_]+)*/gu;
/** Chinese has no spaces: this many characters are a word or two. */
const LONG = 24;

const NEWLINE = 10;
const BACKSLASH = 92;
const N = 110;

/** Start of the line around `at`, at most LINE back; `\n` in JSON ends a line too. */
export function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LINE);
  for (let i = at - 1; i >= least; i--) {
    const code = text.charCodeAt(i);
    if (code === NEWLINE || (code === N && text.charCodeAt(i - 1) === BACKSLASH)) return i + 1;
  }
  return least === 0 ? 0 : at - (at % LINE);
}

/** End of the `words`-th word of `text`; of the last one if there are fewer, 0 without any. */
function afterWords(text: string, words: number): number {
  let end = 0;
  let count = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (count++ === words) break;
    end = index + headOf(word, LONG).length;
    if (word.length > LONG) break;
  }
  return end;
}

/** Start of the `words`-th word from the end. */
function beforeWords(text: string, words: number): number {
  const found = [...text.matchAll(WORD)].slice(text.length === 0 || words === 0 ? Number.POSITIVE_INFINITY : -words);
  let start = text.length;
  for (const { 0: word, index } of found.reverse()) {
    if (word.length > LONG) return start === text.length ? index + safeCut(word, word.length - LONG) : start;
    start = index;
  }
  return start;
}

/** JSON escapes replaced by blanks of the same length, so that their letters do not join a word. */
const blanked = (text: string): string => text.replace(/\\[nrt]/g, '  ');

/** The text between facts, on one line and without JSON quoting. */
const tidy = (text: string): string =>
  blanked(text)
    .replace(/\\"|["{}[\]`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([-=*#_.])\1{2,}/g, '$1');

const lineBefore = (text: string): number => Math.max(text.lastIndexOf('\n') + 1, text.includes('\\n') ? text.lastIndexOf('\\n') + 2 : 0);

/** The facts of `spans` (ascending, of one line) with up to `words` words on each side; longer text between them is omitted. */
export function snippetOf(text: string, spans: readonly Span[], words: number): string {
  const pieces: string[] = [];
  let piece = '';
  /** End of the text written so far. */
  let at = -1;
  for (const [k, { start, end }] of spans.entries()) {
    if (start < at) continue;
    if (at >= 0 && start - at <= NEAR) piece += tidy(text.slice(at, start));
    else {
      if (at >= 0) pieces.push(piece);
      const from = Math.max(0, at, start - REACH);
      const line = from + lineBefore(text.slice(from, start));
      piece = tidy(text.slice(line + beforeWords(blanked(text.slice(line, start)), words), start));
    }
    piece += text.slice(start, end);
    at = end;
    const next = spans[k + 1]?.start ?? text.length;
    if (next - end <= NEAR && spans[k + 1]) continue;
    const tail = text.slice(end, Math.min(Math.max(end, next), end + REACH));
    const line = tail.search(/\n|\\n/);
    at += afterWords(blanked(line < 0 ? tail : tail.slice(0, line)), words);
    piece += tidy(text.slice(end, at));
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).join(' … ');
}

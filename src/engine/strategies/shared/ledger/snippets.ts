/** A line of a text cut down to its facts and the words beside them. */

/** Where a fact stands in a text (UTF-16 offsets). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Characters on each side of a fact that are looked at for words, and words taken on each side. */
const REACH = 24;
const WORDS = 1;
/** Facts nearer than this share one piece of the line. */
const NEAR = 24;
/** A place further away than this is another line, whatever the text says: arguments and minified files have none. */
export const LINE = 160;

const WORD = /[\p{L}\p{N}_]+/gu;
/** Chinese has no spaces: a few characters are a word or two. */
const LONG = 24;

/** Start of the line around `at`, looked for no further back than LINE; `\n` in JSON ends a line too. */
export function lineStart(text: string, at: number): number {
  const least = Math.max(0, at - LINE);
  for (let i = at - 1; i >= least; i--) {
    if (text.charCodeAt(i) === 10) return i + 1;
    if (text.charCodeAt(i) === 110 && text.charCodeAt(i - 1) === 92) return i + 1;
  }
  return least === 0 ? 0 : at - (at % LINE);
}

/** End of the last of the first WORDS words of `text`; 0 without one. */
function afterWords(text: string): number {
  let end = 0;
  let count = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    end = index + Math.min(LONG, word.length);
    if (++count === WORDS || word.length > LONG) break;
  }
  return end;
}

/** Start of the first of the last WORDS words. */
function beforeWords(text: string): number {
  const words = [...text.matchAll(WORD)];
  const first = words.at(-WORDS) ?? words[0];
  if (!first) return text.length;
  const last = words.at(-1)!;
  if (last[0].length > LONG) return last.index + last[0].length - LONG;
  return Math.max(first.index, first.index + first[0].length - LONG);
}

/** What stands between facts, in one line and without the quoting of JSON. */
const tidy = (text: string): string =>
  text
    .replace(/\\[nrt"]|["{}[\]`|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([-=*#_.])\1{2,}/g, '$1');

/** The facts of `spans` (ascending, of one line) with up to two words on each side; what lies further between is left out. */
export function snippetOf(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let piece = '';
  let at = -1;
  for (const [k, { start, end }] of spans.entries()) {
    if (start < at) continue;
    const room = Math.max(0, at, start - REACH);
    const head = beginning(text.slice(room, start));
    const from = room + head;
    if (at >= 0 && start - at <= NEAR) piece += tidy(text.slice(at, start));
    else {
      if (piece !== '') pieces.push(piece);
      piece = tidy(text.slice(from, start));
    }
    piece += text.slice(start, end);
    const next = spans[k + 1];
    const most = Math.min(next ? Math.max(end, next.start) : text.length, end + REACH);
    const tail = text.slice(end, most);
    const line = tail.search(/\n|\\n/);
    const after = afterWords(line < 0 ? tail : tail.slice(0, line));
    at = end + after;
    if (!next || next.start - end > NEAR) piece += tidy(text.slice(end, at));
    else at = end;
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).join(' … ');
}

function beginning(before: string): number {
  const line = Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2 * Number(before.includes('\\n')));
  return line + beforeWords(before.slice(line));
}

/** Sentences and lines of any language, in one pass and without Intl.Segmenter (quadratic on some runtimes). */

interface Sentence {
  readonly start: number;
  readonly end: number;
}

const HARD = new Set('。！？；｡．।۔؟');
/** End a sentence only before white space or the end: `v1.2`, `app.ts` and `a?b=c` go on. */
const SOFT = new Set('.!?…');
const CLOSING = new Set('"\'”’»)]}」』）】》*_`');
/** Abbreviations whose full stop does not end a sentence, in lower case. */
const ABBREVIATIONS = new Set([
  'e.g',
  'i.e',
  'etc',
  'vs',
  'cf',
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'st',
  'no',
  'nr',
  'fig',
  'approx',
  'resp',
  'incl',
  'excl',
  'z.b',
  'd.h',
  'bzw',
  'ca',
  'ex',
]);
const LONGEST = 6;

const SPACE = /\s/;
const isSpace = (c: string | undefined): boolean => c === undefined || SPACE.test(c);
const isMark = (c: string | undefined): boolean => c !== undefined && (SOFT.has(c) || HARD.has(c) || CLOSING.has(c));

function isAbbreviated(text: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && at - from <= LONGEST && !isSpace(text[from - 1]) && text[from - 1] !== '(') from--;
  if (at - from > LONGEST) return false;
  const word = text.slice(from, at);
  return ABBREVIATIONS.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word) || (from === start && /^\d{1,3}$/.test(word));
}

/** Nearly all text is inside a sentence: ASCII that neither ends nor separates, and Chinese characters. */
const WITHIN = new Uint8Array(128).map((_, code) => {
  const c = String.fromCharCode(code);
  return c === '\n' || SOFT.has(c) || isSpace(c) ? 0 : 1;
});
const HAN_FIRST = 0x4e00;
const HAN_LAST = 0x9fff;

/** Calls `found` with the end of every sentence (exclusive, marks included) up to `limit`. A run of marks is read once, so the scan is linear. */
function scan(text: string, limit: number, found: (end: number, next: number) => void): void {
  let start = 0;
  let at = 0;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (code < 128 ? WITHIN[code] === 1 : code >= HAN_FIRST && code <= HAN_LAST) {
      at++;
      continue;
    }
    const c = text[at] as string;
    if (c === '\n') {
      found(at, at + 1);
      start = ++at;
      continue;
    }
    const hard = HARD.has(c);
    if (!hard && !SOFT.has(c)) {
      if (start === at && isSpace(c)) start++;
      at++;
      continue;
    }
    let end = at + 1;
    let closes = hard;
    while (isMark(text[end])) closes = HARD.has(text[end++] as string) || closes;
    if (closes || (isSpace(text[end]) && !(c === '.' && end === at + 1 && isAbbreviated(text, start, at)))) {
      found(end, end);
      start = end;
    }
    at = end;
  }
}

export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const push = (end: number, next: number): void => {
    let a = start;
    let b = end;
    while (a < b && isSpace(text[a])) a++;
    while (b > a && isSpace(text[b - 1])) b--;
    if (b > a) sentences.push({ start: a, end: b });
    start = next;
  };
  scan(text, text.length, push);
  push(text.length, text.length);
  return sentences;
}

/** `at`, or one less where a cut at `at` would split a surrogate pair. */
export function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return at > 0 && at < text.length && code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

/** At most the first `most` UTF-16 units of a text, never half a surrogate pair. */
export const headOf = (text: string, most: number): string => (text.length > most ? text.slice(0, safeCut(text, most)) : text);

/** A sentence end in the second half of the limit is better than a longer text without one. */
const WORTH = 0.5;

/**
 * The longest beginning of at most `limit` UTF-16 units that ends with a sentence or line (S1's summary limit). Without one in its second
 * half it ends with a word, failing that at the limit; surrogate pairs stay whole.
 */
export function cutAtSentence(text: string, limit: number): string {
  const most = Math.max(0, Math.floor(limit));
  if (text.length <= most) return text;
  const least = most * WORTH;
  let best = 0;
  scan(text, most, (end) => {
    if (end <= most) best = end;
  });
  if (best > least) return text.slice(0, best).trimEnd();
  for (let i = most; i > least; i--) if (isSpace(text[i])) return text.slice(0, i).trimEnd();
  return text.slice(0, safeCut(text, most)).trimEnd();
}

/** Longer lines are judged by their first and last characters. */
const LOOKED_AT = 200;

const ALWAYS = /(?:[{}]|[)}\]];|=>|&&|\|\|)$|\) => |^(?:\/\/|\/\*|\*\/|\*\s@|#!|#include\b|@@ |"[^"]*"\s*:\s|<\/?[A-Za-z][\w-]*(?:\s[^>]*)?\/?>$)/;
const STATEMENT =
  /^(?:import|export|const|let|var|function|class|interface|type|async|await|public|private|protected|static|readonly|abstract|def|fn|pub|impl|struct|enum|namespace|package|func|elif|except|raise|throw|return|switch|case|try|catch|finally|else|if|for|while|do|new)\b.*[;(){}[\],:=]$/;
/** A line that is only a call, an assignment, a property or an element. */
const PIECE =
  /^(?:[\w$.]+\([^()]*\)[;,]?|[\w$.[\]'"]{1,80}\s?(?:[-+*/|&?]?=|:=)\s.*|["'`]?[\w$-]{1,60}["'`]?\??:\s[^.!?。！？]*[;,]|["'][^"']*["'],|[\])}]+[;,]?|.*[=()[\]<>"'+].*;)$/;
const QUOTED = /"[^"]*"|`[^`]*`/g;
const PROSE = /(?:^|\s)(?:[A-Za-z][a-z']*,? ){3}[a-z']+/;

export function isCodeLine(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed === '') return false;
  const head = trimmed.length > LOOKED_AT ? `${trimmed.slice(0, LOOKED_AT)}${trimmed.slice(-4)}` : trimmed;
  if (ALWAYS.test(head)) return true;
  return (STATEMENT.test(head) || PIECE.test(head)) && !PROSE.test(head.replace(QUOTED, '""'));
}

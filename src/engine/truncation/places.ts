/**
 * Positions at which a text may be cut: at a line, at the end of a sentence, else between words, and never inside a surrogate pair or an
 * escape sequence of a terminal or of JSON. Computed for a growing allowance, because a knob tries many.
 */
import { safeCut, splitSentences } from '../signals/sentences.ts';

export interface Region {
  readonly start: number;
  readonly end: number;
  readonly raw?: boolean;
}

export type CutUnit = 'line' | 'sentence' | 'lines-only';

const SMALLEST = 64;
const GROWTH = 1.1;

const WORTH = { line: 0.5, sentence: 0.3, 'lines-only': 0 } as const satisfies Record<CutUnit, number>;

export function allowances(length: number, least = SMALLEST): number[] {
  const found: number[] = [];
  for (let allowed = least; allowed < length; allowed *= GROWTH) found.push(Math.floor(allowed));
  return found;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;

const RAW_LINE = /\\n/g;
function endsOf(text: string, { start, end, raw }: Region, by: CutUnit): number[] {
  const ends: number[] = [];
  /** The end before, and where its blanks begin: of many blank lines none is read twice. */
  let behind = start;
  let bare = start;
  const add = (at: number): void => {
    let b = at;
    while (b > behind && isSpace(text.charCodeAt(b - 1))) b--;
    if (b === behind) b = bare;
    [behind, bare] = [at, b];
    if (b > (ends.at(-1) ?? start) && b < end) ends.push(b);
  };
  if (raw) {
    RAW_LINE.lastIndex = start;
    for (let found = RAW_LINE.exec(text); found && found.index < end; found = RAW_LINE.exec(text)) {
      if (!isEscaped(text, start, found.index)) add(found.index);
    }
  } else if (by === 'sentence') {
    for (const sentence of splitSentences(start === 0 && end === text.length ? text : text.slice(start, end))) add(start + sentence.end);
  } else {
    for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) add(at);
  }
  return ends;
}

export function isEscaped(text: string, start: number, at: number): boolean {
  let from = at;
  while (from > start && text[from - 1] === '\\') from--;
  return (at - from) % 2 === 1;
}

const ESCAPE = String.fromCharCode(27);
const TERMINAL = new RegExp(`(?:${ESCAPE}|\\\\u001b|\\\\x1b)\\[?[0-9;?]*$`, 'i');
const LONGEST_SEQUENCE = 24;
const HIGH_ESCAPE = /\\ud[89ab][0-9a-f]{2}$/i;
const LOW_ESCAPE = /^\\ud[c-f]/i;
const OPEN_ESCAPE = /\\u[0-9a-f]{0,3}$/i;

/** `at`, or slightly before it where a cut there would split something. */
function safe(text: string, { start, raw }: Region, at: number): number {
  let b = Math.max(start, safeCut(text, at));
  if (raw) {
    const open = OPEN_ESCAPE.exec(text.slice(Math.max(start, b - 6), b));
    if (open && !isEscaped(text, start, b - open[0].length)) b -= open[0].length;
    if (isEscaped(text, start, b)) b--;
    if (LOW_ESCAPE.test(text.slice(b, b + 6)) && HIGH_ESCAPE.test(text.slice(Math.max(start, b - 6), b))) b -= 6;
  }
  const sequence = TERMINAL.exec(text.slice(Math.max(start, b - LONGEST_SEQUENCE), b));
  return sequence ? b - sequence[0].length : b;
}

const WORD = 60;
const CLAUSE = new Set('，、；：');

const SENTENCE = 600;
const ENDS_HARD = 1;
const ENDS_SOFT = 2;
/** Sentence ends by UTF-16 unit: anywhere, or before white space. */
const SENTENCE_MARKS = new Uint8Array(1 << 16);
for (const mark of '。！？；｡．।۔؟') SENTENCE_MARKS[mark.charCodeAt(0)] = ENDS_HARD;
for (const mark of '.!?…') SENTENCE_MARKS[mark.charCodeAt(0)] = ENDS_SOFT;

function sentenceEnd(text: string, at: number, least: number): number {
  for (let b = at; b > least; b--) {
    const mark = SENTENCE_MARKS[text.charCodeAt(b - 1)]!;
    if (mark === ENDS_HARD || (mark === ENDS_SOFT && isSpace(text.charCodeAt(b)))) return b;
  }
  return -1;
}

function wordEnd(text: string, region: Region, at: number): number {
  const least = Math.max(region.start + 1, at - WORD);
  for (let b = at; b >= least; b--) {
    if (CLAUSE.has(text[b - 1]!)) return b;
    const blank = isSpace(text.charCodeAt(b)) || (region.raw === true && text[b] === '\\' && text[b + 1] === 'n');
    if (!blank || isSpace(text.charCodeAt(b - 1)) || (region.raw && isEscaped(text, region.start, b))) continue;
    return b;
  }
  return safe(text, region, at);
}

function wordStart(text: string, region: Region, at: number): number {
  const most = Math.min(region.end - 1, at + WORD);
  for (let c = at; c <= most; c++) if (isSpace(text.charCodeAt(c - 1)) && !isSpace(text.charCodeAt(c))) return c;
  return safe(text, region, at);
}

/**
 * End of the head for each allowance: at most that many characters of the region, ending as `by` says if that keeps enough of it (WORTH),
 * else with a sentence, a clause or a word. The region's end where it fits whole.
 */
export function headEnds(text: string, region: Region, by: CutUnit, allowed: readonly number[]): Int32Array {
  const { start, end } = region;
  const ends = endsOf(text, region, by);
  const found = new Int32Array(allowed.length);
  let next = 0;
  allowed.forEach((characters, k) => {
    const most = start + characters;
    if (most >= end) {
      found[k] = end;
      return;
    }
    while (next < ends.length && ends[next]! <= most) next++;
    const last = next > 0 ? ends[next - 1]! : -1;
    if (last - start > characters * WORTH[by]) found[k] = last;
    else if (by === 'lines-only') found[k] = ends[0] ?? end;
    else {
      const sentence = sentenceEnd(text, most, Math.max(start + characters * WORTH.sentence, most - SENTENCE));
      found[k] = Math.max(sentence >= 0 ? sentence : wordEnd(text, region, most), k > 0 ? found[k - 1]! : 0);
    }
  });
  return found;
}

export function tailStarts(text: string, region: Region, allowed: readonly number[]): Int32Array {
  const { start, end } = region;
  const found = new Int32Array(allowed.length);
  let line = end;
  allowed.forEach((characters, k) => {
    const least = end - characters;
    if (least <= start) {
      found[k] = start;
      return;
    }
    // The first line start at or after `least`, searched from the previous tail.
    const at = text.indexOf('\n', least - 1) + 1;
    line = at > 0 && at < line ? at : line;
    found[k] =
      end - line > characters * WORTH.line && text.slice(line, end).trim() !== ''
        ? line
        : Math.min(wordStart(text, region, least), k > 0 ? found[k - 1]! : end);
  });
  return found;
}

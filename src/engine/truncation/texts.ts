/** All cuts of one text under a growing limit, with their token counts: a ladder of rungs, computed once. */
import { remembered } from '../signals/remember.ts';
import { upperBound } from '../lib/arrays.ts';
import { safeCut, splitSentences } from '../signals/sentences.ts';
import type { BaseCounter } from '../tokens/contract.ts';
import type { Splicer } from '../tokens/splice.ts';

// Positions at which a text may be cut: at a line, at the end of a sentence, else between words, and never inside a surrogate pair or an
// escape sequence of a terminal or of JSON. Computed for a growing allowance, because a knob tries many.

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

function isEscaped(text: string, start: number, at: number): boolean {
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
function headEnds(text: string, region: Region, by: CutUnit, allowed: readonly number[]): Int32Array {
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

function tailStarts(text: string, region: Region, allowed: readonly number[]): Int32Array {
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

export interface Rule {
  readonly base: BaseCounter;
  readonly factor: number;
}

export interface TextCuts {
  readonly whole: number;
  readonly tokens: Int32Array;
  text(rung: number): string;
  readonly first: Int32Array;
  readonly gaps: Int32Array;
}

export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly gone: number;
  readonly of: number;
  readonly raw: boolean;
}

export const GAP_FIELDS = 5;

const withSeparators = (value: number): string =>
  value < 1000 ? String(value) : `${withSeparators(Math.floor(value / 1000))},${String(value % 1000).padStart(3, '0')}`;

const OPEN = '[…';
const inner = (gone: number, of: number): string => ` ${withSeparators(gone)} of ${withSeparators(of)} tokens cut`;
const CLOSE = ' …]';

export const cutMark = (gone: number, of: number): string => OPEN + inner(gone, of) + CLOSE;

function frameOf(text: string, from: number, to: number, raw: boolean): { readonly before: string; readonly after: string } {
  const line = raw ? '\\n' : '\n';
  const quoteAt = (at: number): boolean => text[at] === '"' && !isEscaped(text, 0, at);
  const first = raw ? quoteAt(from - 1) : from === 0;
  const last = raw ? quoteAt(to) : to === text.length;
  return { before: (first ? '' : line) + OPEN, after: CLOSE + (last ? '' : line) };
}

/** Whether the counter says where counts of words add up. One that counts by length does not. */
const addsUp = (base: BaseCounter): boolean => base.stretchEnd('a b', 0, 1) < 3;

const REMEMBERED_NUMBERS = 1 << 16;
interface MarkTokens {
  readonly numbers: Uint8Array;
  readonly words: number;
}
const markTokens = remembered(
  (base: BaseCounter): MarkTokens => ({ numbers: new Uint8Array(REMEMBERED_NUMBERS), words: base.count(' of') + base.count(' tokens cut') }),
);

function innerTokens(base: BaseCounter, gone: number, of: number): number {
  const known = markTokens(base);
  return numberTokens(base, known, gone) + numberTokens(base, known, of) + known.words;
}

function numberTokens(base: BaseCounter, { numbers }: MarkTokens, value: number): number {
  const remembered = value < REMEMBERED_NUMBERS ? numbers[value]! : 0;
  if (remembered > 0) return remembered;
  const tokens = base.count(` ${withSeparators(value)}`);
  if (value < REMEMBERED_NUMBERS) numbers[value] = tokens;
  return tokens;
}

export class Rungs {
  readonly text: string;
  private readonly splicer: Splicer;
  private readonly factor: number;
  private readonly adds: boolean;
  private readonly tokens: number[] = [];
  private readonly gaps: number[] = [];
  private readonly first: number[] = [0];
  private readonly counted = new Map<number, number>();
  private readonly framed = new Map<number, number>();
  private tailFrom = -1;
  private tailTokens = 0;

  constructor(splicer: Splicer, factor: number) {
    this.text = splicer.text;
    this.splicer = splicer;
    this.factor = factor;
    this.adds = addsUp(splicer.base);
  }

  get whole(): number {
    return this.splicer.total;
  }

  count(from: number, to: number): number {
    return this.splicer.between(from, to);
  }

  countOnce(from: number, to: number): number {
    const name = from * (this.text.length + 1) + to;
    let tokens = this.counted.get(name);
    if (tokens === undefined) {
      tokens = this.count(from, to);
      this.counted.set(name, tokens);
    }
    return tokens;
  }

  add(gaps: readonly Gap[]): void {
    if (gaps.length === 0) return;
    const tokens = this.adds ? this.summed(gaps) : this.splicer.base.count(spliced(this.text, gaps, this.factor));
    if (tokens >= this.whole || tokens <= (this.tokens.at(-1) ?? 0)) return;
    this.tokens.push(tokens);
    for (const { from, to, gone, of, raw } of gaps) this.gaps.push(from, to, gone, of, raw ? 1 : 0);
    this.first.push(this.gaps.length / GAP_FIELDS);
  }

  private summed(gaps: readonly Gap[]): number {
    const { text, splicer, factor } = this;
    let tokens = 0;
    let at = 0;
    let behind = '';
    for (const { from, to, gone, of, raw } of gaps) {
      const { before, after } = frameOf(text, from, to, raw);
      tokens += gaps.length === 1 ? splicer.between(0, from, '', before) : this.kept(at, from, behind, before);
      tokens += innerTokens(splicer.base, scaled(gone, factor), scaled(of, factor));
      at = to;
      behind = after;
    }
    return tokens + this.tail(at, behind);
  }

  private tail(from: number, behind: string): number {
    if (from !== this.tailFrom) {
      this.tailFrom = from;
      this.tailTokens = this.splicer.between(from, this.text.length, behind, '');
    }
    return this.tailTokens;
  }

  private kept(from: number, to: number, behind: string, before: string): number {
    const name = from * (this.text.length + 1) + to;
    let tokens = this.framed.get(name);
    if (tokens === undefined) {
      tokens = this.splicer.between(from, to, behind, before);
      this.framed.set(name, tokens);
    }
    return tokens;
  }

  done(): TextCuts {
    const { text, whole, factor } = this;
    const gaps = Int32Array.from(this.gaps);
    const first = Int32Array.from(this.first);
    const gap = (g: number): Gap => ({
      from: gaps[g * GAP_FIELDS]!,
      to: gaps[g * GAP_FIELDS + 1]!,
      gone: gaps[g * GAP_FIELDS + 2]!,
      of: gaps[g * GAP_FIELDS + 3]!,
      raw: gaps[g * GAP_FIELDS + 4] === 1,
    });
    return {
      whole,
      tokens: Int32Array.from(this.tokens),
      text: (rung) =>
        spliced(
          text,
          Array.from({ length: first[rung + 1]! - first[rung]! }, (_, k) => gap(first[rung]! + k)),
          factor,
        ),
      first,
      gaps,
    };
  }
}

const scaled = (tokens: number, factor: number): number => Math.round(tokens * factor);

function spliced(text: string, gaps: readonly Gap[], factor: number): string {
  let out = '';
  let at = 0;
  for (const { from, to, gone, of, raw } of gaps) {
    const { before, after } = frameOf(text, from, to, raw);
    out += text.slice(at, from) + before + inner(scaled(gone, factor), scaled(of, factor)) + after;
    at = to;
  }
  return out + text.slice(at);
}

/** Base tokens of a mark, about: a gap must be larger. */
const MARK_TOKENS = 16;

/** Every region keeps its head: of the whole text, of the strings in arguments, of the diffs in a text. */
export function headCuts(splicer: Splicer, factor: number, regions: readonly Region[], by: CutUnit, least?: number): TextCuts {
  const { text } = splicer;
  const rungs = new Rungs(splicer, factor);
  const longest = Math.max(0, ...regions.map(({ start, end }) => end - start));
  const allowed = allowances(longest, least);
  const heads = regions.map((region) => headEnds(text, region, by, allowed));
  const of = regions.map(({ start, end }) => rungs.count(start, end));
  for (let k = 0; k < allowed.length; k++) {
    if (k > 0 && heads.every((ends) => ends[k] === ends[k - 1])) continue;
    const gaps: Gap[] = [];
    regions.forEach(({ start, end, raw }, r) => {
      const from = heads[r]![k]!;
      const gone = from < end ? of[r]! - rungs.count(start, from) : 0;
      if (gone > MARK_TOKENS) gaps.push({ from, to: end, gone, of: of[r]!, raw: raw === true });
    });
    rungs.add(gaps);
  }
  return rungs.done();
}

export function endsCuts(splicer: Splicer, factor: number): TextCuts {
  const { text } = splicer;
  const rungs = new Rungs(splicer, factor);
  const region: Region = { start: 0, end: text.length };
  const allowed = allowances(text.length / 2);
  const heads = headEnds(text, region, 'line', allowed);
  const tails = tailStarts(text, region, allowed);
  for (let k = 0; k < allowed.length; k++) {
    const from = heads[k]!;
    const to = tails[k]!;
    if (k > 0 && from === heads[k - 1] && to === tails[k - 1]) continue;
    if (from < to) rungs.add([{ from, to, gone: rungs.count(from, to), of: rungs.whole, raw: false }]);
  }
  return rungs.done();
}

export function rungFor(tokens: Int32Array, limit: number): number {
  return upperBound(tokens, limit) - 1;
}

/**
 * Receives a stretch of a message's text that an edit removes: `piece` = index in the content of a tool result, 0 for other parts; `from`
 * and `to` = UTF-16 offsets in the original text.
 */
export type GapListener = (part: number, piece: number, from: number, to: number) => void;

/** All cuts of one text under a growing limit, with their token counts: a ladder of rungs, computed once. */
import { upperBound } from '../lib/bisect.ts';
import type { Splicer } from '../tokens/splice.ts';
import type { BaseCounter } from '../tokens/contract.ts';
import { allowances, type CutUnit, headEnds, isEscaped, type Region, tailStarts } from './places.ts';

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
const markTokens = new WeakMap<BaseCounter, MarkTokens>();

function innerTokens(base: BaseCounter, gone: number, of: number): number {
  let known = markTokens.get(base);
  if (!known) {
    known = { numbers: new Uint8Array(REMEMBERED_NUMBERS), words: base.count(' of') + base.count(' tokens cut') };
    markTokens.set(base, known);
  }
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

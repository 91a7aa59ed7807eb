/**
 * All cuts of one text that a growing limit can ask for, with what each comes to: a ladder of rungs, computed once. Each
 * rung is the text with some stretches replaced by a mark that says how many tokens are gone.
 */
import { Splicer } from '../../tokens/splice.ts';
import type { BaseCounter } from '../../tokens/contract.ts';
import { allowances, type CutBy, headEnds, isEscaped, type Region, tailStarts } from './cuts-places.ts';

/** What counts: base tokens, and the factor that makes them tokens. */
export interface Rule {
  readonly base: BaseCounter;
  readonly factor: number;
}

/** The cuts of one text. Tokens are base tokens. */
export interface TextCuts {
  /** Tokens of the text as it is. */
  readonly whole: number;
  /** Tokens of the text at each rung, ascending, all fewer than `whole`; empty where no cut saves anything. */
  readonly tokens: Int32Array;
  text(rung: number): string;
}

/** A stretch that is cut out: text[from, to), of which `gone` of the region's `of` tokens (base tokens) are lost. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly gone: number;
  readonly of: number;
  readonly raw: boolean;
}

const FIELDS = 5;

/** `1,234`. */
const withSeparators = (value: number): string =>
  value < 1000 ? String(value) : `${withSeparators(Math.floor(value / 1000))},${String(value % 1000).padStart(3, '0')}`;

/**
 * The mark in place of what is cut, in the words of the context. signals/truncated.ts recognises it.
 * Both numbers are tokens.
 */
export const cutMark = (gone: number, of: number): string => `[… ${withSeparators(gone)} of ${withSeparators(of)} tokens cut …]`;

/** The mark on a line of its own. `first` and `last`: nothing stands before or behind it. */
function insertOf({ gone, of, raw }: Gap, factor: number, first: boolean, last: boolean): string {
  const line = raw ? '\\n' : '\n';
  return (first ? '' : line) + cutMark(Math.round(gone * factor), Math.round(of * factor)) + (last ? '' : line);
}

/** Collects the rungs of a text: those that cost more than they bring, or less than the one before, are left out. */
export class Rungs {
  private readonly text: string;
  private readonly rule: Rule;
  private readonly splicer: Splicer;
  private readonly tokens: number[] = [];
  /** Gaps of all rungs, five numbers each; rung k has those from first[k] to first[k + 1] − 1. */
  private readonly gaps: number[] = [];
  private readonly first: number[] = [0];

  constructor(text: string, rule: Rule) {
    this.text = text;
    this.rule = rule;
    this.splicer = new Splicer(rule.base, text);
  }

  get whole(): number {
    return this.splicer.total;
  }

  count(from: number, to: number): number {
    return this.splicer.count(from, to);
  }

  add(gaps: readonly Gap[]): void {
    if (gaps.length === 0) return;
    const { text, rule } = this;
    const spans = gaps.map((gap) => ({ from: gap.from, to: gap.to, insert: insertIn(text, gap, rule.factor) }));
    const tokens = this.splicer.spliced(spans);
    if (tokens >= this.whole || tokens <= (this.tokens.at(-1) ?? 0)) return;
    this.tokens.push(tokens);
    for (const { from, to, gone, of, raw } of gaps) this.gaps.push(from, to, gone, of, raw ? 1 : 0);
    this.first.push(this.gaps.length / FIELDS);
  }

  /** The collected cuts; the counts of the text are given up. */
  done(): TextCuts {
    const { text, whole } = this;
    const { factor } = this.rule;
    const gaps = Int32Array.from(this.gaps);
    const first = Int32Array.from(this.first);
    return {
      whole,
      tokens: Int32Array.from(this.tokens),
      text(rung) {
        let out = '';
        let at = 0;
        for (let g = first[rung]!; g < first[rung + 1]!; g++) {
          const [from, to, gone, of, raw] = gaps.subarray(g * FIELDS, (g + 1) * FIELDS) as unknown as [number, number, number, number, number];
          out += text.slice(at, from) + insertIn(text, { from, to, gone, of, raw: raw === 1 }, factor);
          at = to;
        }
        return out + text.slice(at);
      },
    };
  }
}

/** The mark stands on a line of its own; where it opens or ends the text or string, it needs no line end there. */
function insertIn(text: string, gap: Gap, factor: number): string {
  const { from, to, raw } = gap;
  const quoteAt = (at: number): boolean => text[at] === '"' && !isEscaped(text, 0, at);
  const first = raw ? quoteAt(from - 1) : from === 0;
  const last = raw ? quoteAt(to) : to === text.length;
  return insertOf(gap, factor, first, last);
}

/** A mark has about this many base tokens: what is cut must be more. */
const MARK_TOKENS = 16;

/**
 * Every region keeps its head: of the whole text, of the strings in arguments, of the diffs in a text. `least` = characters
 * of the shortest head.
 */
export function headCuts(text: string, rule: Rule, regions: readonly Region[], by: CutBy, least?: number): TextCuts {
  const rungs = new Rungs(text, rule);
  const longest = Math.max(0, ...regions.map(({ start, end }) => end - start));
  const allowed = allowances(longest, least);
  const heads = regions.map((region) => headEnds(text, region, by, allowed));
  const of = regions.map(({ start, end }) => rungs.count(start, end));
  for (let k = 0; k < allowed.length; k++) {
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

/** The text keeps its head and its tail, about as much of both. */
export function endsCuts(text: string, rule: Rule): TextCuts {
  const rungs = new Rungs(text, rule);
  const region: Region = { start: 0, end: text.length };
  const allowed = allowances(text.length / 2);
  const heads = headEnds(text, region, 'line', allowed);
  const tails = tailStarts(text, region, allowed);
  for (let k = 0; k < allowed.length; k++) {
    const from = heads[k]!;
    const to = tails[k]!;
    if (from >= to) continue;
    const kept = rungs.count(0, from) + rungs.count(to, text.length);
    rungs.add([{ from, to, gone: rungs.whole - kept, of: rungs.whole, raw: false }]);
  }
  return rungs.done();
}

/** Largest rung with at most `limit` tokens; −1 where there is none. */
export function rungFor(tokens: Int32Array, limit: number): number {
  let low = -1;
  let high = tokens.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokens[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

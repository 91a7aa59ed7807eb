/** Ways to cut a text, and their assignment to the parts of a message. */
import type { Message } from '../transcript/types.ts';
import type { Splicer } from '../tokens/splice.ts';
import type { CutUnit, Region } from './places.ts';
import { endsCuts, headCuts, type TextCuts } from './texts.ts';

// The long strings in the arguments of a call, which can be shortened without invalidating them.

/** Shorter strings (UTF-16 units) are names, paths, flags and short commands, and stay. */
const SHORTEST = 200;

/** Positions of the long string values of a JSON text (without quotes), in order; keys do not count. Null for text that is not JSON. */
export function jsonStrings(text: string): readonly Region[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const found: Region[] = [];
  for (let at = text.indexOf('"'); at >= 0; ) {
    let end = at + 1;
    for (;;) {
      end = text.indexOf('"', end);
      let slashes = 0;
      while (text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) break;
      end++;
    }
    if (end - at > SHORTEST && !/^\s*:/.test(text.slice(end + 1, end + 20))) found.push({ start: at + 1, end, raw: true });
    at = text.indexOf('"', end + 1);
  }
  return found;
}

/**
 * A way to cut a text. `counts` are its running counts, `factor` converts base tokens to tokens. Null: the text is not cut. Results are
 * remembered with the part and shared by all kinds, so a builder is a constant.
 */
export interface CutBuilder {
  readonly id: string;
  cuts(text: string, counts: () => Splicer, factor: number): TextCuts | null;
}

/** What of a message may be cut, and how; undefined: nothing. A kind is a constant. */
export interface CutKind {
  readonly id: string;
  text?(message: Message): CutBuilder | undefined;
  args?(message: Message): CutBuilder | undefined;
  result?(message: Message): CutBuilder | undefined;
  /** Share of a limit by text that applies to the texts of a message; 1 where absent. */
  textShare?(message: Message): number;
}

const headBy =
  (by: CutUnit) =>
  (text: string, counts: () => Splicer, factor: number): TextCuts =>
    headCuts(counts(), factor, [{ start: 0, end: text.length }], by);

export const HEAD: CutBuilder = { id: 'head', cuts: headBy('sentence') };

export const HEAD_LINES: CutBuilder = { id: 'head-lines', cuts: headBy('line') };

export const ENDS: CutBuilder = { id: 'ends', cuts: (_, counts, factor) => endsCuts(counts(), factor) };

export const ARGS: CutBuilder = {
  id: 'args',
  cuts(args, counts, factor) {
    const strings = jsonStrings(args);
    if (strings === null) return HEAD_LINES.cuts(args, counts, factor);
    return strings.length === 0 ? null : headCuts(counts(), factor, strings, 'line');
  },
};

export const HEADS: CutKind = { id: 'heads', text: () => HEAD, args: () => ARGS, result: () => HEAD_LINES };

export const OUTPUT_ENDS: CutKind = { id: 'output-ends', result: () => ENDS };

import type { BaseCounter, Cut } from './contract.ts';

/** Characters are UTF-16 units here: S1's lengths are no finer. */
function byLength(id: BaseCounter['id'], count: (length: number) => number, longest: (tokens: number) => number): BaseCounter {
  return {
    id,
    count: (text) => count(text.length),
    stretchEnd: (text) => text.length,
    cut(text, max, keep): Cut {
      const length = Math.min(text.length, Math.max(0, longest(max)));
      let at = keep === 'head' ? length : text.length - length;
      if (splitsPair(text, at)) at += keep === 'head' ? -1 : 1;
      return { at, tokens: count(keep === 'head' ? at : text.length - at) };
    },
  };
}

/** S1: two characters are a token, rounded down per text. */
export const s1Counter = byLength(
  's1-estimate',
  (length) => Math.floor(length / 2),
  (tokens) => tokens * 2 + 1,
);

/** The common rule of thumb: four characters are a token, rounded up per text. */
export const chars4Counter = byLength(
  'chars4',
  (length) => Math.ceil(length / 4),
  (tokens) => tokens * 4,
);

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

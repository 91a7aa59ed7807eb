/** Exact strings: identifiers, numbers, dates, paths, flags: whatever has a digit or a mark within. */
import { type Components, JOINS, type Stretch } from './components.ts';

const SHORTEST = 6;
export const LONGEST = 120;
const TELLING = /[\d_]|[^\p{L}\p{M}]/u;
const ENOUGH = /\p{L}|\d.*\d.*\d/u;

/** Whether a stretch without marks at its ends is a string. */
export function isString(text: string): boolean {
  return text.length >= SHORTEST && text.length <= LONGEST && TELLING.test(text) && ENOUGH.test(text);
}

/** The strings of a text in order: between spaces, brackets, quotes, `, ; | = *` and single colons, without the marks at their ends. */
export function* stringsIn({ count, text, start, end, gap, ideograph }: Components): Generator<Stretch> {
  for (let i = 0; i < count; ) {
    let j = i + 1;
    while (j < count && gap[j] === JOINS) j++;
    const [from, to] = [start[i]!, end[j - 1]!];
    if (ideograph[i] === 0 && to - from >= SHORTEST && to - from <= LONGEST && isString(text.slice(from, to))) yield { start: from, end: to };
    i = j;
  }
}

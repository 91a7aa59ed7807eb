/** Words of short texts as sets, for comparisons by gist. */
import { TermReader } from '../signals/similarity/terms.ts';

const reader = new TermReader();

/** Longest text that is read, in characters. */
const LONGEST = 20_000;

export function termsOf(text: string): ReadonlySet<number> {
  reader.clear();
  reader.read(text, LONGEST);
  return new Set(reader.terms.values.subarray(0, reader.terms.length));
}

export function dice<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  if (a.size + b.size === 0) return 1;
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return (2 * common) / (a.size + b.size);
}

/** Messages in the cells of a snapshot, and what the messages of a cell have in common. */
import { MAX_CELLS } from '../../scenario/snapshot.ts';
import type { TranscriptView } from '../../worker/protocol.ts';

export function startsOf({ n, prefix, total }: TranscriptView): readonly number[] {
  if (n <= MAX_CELLS) return Array.from({ length: n }, (_, i) => i);
  const placeOf = (i: number): number => Math.min(MAX_CELLS - 1, Math.floor((total > 0 ? prefix[i]! / total : i / n) * MAX_CELLS));
  const starts: number[] = [];
  for (let i = 0; i < n; i++) if (i === 0 || placeOf(i) !== placeOf(i - 1)) starts.push(i);
  return starts;
}

export function most(codes: ArrayLike<number>, kinds: number, tokens: ArrayLike<number>, starts: readonly number[]): readonly number[] {
  return starts.map((first, cell) => {
    const end = starts[cell + 1] ?? codes.length;
    const sums = new Float64Array(kinds);
    // Messages without tokens count a little, so that a cell of them has a kind.
    for (let i = first; i < end; i++) sums[codes[i]!] = sums[codes[i]!]! + tokens[i]! + 1e-6;
    return sums.indexOf(Math.max(...sums));
  });
}

export const sumsOf = (values: ArrayLike<number>, starts: readonly number[]): readonly number[] =>
  starts.map((first, cell) => {
    let sum = 0;
    for (let i = first; i < (starts[cell + 1] ?? values.length); i++) sum += values[i]!;
    return sum;
  });

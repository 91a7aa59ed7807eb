import type { FoundSession } from '../../worker/sets/protocol.ts';

/** Sessions of one file after the other, so that a worker reads it once; the largest files first, so that no core waits at the end for one. */
export function inOrder(sessions: readonly FoundSession[]): readonly FoundSession[] {
  const sizes = new Map<string, number>();
  for (const { file, tokens } of sessions) sizes.set(file, (sizes.get(file) ?? 0) + tokens);
  return [...sessions].sort(
    (a, b) => sizes.get(b.file)! - sizes.get(a.file)! || (a.file < b.file ? -1 : Number(a.file > b.file)) || b.tokens - a.tokens,
  );
}

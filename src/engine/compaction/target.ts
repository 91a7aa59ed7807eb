/**
 * The target of a compaction in tokens: 0 < x ≤ 1 is a share of the original, an integer ≥ 2 a number of tokens.
 * null for anything else. A share is rounded down, so that a met target is never a token over its share.
 */
export function resolveTarget(target: number, total: number): number | null {
  if (target > 0 && target <= 1) return target === 1 ? total : Math.floor(target * total);
  return Number.isInteger(target) && target >= 2 ? target : null;
}

/**
 * The target of a compaction in tokens, never over the window: 0 < x ≤ 1 is a share of the original (`total` tokens), or of the window
 * where that is smaller; an integer ≥ 2 is a number of tokens, at most the window. null for anything else. A share is rounded down, so that
 * a met target is never a token over its share. docs/settings.md#the-target
 */
export function resolveTarget(target: number, total: number, window: number): number | null {
  if (target > 0 && target <= 1) return Math.floor(target * Math.min(total, window));
  return Number.isInteger(target) && target >= 2 ? Math.min(target, window) : null;
}

/**
 * A window in which a session is compacted a few times: a round number halfway between its first request, which no compaction makes
 * smaller, and its largest.
 */
export function smallerWindow(first: number, peak: number): number {
  const rough = Math.max(100, first + (peak - first) / 2);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(rough)) - 1);
  return Math.round(rough / step) * step;
}

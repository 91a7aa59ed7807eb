/** Names at the ends of lines: each beside its line, and none over another. Pure. */

/** The lines of text stand so far apart, px. */
export const END_LINE = 12;

/**
 * Where names stand whose lines end at `wanted` (px from the top): as near as they can be, at least a line apart, within the height.
 * Of more than fit, the last ones have no place (null).
 */
export function endPlaces(wanted: readonly number[], height: number): readonly (number | null)[] {
  const fit = Math.max(0, Math.floor(height / END_LINE) + 1);
  const order = wanted
    .map((y, i) => ({ y, i }))
    .slice(0, fit)
    .sort((a, b) => a.y - b.y);
  const places: (number | null)[] = wanted.map(() => null);
  let least = Number.NEGATIVE_INFINITY;
  const down = order.map(({ y }) => (least = Math.max(y, least + END_LINE)));
  let most = height;
  for (let k = order.length - 1; k >= 0; k--) {
    const place = Math.max(0, Math.min(down[k]!, most));
    places[order[k]!.i] = place;
    most = place - END_LINE;
  }
  return places;
}

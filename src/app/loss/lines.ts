/** What the lines of the loss view can be filtered by. No React here. */
import type { USES } from '../../engine/measures/types.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';

export type LineFate = ListedLine['fate'];
export type Use = (typeof USES)[number];

export interface LineFilter {
  /** Id of the measure whose list is shown. */
  readonly list: string;
  readonly kind: string | null;
  readonly fate: LineFate | null;
  readonly use: Use | null;
  readonly text: string;
}

/** Lines of the list that are of the kind, fate and use, and hold every word; null = any. */
export function filterLines(lines: readonly ListedLine[], { list, kind, fate, use, text }: LineFilter): readonly ListedLine[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(
    (line) =>
      line.list === list &&
      (kind === null || line.kind === kind) &&
      (fate === null || line.fate === fate) &&
      (use === null || line.use === use) &&
      words.every((word) => line.text.toLocaleLowerCase().includes(word) || (line.beside?.value.toLocaleLowerCase().includes(word) ?? false)),
  );
}

/** How many lines there are of each value, in the order of their first. */
export function countsBy<K extends string>(lines: readonly ListedLine[], of: (line: ListedLine) => K | null): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const line of lines) {
    const value = of(line);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** What the lines of the loss view can be filtered by. No React here. */
import type { USES } from '../../engine/measures/types.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';

export type LineFate = ListedLine['fate'];
export type Use = (typeof USES)[number];

export function holdsWords({ text, beside }: Pick<ListedLine, 'text' | 'beside'>, words: string): boolean {
  const inText = text.toLocaleLowerCase();
  const inBeside = beside?.value.toLocaleLowerCase() ?? '';
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => inText.includes(word) || inBeside.includes(word));
}

export function countsBy<K extends string>(lines: readonly ListedLine[], of: (line: ListedLine) => K | null): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const line of lines) {
    const value = of(line);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

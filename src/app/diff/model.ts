/** The side by side as data: which messages are rows, which are folded, where the differences are. */
import { firstWhere } from '../../engine/lib/arrays.ts';
import { DROP, KEEP } from '../../engine/strategies/contract.ts';

export interface Pin {
  readonly key: string;
  readonly fates: Uint8Array;
  readonly insertionsBefore: readonly number[];
}

export type GridLine = { readonly kind: 'message'; readonly index: number } | { readonly kind: 'insertion'; readonly before: number };

export type Item =
  /** Adjacent lines drawn as one grid, so that a cell may span several of them. */
  | { readonly kind: 'group'; readonly lines: readonly GridLine[]; readonly first: number; readonly last: number }
  /** A run that is not drawn: dropped by every pin, or kept by every pin while only differences are shown. */
  | { readonly kind: 'fold'; readonly why: 'dropped' | 'kept'; readonly first: number; readonly last: number; readonly tokens: number };

export const GROUP_LINES = 8;
export const FOLD_FROM = 4;

const fatesAt = (pins: readonly Pin[], i: number, fate: number): boolean => pins.every((p) => p.fates[i] === fate);

export interface ItemOptions {
  readonly onlyDifferences: boolean;
  readonly opened: ReadonlySet<number>;
  readonly forced: (index: number) => boolean;
  readonly prefix: Float64Array;
}

export function buildItems(n: number, pins: readonly Pin[], options: ItemOptions): Item[] {
  const insertions = new Set(pins.flatMap((p) => p.insertionsBefore));
  const items: Item[] = [];
  let lines: GridLine[] = [];
  const flush = (): void => {
    if (!lines.length) return;
    const indexes = lines.map((l) => (l.kind === 'message' ? l.index : l.before));
    items.push({ kind: 'group', lines, first: indexes[0]!, last: Math.min(n - 1, indexes.at(-1)!) });
    lines = [];
  };
  const push = (line: GridLine): void => {
    lines.push(line);
    if (lines.length === GROUP_LINES) flush();
  };
  /** End of the foldable run that starts at i; i if there is none. */
  const foldEnd = (i: number, fate: number, minimum: number): number => {
    let end = i;
    while (end < n && fatesAt(pins, end, fate) && !options.forced(end) && !(end > i && insertions.has(end))) end++;
    return end - i >= minimum && !options.opened.has(i) ? end : i;
  };

  for (let i = 0; i < n; ) {
    if (insertions.has(i)) push({ kind: 'insertion', before: i });
    const dropped = pins.length ? foldEnd(i, DROP, FOLD_FROM) : i;
    const kept = pins.length && options.onlyDifferences ? foldEnd(i, KEEP, 1) : i;
    const end = Math.max(dropped, kept);
    if (end > i) {
      flush();
      items.push({ kind: 'fold', why: dropped > i ? 'dropped' : 'kept', first: i, last: end - 1, tokens: options.prefix[end]! - options.prefix[i]! });
      i = end;
    } else {
      push({ kind: 'message', index: i });
      i++;
    }
  }
  if (insertions.has(n)) push({ kind: 'insertion', before: n });
  flush();
  return items;
}

export function differenceStops(n: number, pins: readonly Pin[]): number[] {
  const stops: number[] = [];
  for (let i = 0; i < n; i++) {
    if (!pins.length || fatesAt(pins, i, KEEP)) continue;
    if (i === 0 || pins.some((p) => p.fates[i] !== p.fates[i - 1])) stops.push(i);
  }
  return stops;
}

/** Next stop after (direction 1) or before (−1) a message, or null at the end. `sorted` ascending. */
export function nextStop(sorted: readonly number[], from: number, direction: 1 | -1): number | null {
  if (direction === 1) return sorted.find((s) => s > from) ?? null;
  return sorted.findLast((s) => s < from) ?? null;
}

export function itemOf(items: readonly Item[], index: number): number {
  const last = items.length - 1;
  return Math.max(
    0,
    firstWhere(0, last, (k) => items[k]!.last >= index),
  );
}

export interface Span {
  readonly line: number;
  readonly length: number;
}

export function summarySpans(lines: readonly GridLine[], summaryOf: (index: number) => string | null): Span[] {
  const spans: Span[] = [];
  for (let l = 0; l < lines.length; l++) {
    const line = lines[l]!;
    const id = line.kind === 'message' ? summaryOf(line.index) : null;
    if (id === null) continue;
    let end = l + 1;
    while (end < lines.length) {
      const next = lines[end]!;
      if (next.kind !== 'message' || summaryOf(next.index) !== id) break;
      end++;
    }
    spans.push({ line: l, length: end - l });
    l = end - 1;
  }
  return spans;
}

export function summaryOf(
  { into, summaries }: { readonly into: Int16Array | null; readonly summaries: readonly { readonly id: string }[] },
  index: number,
): string {
  return summaries[into ? (into[index] ?? -1) : 0]?.id ?? '';
}

const EDGE_WORDS = 6;

/** Shortens a removed run to its first and last six words; null when it is short enough to show whole. */
export function shortenRemoved(text: string): readonly [string, string] | null {
  const words = text.match(/\s*\S+/gu) ?? [];
  if (words.length > EDGE_WORDS * 2 + 2) return [words.slice(0, EDGE_WORDS).join(''), words.slice(-EDGE_WORDS).join('')];
  // Text without spaces (Chinese, base64) has few "words", so it is cut by characters, never inside a surrogate pair.
  const characters = Array.from(text);
  return characters.length > 120 ? [characters.slice(0, 40).join(''), characters.slice(-40).join('')] : null;
}

const NEAR_WORDS = 9;

/**
 * Unchanged text of a closed message, reduced to the surroundings of the changes, with "…" for the rest. White space becomes single spaces,
 * so that line breaks do not push a change out of view.
 */
export function shortenEqual(text: string, isFirst: boolean, isLast: boolean): string {
  const flat = text.replace(/\s+/g, ' ');
  const words = flat.match(/ ?[^ ]+ ?/gu) ?? [];
  if (words.length <= NEAR_WORDS * 2) {
    const characters = Array.from(flat);
    return characters.length <= 240 ? flat : `${characters.slice(0, 100).join('')} … ${characters.slice(-100).join('')}`;
  }
  const head = Array.from(words.slice(0, NEAR_WORDS).join('')).slice(0, 120).join('').trimEnd();
  const tail = Array.from(words.slice(-NEAR_WORDS).join('')).slice(-120).join('').trimStart();
  if (isLast && !isFirst) return `${flat.startsWith(' ') ? ' ' : ''}${head.trimStart()} …`;
  return `${head} … ${tail}${flat.endsWith(' ') && !tail.endsWith(' ') ? ' ' : ''}`;
}

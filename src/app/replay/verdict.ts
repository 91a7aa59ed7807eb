/** What a replay answers: the row that would have cost least, what speaks against cheaper ones, and which row is nearest to the recording. Pure. */
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import type { SeriesView } from '../../worker/replay-protocol.ts';
import type { RunLine } from './replay-lines.ts';

/** Requests of a run that a provider refuses, because they are over the window, and those that were never sent; ascending. */
export function refusedOf({ overLimit, refused }: Pick<SeriesView, 'overLimit' | 'refused'>): readonly number[] {
  return refused.length === 0 ? overLimit : [...new Set([...overLimit, ...refused])].sort((a, b) => a - b);
}

const isRecorded = ({ series }: RunLine): boolean => series.trigger.triggers.some(({ kind }) => kind === 'recorded');

export const rivalsOf = (lines: readonly RunLine[]): readonly RunLine[] => lines.filter((line) => line.series.failed === null && !isRecorded(line));

export const amountOf = ({ series: { totals } }: RunLine): number => totals.cost ?? totals.promptTokens;

interface RefusalCount {
  readonly line: RunLine;
  readonly refused: number;
}

export type Verdict =
  | { readonly kind: 'nothing' }
  /** None of them compacts, so they all are the same. */
  | { readonly kind: 'idle'; readonly rows: readonly RunLine[] }
  /** Every row has requests that would be refused: the fewest. */
  | { readonly kind: 'refused'; readonly rows: readonly RunLine[]; readonly fewest: RefusalCount }
  /** `best`: the least amount, several where they are written alike. `cheaper`: rows below it that have refused requests, the cheapest first. */
  | { readonly kind: 'least'; readonly rows: readonly RunLine[]; readonly best: readonly RunLine[]; readonly cheaper: readonly RefusalCount[] };

export function verdictOf(lines: readonly RunLine[], written: (amount: number) => string): Verdict {
  const rows = rivalsOf(lines);
  if (rows.length === 0) return { kind: 'nothing' };
  const refused = rows.map((line): RefusalCount => ({ line, refused: refusedOf(line.series).length }));
  if (rows.every(({ series }) => series.monitoring.compactions === 0 && series.stopped === null)) return { kind: 'idle', rows };
  const sent = refused.flatMap((one) => (one.refused === 0 ? one.line : []));
  if (sent.length === 0) return { kind: 'refused', rows, fewest: refused.reduce((least, one) => (one.refused < least.refused ? one : least)) };
  const least = Math.min(...sent.map(amountOf));
  return {
    kind: 'least',
    rows,
    best: sent.filter((line) => written(amountOf(line)) === written(least)),
    cheaper: refused.filter((one) => one.refused > 0 && amountOf(one.line) < least).sort((a, b) => amountOf(a.line) - amountOf(b.line)),
  };
}

/** Mean distance of a run's prompts from the recorded ones, tokens; null where none of them was recorded. */
export function distanceOf({ series }: RunLine, recorded: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  recorded.forEach((tokens, i) => {
    const size = series.size[i];
    if (Number.isNaN(tokens) || size === undefined) return;
    sum += Math.abs(size - tokens);
    count++;
  });
  return count > 0 ? sum / count : null;
}

function leastOf(rows: readonly RunLine[], of: (line: RunLine) => number | null): readonly RunLine[] {
  const values = rows.map(of);
  if (values.some((value) => value === null)) return [];
  const least = Math.min(...(values as readonly number[]));
  return rows.filter((_, i) => values[i] === least);
}

export interface NearestRows {
  /** The one row that is closest to the recording; null where several are, or none was recorded. */
  readonly closest: RunLine | null;
  readonly keeping: readonly RunLine[];
  readonly lost: number;
}

export function nearestOf(lines: readonly RunLine[], recorded: Float64Array | null, misses: ReadonlyMap<string, readonly ReplayMiss[]>): NearestRows {
  // A run that was stopped sent only a part of its requests.
  const rows = rivalsOf(lines).filter(({ series }) => series.stopped === null);
  if (rows.length < 2) return { closest: null, keeping: [], lost: 0 };
  const closest = recorded ? leastOf(rows, (line) => distanceOf(line, recorded)) : [];
  const keeping = leastOf(rows, ({ key }) => misses.get(key)?.length ?? null);
  return {
    closest: closest.length === 1 ? closest[0]! : null,
    keeping: keeping.length < rows.length ? keeping : [],
    lost: misses.get(keeping[0]?.key ?? '')?.length ?? 0,
  };
}

/** Which measure that needs no model goes with what the model does (docs/ask.md#correlation). */
import { randomSource } from '../lib/random.ts';
import { type Correlation, type CorrelationRow, type Interval, type OfflineMeasure, OUTCOMES, type Outcome, type Supported } from './contract.ts';

type Table = OfflineMeasure['values'];
const DRAWS = 1000;
/** With fewer cuts nothing is said. */
const LEAST_CUTS = 3;

/** Of every measure with agreement of next steps and with right answers. */
export function correlationsOf(
  measures: readonly OfflineMeasure[],
  { args, tool, right }: Readonly<Record<Outcome, Table>>,
  seed: number,
): readonly CorrelationRow[] {
  return measures.map(({ id, values }) => ({
    measure: id,
    args: correlation(values, args, seed),
    tool: correlation(values, tool, seed),
    right: correlation(values, right, seed),
  }));
}

/** Measures whose interval lies above 0: of so many, one in forty does by chance. */
export function supportedBy(rows: readonly CorrelationRow[]): Supported {
  const of = (outcome: Outcome) =>
    rows
      .filter((row) => (row[outcome].interval?.[0] ?? 0) > 0)
      .sort((a, b) => b[outcome].value! - a[outcome].value!)
      .map(({ measure }) => measure);
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])) as Record<Outcome, ReturnType<typeof of>>;
}

interface Pair {
  readonly x: number;
  readonly y: number;
}

/** Both values as deviations from their means in the cut: an easy cut is easy for every row. */
function pairsOf(a: Table, b: Table): readonly (readonly Pair[])[] {
  const cuts = Math.max(0, ...a.map((row) => row.length));
  return Array.from({ length: cuts }, (_, c) => {
    const pairs = a.flatMap((row, r): Pair[] => {
      const [x, y] = [row[c] ?? null, b[r]?.[c] ?? null];
      return x === null || y === null ? [] : [{ x, y }];
    });
    const [meanX, meanY] = [mean(pairs.map(({ x }) => x)), mean(pairs.map(({ y }) => y))];
    return pairs.length < 2 ? [] : pairs.map(({ x, y }) => ({ x: x - meanX, y: y - meanY }));
  }).filter((pairs) => pairs.length > 0);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: Table, b: Table, seed: number): Correlation {
  const byCut = pairsOf(a, b);
  const pairs = byCut.flat();
  const value = byCut.length < LEAST_CUTS ? null : spearman(pairs);
  return { value, interval: value === null ? null : intervalOf(byCut, seed), pairs: pairs.length };
}

/** 95 % by drawing whole cuts with replacement. */
function intervalOf(byCut: readonly (readonly Pair[])[], seed: number): Interval | null {
  const draw = randomSource(seed);
  const found: number[] = [];
  for (let d = 0; d < DRAWS; d++) {
    const value = spearman(byCut.flatMap(() => byCut[draw(byCut.length)]!));
    if (value !== null) found.push(value);
  }
  // Draws without variation say nothing; with many of them neither does the interval.
  if (found.length < DRAWS / 2) return null;
  found.sort((x, y) => x - y);
  return [found[Math.floor(0.025 * found.length)]!, found[Math.floor(0.975 * found.length)]!];
}

/** Rank correlation; null where one side does not vary. */
export function spearman(pairs: readonly Pair[]): number | null {
  const x = ranksOf(pairs.map((pair) => pair.x));
  const y = ranksOf(pairs.map((pair) => pair.y));
  const [meanX, meanY] = [mean(x), mean(y)];
  let xy = 0;
  let xx = 0;
  let yy = 0;
  x.forEach((rank, i) => {
    const [dx, dy] = [rank - meanX, y[i]! - meanY];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  });
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy);
}

/** Differences of floating point are ties. */
const SAME = 1e-9;

function ranksOf(values: readonly number[]): readonly number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const ranks = values.map(() => 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!]! - values[order[from]!]! < SAME) to++;
    for (let k = from; k < to; k++) ranks[order[k]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

/** Tables whose columns have names: which of them are shown, in what order, and by what the rows are sorted (`--columns`, `--sort`). */
import { type Cell, grid, paint, type PaintedText, screenColumns } from './cli-words.ts';

/** Columns of a table without a strip, as `--columns` takes them, in their order. */
export const REPLAY_COLUMNS = [
  'name',
  'compactions',
  'peak',
  'over',
  'prompt',
  'cached',
  'summaries',
  'cost',
  'againstRecorded',
  'against',
  'back',
  'ms',
] as const;
export const REDUCE_COLUMNS = [
  'name',
  'sessions',
  'median',
  'interval',
  'quartiles',
  'worst',
  'difference',
  'differenceInterval',
  'counts',
  'session',
] as const;
export const TUNE_COLUMNS = ['name', 'first', 'firstInterval', 'second', 'secondInterval', 'own', 'whole', 'efficiency', 'note'] as const;
export const INSPECT_COLUMNS = ['name', 'messages', 'calls', 'results', 'tokens', 'compactions', 'parent'] as const;

const UNSORTED: readonly string[] = [
  'fates',
  'strip',
  'interval',
  'quartiles',
  'differenceInterval',
  'counts',
  'session',
  'firstInterval',
  'secondInterval',
  'note',
  'parent',
];
export const sortable = <const N extends string>(columns: readonly N[]): readonly N[] => columns.filter((name) => !UNSORTED.includes(name));

export interface Column<R> {
  readonly head: string;
  readonly align: Cell[1];
  /** Its turn to leave a narrow screen, the lowest first; absent: never. */
  readonly leaves?: number;
  readonly cell: (row: R) => string;
  readonly painted?: (row: R) => ((text: string) => string) | undefined;
  /** What it is sorted by, ascending; null = missing. */
  readonly rank?: (row: R) => number | string | null;
}

export function byRank<R>(rank: (row: R) => number | string | null): (a: R, b: R) => number {
  return (a, b) => {
    const [one, other] = [rank(a), rank(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    // Not by the machine's language: the same order everywhere.
    return String(one).localeCompare(String(other), 'en');
  };
}

export const leavesOf = <N extends string>(names: readonly N[], columns: Readonly<Record<N, Pick<Column<never>, 'leaves'>>>): readonly number[] =>
  names
    .flatMap((name, c) => {
      const turn = columns[name].leaves;
      return turn === undefined ? [] : [{ c, turn }];
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ c }) => c);

export const namedIn = <N extends string>(known: readonly N[], asked: readonly string[]): readonly N[] =>
  asked.flatMap((name) => known.find((one) => one === name) ?? []);

export interface ColumnArgs {
  readonly columns: readonly string[] | null;
  readonly sort: string | null;
}

interface Shape<R, N extends string> {
  /** Columns unless somebody asks for others. */
  readonly usual: readonly N[];
  readonly asked: ColumnArgs;
  readonly first?: R;
  readonly instead?: (row: R) => string | null;
}

const nowhere = (): null => null;

export function columnLines<R, N extends string>(
  columns: Readonly<Record<N, Column<R>>>,
  rows: readonly R[],
  { usual, asked, first, instead = nowhere }: Shape<R, N>,
): PaintedText[] {
  const known = Object.keys(columns) as N[];
  const names = asked.columns ? namedIn(known, asked.columns) : usual;
  const [sort] = asked.sort === null ? [] : namedIn(known, [asked.sort]);
  const rank = sort && columns[sort].rank;
  const order = rank && byRank((row: R) => (instead(row) === null ? rank(row) : null));
  const inOrder = order ? rows.toSorted((a, b) => Number(b === first) - Number(a === first) || order(a, b)) : rows;
  const cellOf = (row: R, name: N): Cell => {
    const { align, cell, painted } = columns[name];
    const colours = painted?.(row);
    return [cell(row), align, colours ? { painted: colours } : {}];
  };
  const body = inOrder.map((row): Cell[] => {
    const text = instead(row);
    if (text === null) return names.map((name) => cellOf(row, name));
    return [cellOf(row, known[0]!), [text, 'rest']];
  });
  const head = names.map((name): Cell => [columns[name].head, columns[name].align, { painted: (text) => paint('head', text) }]);
  const leaves = asked.columns ? [] : leavesOf(names, columns);
  return grid([head, ...body], { columns: screenColumns(), leaves }).map((painted) => ({ painted }));
}

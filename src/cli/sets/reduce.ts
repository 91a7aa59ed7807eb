/** `reduce`: the answer and the tables of any number of result files. */
import { type Answer, WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet } from '../../engine/answer/sets.ts';
import { csvLine } from '../../engine/lib/csv.ts';
import { MEASURES, type MeasureColumn } from '../../engine/sets/columns.ts';
import type { Distribution, PairedDifference } from '../../engine/sets/contract.ts';
import { byId } from '../../engine/pipelines/index.ts';
import { type GroupTable, Reducer, type RowTable, type SetTables } from '../../engine/sets/reduce.ts';
import type { Args } from '../args.ts';
import { err, out, screenColumns } from '../output.ts';
import { type Names, sayAnswer, sayDoubts } from '../../i18n/answer-words.ts';
import { plain } from '../../i18n/pieces.ts';
import { type Cell, grid, wrapped } from '../grid.ts';
import { numbers, t, words } from '../words.ts';
import { linesOf } from './lines.ts';

/** What tables show unless somebody asks for others: those that no session has are left out. */
const USUAL: readonly string[] = ['tokenReduction', 'hindsightRecall', 'independentRecall', 'recallLeft', 'factRetention', 'violations', 'cost'];

export async function runReduce(args: Args): Promise<void> {
  const { measures } = args;
  const { by, baseline, csv } = args.sets;
  const reducer = new Reducer();
  let lines = 0;
  for (const file of args.files) {
    let skipped = 0;
    const skip = (): void => {
      skipped++;
    };
    try {
      for await (const line of linesOf(file, process.stdin, skip)) {
        reducer.add(line);
        lines++;
      }
    } catch (error) {
      throw new RangeError(t('cli.error.unreadable', { file, message: error instanceof Error ? error.message : String(error) }), { cause: error });
    }
    if (skipped > 0) err(t('cli.warning', { text: t('cli.warning.no-lines', { count: skipped, file }) }));
  }
  if (lines === 0) throw new RangeError(t('cli.error.no-results', { files: args.files.join(', ') }));
  // JSON and CSV are for programs: they have everything, unless some was asked for.
  const wanted = measures ?? (args.json || csv ? MEASURES.map(({ name }) => name) : USUAL);
  const tables = reducer.tables({ by, baseline, measures: wanted });
  if (tables.engines.length > 1) err(t('cli.warning', { text: t('cli.warning.engines', { engines: tables.engines.join(', ') }) }));
  const told = answered(reducer, baseline);
  if (args.json) out(JSON.stringify({ ...tables, answer: told?.answer ?? null }, null, 2));
  else if (csv) for (const line of csvLines(tables)) out(line);
  else for (const line of textLines(tables, wanted, (session) => reducer.nameOf(session), told)) out(line);
}

interface Told {
  readonly answer: Answer;
  readonly names: Names;
}

/**
 * The row to use over all sessions, held against `baseline`, else against the product that wrote most of the tokens; null where no session
 * was measured for what was needed later.
 */
function answered(reducer: Reducer, baseline: string | null): Told | null {
  const { rows, named, facts, agent } = reducer.answerInput();
  if (rows.every(({ ticks }) => ticks.length === 0)) return null;
  const base = baseline ?? agent?.strategy ?? null;
  const answer = answerOfSet({ rows, facts }, (strategy) => byId.get(strategy), WISHES, rows.some(({ key }) => key === base) ? base : null);
  const strategyOf = new Map(rows.map(({ key, strategy }) => [key, strategy]));
  const title = (key: string): string => {
    const [strategy = key, row = key] = [strategyOf.get(key), named.get(key)];
    const name = row === strategy ? words.title(strategy) : `${words.title(strategy)} (${row})`;
    return row === key ? name : `${name}${key.slice(row.length)}`;
  };
  return { answer, names: { title, agent: baseline === null && agent?.share === 1 && answer.base !== null } };
}

/** The sentences of the answer, as wide as the screen. */
function* answerLines({ answer, names }: Told): Generator<string> {
  const columns = screenColumns();
  yield* wrapped(plain(sayAnswer(answer, WISHES, names)), columns);
  const doubts = plain(sayDoubts(answer, WISHES, names));
  yield* wrapped(
    [doubts, t('cli.reduce.answer', { sure: t(`cli.tune.sure.${answer.sure}`), sessions: answer.units })].filter(Boolean).join(' '),
    columns,
  );
}

const HEAD = ['group', 'row', 'strategy', 'settings', 'engine', 'measure', 'sessions', 'median', 'low', 'high', 'q1', 'q3', 'mean', 'best', 'worst'];
const MORE = ['worstSession', 'outliers', 'pairs', 'difference', 'differenceLow', 'differenceHigh', 'better', 'equal', 'worse'];

function csvLines({ groups }: SetTables): readonly string[] {
  const lines = groups.flatMap(({ group, rows }) =>
    rows.flatMap(({ row, strategy, settings, engine, measures, against }) =>
      Object.entries(measures).flatMap(([measure, found]) => {
        if (!found) return [];
        const { sessions, median, interval, quartiles, mean, best, worst, worstSession, outliers } = found;
        const pair = against?.[measure];
        const paired = pair
          ? [pair.sessions, pair.mean, ...pair.interval, pair.better, pair.equal, pair.worse]
          : Array.from({ length: 7 }, () => null);
        const own = [sessions, median, ...interval, ...quartiles, mean, best, worst, worstSession, outliers.length];
        return [csvLine([group, row, strategy, settings, engine, measure, ...own, ...paired])];
      }),
    ),
  );
  return [csvLine([...HEAD, ...MORE]), ...lines];
}

/** Numbers of a measure: shares as percent. */
function writer({ name, share }: MeasureColumn): (value: number) => string {
  const n = numbers();
  if (share) return (value) => (100 * value).toFixed(1);
  if (name === 'cost') return (value) => value.toFixed(4);
  return (value) => (Number.isInteger(value) || Math.abs(value) >= 100 ? n.whole(value) : value.toFixed(2));
}

/** A row's name, with its settings where the same key has several. */
function nameOf({ row, strategy, settings, engine }: RowTable, rows: readonly RowTable[]): string {
  const title = row === strategy ? words.title(strategy) : `${words.title(strategy)} (${row})`;
  return rows.filter((other) => other.row === row).length > 1 ? `${title} [${settings.slice(0, 6)}, ${engine}]` : title;
}

interface Shown {
  readonly row: RowTable;
  readonly found: Distribution;
  readonly pair: PairedDifference | null;
}

type Naming = (session: string) => string;

function measureLines({ rows }: GroupTable, column: MeasureColumn, baseline: string | null, naming: Naming): readonly string[] {
  const shown = rows.flatMap((row): Shown[] => {
    const found = row.measures[column.name];
    return found ? [{ row, found, pair: row.against?.[column.name] ?? null }] : [];
  });
  if (shown.length === 0) return [];
  const sign = column.better === 'lower' ? 1 : -1;
  shown.sort((a, b) => sign * (a.found.median - b.found.median));
  const write = writer(column);
  const range = ([low, high]: readonly [number, number]): string => `${write(low)} … ${write(high)}`;
  const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${write(Math.abs(value))}`;
  const right = (text: string): Cell => [text, 'right'];
  const head: Cell[] = [
    [t('cli.column.strategy'), 'left'],
    ...(['sessions', 'median', 'interval', 'quartiles', 'worst'] as const).map((name) => right(t(`cli.reduce.column.${name}`))),
    ...(baseline === null
      ? []
      : [right(t('cli.reduce.column.difference', { baseline })), right(t('cli.reduce.column.interval')), right(t('cli.reduce.column.counts'))]),
    [t('cli.reduce.column.session'), 'rest'],
  ];
  const cells = shown.map(({ row, found, pair }): Cell[] => [
    [nameOf(row, rows), 'left'],
    right(String(found.sessions)),
    right(write(found.median)),
    right(range(found.interval)),
    right(range(found.quartiles)),
    right(write(found.worst)),
    ...(baseline === null
      ? []
      : pair
        ? [right(signed(pair.mean)), right(pair.interval.map(signed).join(' … ')), right(`${pair.better} / ${pair.equal} / ${pair.worse}`)]
        : [right('—'), right('—'), right('—')]),
    [naming(found.worstSession), 'rest'],
  ]);
  const title = t(`cli.reduce.measure.${column.better}`, { measure: column.name });
  return ['', title, ...grid([head, ...cells], { columns: screenColumns(), leaves: [4, 3] })];
}

function* textLines(tables: SetTables, wanted: readonly string[], naming: Naming, told: Told | null): Generator<string> {
  const { sessions, lines, duplicates, failed, groups, by, baseline } = tables;
  yield t('cli.reduce.head', { sessions, rows: groups[0]!.rows.length, lines, duplicates, failed: failed.length });
  if (told) yield* answerLines(told);
  for (const group of groups) {
    if (group.group !== null && by !== null) yield* ['', `── ${t('cli.reduce.group', { by, group: group.group, sessions: group.sessions })}`];
    for (const column of MEASURES) if (wanted.includes(column.name)) yield* measureLines(group, column, baseline, naming);
  }
  if (failed.length > 0)
    yield* [
      '',
      `${t('cli.reduce.failed')}:`,
      ...failed.map(({ file, session, reason }) => `  ${session?.includes('#') ? session : file}: ${reason}`),
    ];
  yield* ['', t('cli.reduce.legend')];
  if (baseline !== null) yield t('cli.reduce.legend.difference', { baseline });
}

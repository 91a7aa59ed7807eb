/** `reduce`: the answer and the tables of any number of result files. */
import { type FileHandle, open, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Answer, WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet, wishesOfSet } from '../../engine/answer/sets.ts';
import { csvLine } from '../../engine/lib/strings.ts';
import { byId } from '../../engine/pipelines/index.ts';
import type { Distribution, FailedLine, Line, PairedDifference } from '../../engine/sets/contract.ts';
import { type MeasureColumn, MEASURES } from '../../engine/sets/sets-columns.ts';
import { isLine } from '../../engine/sets/sets-lines.ts';
import { type GroupTable, Reducer, type RowTable, type SetTables } from '../../engine/sets/sets-reduce.ts';
import { readJson } from '../../engine/transcript/transcript-json.ts';
import { type Names, namesOfSet, plain, sayAnswer, sayDoubts } from '../../i18n/answer-words.ts';
import type { SetReportData, SetReportSession } from '../../report/contract.ts';
import { setHtml } from '../../report/set/set-report-html.ts';
import { setMarkdown } from '../../report/set/set-report-markdown.ts';
import type { Args } from '../args.ts';
import { type Column, columnLines, REDUCE_COLUMNS } from '../cli-columns.ts';
import { warn, err, numbers, out, type PaintedText, say, screenColumns, t, unreadable, words, wrapped } from '../cli-words.ts';
import { inSteps, InterruptError, isStopped, ofCommand, progressOn, stopSignal } from '../progress.ts';

const PARQUET = 'PAR1';

/** A line of a result file; null for what is none (a half-written last line, another program's). */
function lineOf(text: string): Line | null {
  const value = readJson(text);
  return isLine(value) ? value : null;
}

/**
 * The lines of a file, `-` = of `input`; `skipped` is told of every line that is none, `read` of bytes. Rejects with a sentence where the file
 * cannot be read (a folder, a damaged Parquet file), and with Interrupted where Ctrl C comes.
 */
export async function* linesOf(
  file: string,
  input: NodeJS.ReadableStream,
  skipped: () => void,
  read: (bytes: number) => void = () => undefined,
): AsyncIterableIterator<Line> {
  try {
    for await (const line of linesIn(file, input, skipped, read)) {
      if (isStopped()) throw new InterruptError();
      yield line;
    }
  } catch (error) {
    throw error instanceof InterruptError || isStopped() ? new InterruptError() : unreadable(file, error);
  }
  if (isStopped()) throw new InterruptError();
}

async function* linesIn(file: string, input: NodeJS.ReadableStream, skipped: () => void, read: (bytes: number) => void): AsyncIterableIterator<Line> {
  if (file !== '-' && (await isParquet(file))) {
    for await (const line of parquetLines(file, read)) {
      if (isLine(line)) yield line;
      else skipped();
    }
    return;
  }
  const stream: NodeJS.ReadableStream = file === '-' ? input : createReadStream(file);
  let failed: Error | null = null;
  stream.once('error', (error: Error) => {
    failed = error;
  });
  const count = (chunk: Uint8Array): void => read(chunk.length);
  stream.on('data', count);
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY, signal: stopSignal() })) {
    if (text.trim() === '') continue;
    const line = lineOf(text);
    if (line) yield line;
    else skipped();
  }
  if (failed) throw failed;
}

async function isParquet(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PARQUET.length), 0, PARQUET.length, 0);
    return bytesRead === PARQUET.length && buffer.toString('latin1') === PARQUET;
  } finally {
    await handle.close();
  }
}

async function* parquetLines(file: string, read: (bytes: number) => void): AsyncIterableIterator<unknown> {
  const { readParquet } = await import('../../engine/sets/table-files.ts');
  const handle: FileHandle = await open(file);
  try {
    const { size } = await handle.stat();
    const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
      const bytes = new Uint8Array(end - start);
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Error('the file ends before its contents');
        at += bytesRead;
        read(bytesRead);
      }
      return bytes.buffer;
    };
    yield* readParquet({ byteLength: size, slice });
  } finally {
    await handle.close();
  }
}

// Rows of results by their titles, with the key of a copy and the settings of a key that ran with several.

function titlesOf(rows: readonly { readonly key: string; readonly strategy: string }[], named: ReadonlyMap<string, string>): (key: string) => string {
  const strategyOf = new Map(rows.map(({ key, strategy }) => [key, strategy]));
  return (key) => {
    const [strategy = key, row = key] = [strategyOf.get(key), named.get(key)];
    const name = row === strategy ? words.title(strategy) : `${words.title(strategy)} (${row})`;
    return row === key ? name : `${name}${key.slice(row.length)}`;
  };
}

// The report of a set as files: the same as the page's, of lines that `map` wrote.

const failedSession = ({ file, session, code, reason }: FailedLine): SetReportSession => ({
  session: session?.includes('#') ? session : null,
  name: session?.includes('#') ? `${file}#${session.split('#')[1]}` : file,
  format: null,
  messages: null,
  tokens: null,
  exact: true,
  state: 'failed',
  why: { code, reason },
});

const rangeText = (range: readonly [number, number] | null): string => {
  if (range === null) return t('control.compare.shipped');
  const n = numbers();
  const [least, most] = range.map((tokens) => n.whole(tokens));
  return t('tokens.count', { count: least === most ? least! : t('list.range', { from: least!, to: most! }) });
};

function setReportData(args: Args, reducer: Reducer, tables: SetTables): SetReportData {
  const { by, baseline, names } = args;
  const { rows: figures, named, agent, asked } = reducer.answerInput();
  const base = figures.find(({ key }) => key === (baseline ?? agent?.strategy)) ?? null;
  const group = by ?? 'format';
  const { list, targets, windows, ...overview } = reducer.overview(base?.key ?? null, group);
  const wishes = wishesOfSet(WISHES);
  const answer = answerOfSet(figures, (strategy) => byId.get(strategy), wishes, asked);
  const files = args.files.map((file) => path.basename(file));
  return {
    name: files.join(', '),
    names,
    overview: { ...overview, answer },
    by: group,
    base: base?.key ?? null,
    target: targets === null ? 1 : targets[1],
    wishes,
    titleOf: titlesOf(overview.rows, named),
    controls: new Set(overview.rows.filter(({ strategy }) => byId.get(strategy)?.kind === 'control').map(({ key }) => key)),
    sessions: [...list.map((one): SetReportSession => ({ ...one, state: 'compared', why: null })), ...tables.failed.map(failedSession)],
    settings: [
      ['target', rangeText(targets)],
      ['window', rangeText(windows)],
      ['rows', String(overview.rows.length)],
      ['baseline', baseline ?? '—'],
      ['engine', tables.engines.join(', ')],
      ...(names ? [['results', files.join(', ')] as const] : []),
    ],
  };
}

async function writeSetReports(args: Args, reducer: Reducer, tables: SetTables): Promise<void> {
  if (args.report.length === 0) return;
  const data = setReportData(args, reducer, tables);
  for (const file of args.report) {
    await writeFile(file, file.endsWith('.md') ? setMarkdown(data) : setHtml(data));
    err(t('cli.report.written', { file }));
  }
}

/** What tables show unless somebody asks for others: those that no session has are left out. */
const USUAL: readonly string[] = ['tokenReduction', 'hindsightRecall', 'independentRecall', 'recallLeft', 'factRetention', 'violations', 'cost'];

export async function runReduce(args: Args): Promise<void> {
  const { measures, by, baseline, csv } = args;
  const reducer = new Reducer();
  const read = await reading(args.files);
  let lines = 0;
  for (const file of args.files) {
    let skipped = 0;
    const skip = (): void => {
      skipped++;
    };
    // Tables of some of the lines look like those of all: a file that cannot be read ends it.
    for await (const line of linesOf(file, process.stdin, skip, read)) {
      reducer.add(line);
      lines++;
    }
    if (skipped > 0) warn(t('cli.warning.no-lines', { count: skipped, file }));
  }
  if (lines === 0) throw new RangeError(t('cli.error.no-results', { files: args.files.join(', ') }));
  // JSON and CSV are for programs: they have everything, unless some was asked for.
  const wanted = measures ?? (args.json || csv ? MEASURES.map(({ name }) => name) : USUAL);
  const progress = progressOn();
  const tables = await inSteps(reducer.tableSteps({ by, baseline, measures: wanted }), (done, of) => progress('tables', done, of));
  if (tables.engines.length > 1) warn(t('cli.warning.engines', { engines: tables.engines.join(', ') }));
  const told = answered(reducer);
  await writeSetReports(args, reducer, tables);
  if (args.json) out(JSON.stringify({ ...tables, answer: told?.answer ?? null }, null, 2));
  else if (csv) for (const line of csvLines(tables)) out(line);
  else for (const line of textLines(tables, wanted, (session) => reducer.nameOf(session), told, args)) say(line);
}

/** Says how much of the files is read; of standard input nobody knows the end. */
async function reading(files: readonly string[]): Promise<(bytes: number) => void> {
  const sizes = await Promise.all(
    files.map((file) =>
      file === '-'
        ? Number.NaN
        : stat(file).then(
            ({ size }) => size,
            () => 0,
          ),
    ),
  );
  const of = sizes.reduce((sum, size) => sum + size, 0);
  const tell = ofCommand();
  const progress = progressOn(tell);
  let done = 0;
  return (bytes) => {
    done += bytes;
    if (Number.isNaN(of)) tell(() => t('cli.progress.input', { megabytes: Math.floor(done / 1e6) }));
    else progress('reducing', Math.min(done, of), of);
  };
}

interface SetAnswer {
  readonly answer: Answer;
  readonly names: Names;
}

/** The row to use over all sessions, held against the product that wrote each; null where no session was measured for what was needed later. */
function answered(reducer: Reducer): SetAnswer | null {
  const { rows, named, asked, target } = reducer.answerInput();
  if (rows.every(({ counts }) => counts.length === 0)) return null;
  return { answer: answerOfSet(rows, (strategy) => byId.get(strategy), WISHES, asked), names: namesOfSet(titlesOf(rows, named), target) };
}

function* answerLines({ answer, names }: SetAnswer): Iterable<string> {
  const columns = screenColumns();
  yield* wrapped(plain(sayAnswer(answer, WISHES, names)), columns);
  const doubts = plain(sayDoubts(answer, WISHES, names));
  yield* wrapped([doubts, t('cli.reduce.answer', { sure: answer.sure, sessions: answer.sessions })].filter(Boolean).join(' '), columns);
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

function writer({ name, share }: MeasureColumn): (value: number) => string {
  const n = numbers();
  if (share) return n.share;
  if (name === 'cost') return (value) => value.toFixed(4);
  return (value) => (Number.isInteger(value) || Math.abs(value) >= 100 ? n.whole(value) : n.score(value));
}

function nameOf({ row, strategy, settings, engine }: RowTable, rows: readonly RowTable[]): string {
  const title = row === strategy ? words.title(strategy) : `${words.title(strategy)} (${row})`;
  return rows.filter((other) => other.row === row).length > 1 ? `${title} [${settings.slice(0, 6)}, ${engine}]` : title;
}

interface DistributionRow {
  readonly row: RowTable;
  readonly found: Distribution;
  readonly pair: PairedDifference | null;
}

type ReduceColumn = (typeof REDUCE_COLUMNS)[number];
const OF_PAIRS: readonly ReduceColumn[] = ['difference', 'differenceInterval', 'counts'];

type SessionNamer = (session: string) => string;

function measureLines(
  { rows }: GroupTable,
  measure: MeasureColumn,
  baseline: string | null,
  naming: SessionNamer,
  asked: Args,
): readonly (string | PaintedText)[] {
  const shown = rows.flatMap((row): DistributionRow[] => {
    const found = row.measures[measure.name];
    return found ? [{ row, found, pair: row.against?.[measure.name] ?? null }] : [];
  });
  if (shown.length === 0) return [];
  const sign = measure.better === 'lower' ? 1 : -1;
  const write = writer(measure);
  const range = ([low, high]: readonly [number, number]): string => `${write(low)} … ${write(high)}`;
  const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${write(Math.abs(value))}`;
  const column = (name: 'sessions' | 'median' | 'quartiles' | 'worst' | 'session'): { head: string; align: 'right' } => ({
    head:
      name === 'sessions'
        ? t('set.sessions').toLocaleLowerCase()
        : t(name === 'median' || name === 'worst' ? `set.${name}` : `cli.reduce.column.${name}`),
    align: 'right',
  });
  const ofPair =
    (text: (pair: PairedDifference) => string) =>
    ({ pair }: DistributionRow): string =>
      pair ? text(pair) : '—';
  const name = ({ row }: DistributionRow): string => nameOf(row, rows);
  const columns: Record<ReduceColumn, Column<DistributionRow>> = {
    name: { head: t('cli.column.strategy'), align: 'left', cell: name, rank: name },
    sessions: { ...column('sessions'), cell: ({ found }) => numbers().whole(found.sessions), rank: ({ found }) => -found.sessions },
    median: { ...column('median'), cell: ({ found }) => write(found.median), rank: ({ found }) => sign * found.median },
    interval: { head: '95 %', align: 'right', leaves: 4, cell: ({ found }) => range(found.interval) },
    quartiles: { ...column('quartiles'), leaves: 0, cell: ({ found }) => range(found.quartiles) },
    worst: { ...column('worst'), leaves: 2, cell: ({ found }) => write(found.worst), rank: ({ found }) => sign * found.worst },
    difference: {
      head: `− ${baseline ?? ''}`,
      align: 'right',
      cell: ofPair(({ mean }) => signed(mean)),
      rank: ({ pair }) => pair && sign * pair.mean,
    },
    differenceInterval: {
      head: '95 %',
      align: 'right',
      leaves: 5,
      cell: ofPair((pair) => pair.interval.map(signed).join(' … ')),
    },
    counts: { head: '+ / = / −', align: 'right', leaves: 3, cell: ofPair(({ better, equal, worse }) => `${better} / ${equal} / ${worse}`) },
    session: { ...column('session'), align: 'rest', leaves: 1, cell: ({ found }) => naming(found.worstSession) },
  };
  const usual = REDUCE_COLUMNS.filter((one) => baseline !== null || !OF_PAIRS.includes(one));
  const title = measure.better === 'none' ? measure.name : t(`cli.reduce.measure.${measure.better}`, { measure: measure.name });
  return ['', title, ...columnLines(columns, shown, { usual, asked: { columns: asked.columns, sort: asked.sort ?? 'median' } })];
}

function* textLines(
  tables: SetTables,
  wanted: readonly string[],
  naming: SessionNamer,
  told: SetAnswer | null,
  asked: Args,
): Iterable<string | PaintedText> {
  const { sessions, lines, duplicates, failed, groups, by, baseline } = tables;
  yield t('cli.reduce.head', { count: sessions, rows: groups[0]!.rows.length, lines, duplicates, failed: failed.length });
  if (told) yield* answerLines(told);
  for (const group of groups) {
    if (group.group !== null && by !== null) yield* ['', `── ${t('cli.reduce.group', { by, group: group.group, sessions: group.sessions })}`];
    for (const column of MEASURES) if (wanted.includes(column.name)) yield* measureLines(group, column, baseline, naming, asked);
  }
  if (failed.length > 0)
    yield* [
      '',
      `${t('compare.note.failed')}:`,
      ...failed.map(({ file, session, reason }) => `  ${session?.includes('#') ? session : file}: ${reason}`),
    ];
  yield* ['', t('cli.reduce.legend')];
  if (baseline !== null) yield t('cli.reduce.legend.difference', { baseline });
}

/** `tune`: the best values of a strategy's parameters, found on one half of the sessions and reported on the other. */
import { appendFileSync, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { csvLine } from '../engine/lib/strings.ts';
import type { ResultLine, SetOptions } from '../engine/sets/contract.ts';
import { ENGINE, settingsHash } from '../engine/sets/sets-lines.ts';
import type { SignalSettings } from '../engine/signals/contract.ts';
import type { Strategy } from '../engine/strategies/contract.ts';
import {
  type BestSetting,
  type Halves,
  LESS,
  MOST_SETTINGS,
  type Point,
  type Race,
  type SearchSummary,
  type Setting,
  type Space,
  type Trials,
  TUNE_WISHES,
  TUNED,
  type TuneMeasure,
  type TuneResult,
  type TuneWishes,
  USUAL_RUNS,
} from '../engine/tune/contract.ts';
import { MOST_PARAMS, searched, type SearchResult } from '../engine/tune/search.ts';
import { gridOf, paramsOf, type RowRuns, tunedRows } from '../engine/tune/tune.ts';
import { sayBest, sayRace, sayTuneDoubts, settingText, tuneDelta, type TuneNames, tuneValue } from '../i18n/tune-words.ts';
import type { Args } from './args.ts';
import { type Column, columnLines, TUNE_COLUMNS } from './cli-columns.ts';
import { warn, err, numbers, out, paint, type PaintedText, say, screenColumns, t, words, wrapped } from './cli-words.ts';
import { InterruptError, isStopped, ofCommand, paceOf } from './progress.ts';
import { linesOf as readLines } from './sets/reduce.ts';
import { mapped, setOptions } from './sets/map.ts';
import { cutHalfLine, type FileProgress, inputs, type Lane, type MapInput, threadLane } from './sets/job.ts';
import { axesOf } from './cli-options.ts';

interface Work {
  readonly kept: KeptLines;
  readonly inputs: readonly MapInput[];
  readonly jobs: number | null;
  open(options: SetOptions): Lane;
  line(line: Pick<ResultLine, 'session' | 'file'>): void;
  failed(file: string, reason: string): void;
}

interface SessionSubset {
  readonly wanted: ReadonlySet<string>;
  readonly all: readonly Pick<ResultLine, 'session' | 'file'>[];
}

async function* each(inputs: readonly MapInput[]): AsyncIterableIterator<MapInput> {
  yield* inputs;
}

class KeptLines {
  readonly #files = new Map<string, Map<string, Map<string, ResultLine>>>();
  #to: string | null = null;

  async open(files: readonly string[], skipped: (file: string) => void): Promise<void> {
    for (const file of files) {
      if (existsSync(file)) {
        await cutHalfLine(file);
        for await (const one of readLines(file, process.stdin, () => skipped(file)))
          if (one.kind === 'result' && one.engine === ENGINE) this.#put(one);
      }
      this.#to ??= file;
    }
  }

  ofFile(hash: string): ReadonlyMap<string, ReadonlyMap<string, ResultLine>> {
    return this.#files.get(hash) ?? new Map();
  }

  add(line: ResultLine): void {
    if (!this.#put(line) || this.#to === null) return;
    appendFileSync(this.#to, `${JSON.stringify(line)}\n`);
  }

  #put(line: ResultLine): boolean {
    const hash = line.session.split('#')[0]!;
    const file = this.#files.get(hash) ?? new Map<string, Map<string, ResultLine>>();
    const lines = file.get(line.session) ?? new Map<string, ResultLine>();
    if (lines.has(line.settings)) return false;
    this.#files.set(hash, file.set(line.session, lines.set(line.settings, line)));
    return true;
  }
}

function parts<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / Math.min(count, items.length));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/**
 * The lines of every setting in every session, in the order of the files; `only` = these. Few files on many threads share out the settings instead.
 */
async function linesOf(
  { kept, inputs, jobs, open, line, failed }: Work,
  space: Space,
  options: Omit<SetOptions, 'rows'>,
  settings: readonly Setting[],
  only: SessionSubset | null = null,
): Promise<readonly ResultLine[]> {
  const threads = jobs ?? availableParallelism();
  const files = only && new Set(only.all.filter(({ session }) => only.wanted.has(session)).map(({ file }) => file));
  const read = files ? inputs.filter(({ file }) => files.has(file)) : inputs;
  if (read.length === 0) return [];
  const lanes = Math.max(1, Math.floor(threads / read.length));
  const lists = await Promise.all(
    parts(settings, lanes).map(async (some, part) => {
      const rows = some.map((setting) => ({ key: setting.key, strategy: space.strategy, params: paramsOf(space, setting) }));
      const all = { ...options, rows };
      const found: ResultLine[] = [];
      const hashes = rows.map((row) => settingsHash(row, all));
      const known = (hash: string): FileProgress => {
        const left = only ? leftOut(hash, only, rows.length) : { rows: {}, failed: [] };
        const there: Record<string, readonly number[]> = { ...left.rows };
        for (const [session, lines] of kept.ofFile(hash)) {
          if (only && !only.wanted.has(session)) continue;
          there[session] = hashes.flatMap((settings, r) => {
            const one = lines.get(settings);
            if (!one) return [];
            found.push({ ...one, row: rows[r]!.key });
            line(one);
            return [r];
          });
        }
        return { ...left, rows: there };
      };
      for await (const one of mapped(each(read), {
        jobs: Math.min(threads, read.length),
        open: () => open(all),
        known,
        options: all,
      })) {
        if (one.kind === 'failed') {
          if (part === 0) failed(one.file, one.reason);
          continue;
        }
        found.push(one);
        kept.add(one);
        line(one);
      }
      if (isStopped()) throw new InterruptError();
      return found;
    }),
  );
  return lists.flat();
}

/** Sessions that are not asked for count as done. */
function leftOut(hash: string, { wanted, all }: SessionSubset, rows: number): FileProgress {
  const every = Array.from({ length: rows }, (_, r) => r);
  const left = all.filter(({ session }) => session.startsWith(`${hash}#`) && !wanted.has(session));
  return { rows: Object.fromEntries(left.map(({ session }) => [session, every])), failed: [] };
}

interface TuneSettings {
  readonly rows: readonly { readonly strategy: Strategy; readonly params: Readonly<Record<string, unknown>> }[];
  readonly signals?: Pick<SignalSettings, 'keywords'>;
}

/** Exit code where no session could be read, as of `map`. */
const NOTHING_READ = 3;

export async function runTune(
  args: Args,
  { rows, signals }: TuneSettings,
  thread: URL,
  open: (options: SetOptions) => Lane = (options) => threadLane(thread, options, args.heap),
): Promise<number> {
  const { targets, vary, best: decides, seed } = args;
  // Nobody wants every combination of everything.
  const isSearch = args.runs !== null || vary.length === 0;
  const spaces = rows.map(({ strategy, params }): Space => {
    const axes = axesOf(vary, strategy.params, strategy.id, params, rows.length === 1);
    if (isSearch) for (const { param } of axes.slice(MOST_PARAMS)) warn(t('cli.tune.left-out', { param, most: MOST_PARAMS }));
    return { strategy: strategy.id, params, axes: isSearch ? axes.slice(0, MOST_PARAMS) : axes };
  });
  const combinations = spaces.reduce((sum, { axes }) => sum + axes.reduce((product, { values }) => product * values.length, 1), 0);
  if (!isSearch && combinations > MOST_SETTINGS) throw new RangeError(t('cli.error.tune.many', { count: combinations, most: MOST_SETTINGS }));

  const files: MapInput[] = [];
  for await (const input of inputs(args.files, process.stdin)) files.push(input);
  const failed = new Map<string, string>();
  let done = 0;
  const told = toldOf(files.length, (isSearch ? (args.runs ?? USUAL_RUNS) * spaces.length : combinations) * targets.length, isSearch);
  const kept = new KeptLines();
  const skipped = new Map<string, number>();
  await kept.open(args.done, (file) => skipped.set(file, (skipped.get(file) ?? 0) + 1));
  for (const [file, count] of skipped) warn(t('cli.warning.no-lines', { count, file }));
  const work: Work = {
    kept,
    inputs: files,
    jobs: args.jobs,
    open,
    line: (one) => {
      done++;
      told(one);
    },
    failed: (file, reason) => {
      if (!failed.has(file)) warn(`${file}: ${reason}`);
      failed.set(file, reason);
    },
  };
  const optionsAt = (target: Args['target']): Omit<SetOptions, 'rows'> => {
    const { rows: _, ...options } = setOptions({ ...args, target, recall: true }, { ids: [], params: {}, ...(signals && { signals }) });
    return { ...options, byCut: true };
  };
  const wishes: TuneWishes = { ...TUNE_WISHES, decides };

  const settings = spaces.map((space) => new Map(isSearch ? [] : gridOf(space).map((setting) => [setting.key, setting] as const)));
  const trials: Trials[][] = spaces.map(() => []);
  const hows: SearchSummary[][] = isSearch ? spaces.map(() => []) : [];
  let halves: Halves | undefined;
  let finished = 0;
  try {
    for (const target of targets) {
      const some: Trials[] = [];
      for (const [i, space] of spaces.entries()) {
        if (!isSearch) {
          some.push({ target, lines: await linesOf(work, space, optionsAt(target), [...settings[i]!.values()]) });
          continue;
        }
        const wanted = { target, seed, runs: args.runs ?? USUAL_RUNS, ...(halves && { halves }) };
        const found = await searchOne(rows[i]!.strategy, work, space, optionsAt(target), wishes, wanted);
        halves ??= found.halves;
        for (const setting of found.settings) settings[i]!.set(setting.key, setting);
        some.push(found.trials);
        hows[i]!.push({ target, runs: found.runs, rungs: found.rungs, idle: found.idle });
      }
      for (const [i, one] of some.entries()) trials[i]!.push(one);
      finished++;
    }
  } catch (error) {
    if (!(error instanceof InterruptError) || finished === 0) throw error;
    for (const how of hows) how.splice(finished);
  }
  const runs = spaces.map((space, i): RowRuns => ({ row: space.strategy, space, settings: [...settings[i]!.values()], trials: trials[i]! }));
  if (done === 0) {
    err(t('cli.error.no-input', { count: files.length }));
    return NOTHING_READ;
  }
  const { results, races } = tunedRows({ rows: runs, wishes, seed, ...(halves && { halves }) });
  const found = results.map((result, i): RowTuning => ({ space: spaces[i]!, result, searches: hows[i] ?? null }));
  const shown: TuneOutput = { wishes, seed, rows: found, races, failed: failed.size };
  if (args.json) out(JSON.stringify(jsonOf(shown), null, 2));
  else if (args.csv) for (const line of csvLines(shown)) out(line);
  else for (const line of textLines(shown, args)) say(line);
  if (finished < targets.length) err(t('cli.stopped.part', { done: finished, of: targets.length }));
  return 0;
}

function toldOf(files: number, most: number, isSearch: boolean): Work['line'] {
  const tell = ofCommand();
  const leftAt = paceOf();
  const sessions = new Set<string>();
  const seen = new Set<string>();
  let done = 0;
  return ({ session, file }) => {
    done++;
    sessions.add(session);
    seen.add(file);
    const of = Math.max(done, isSearch ? most : most * (sessions.size + Math.max(0, files - seen.size)));
    tell(() => t('cli.progress.tune', { done }), leftAt(done, of), done / of);
  };
}

interface RowTuning {
  readonly space: Space;
  readonly result: TuneResult;
  /** By target; null = every combination was run. */
  readonly searches: readonly SearchSummary[] | null;
}

interface TuneOutput {
  readonly wishes: TuneWishes;
  readonly seed: number;
  readonly rows: readonly RowTuning[];
  readonly races: readonly Race[];
  readonly failed: number;
}

async function searchOne(
  { params: schema }: Strategy,
  work: Work,
  space: Space,
  options: Omit<SetOptions, 'rows'>,
  wishes: TuneWishes,
  wanted: { readonly target: Args['target']; readonly seed: number; readonly runs: number; readonly halves?: Halves },
): Promise<SearchResult> {
  const now = gridOf({ axes: space.axes.map(({ param, now: value }) => ({ param, now: value, values: [value] })) });
  const first = await linesOf(work, space, options, now);
  const all = [...new Map(first.map(({ session, file }) => [session, { session, file }])).values()];
  const found = await searched({
    ...wanted,
    schema,
    space,
    sessions: all.map(({ session }) => session),
    wishes,
    run: async (settings, sessions) => {
      if (settings.length === 1 && settings[0]!.key === now[0]!.key) return first;
      return linesOf(work, space, options, settings, { wanted: new Set(sessions), all });
    },
    progress: ({ step, settings, sessions }) => err(`${t(`tune.step.${step}`, { settings, sessions })} …`),
  });
  if (!found) throw new Error('a search in a terminal is never stopped');
  return found;
}

function jsonOf({ wishes, seed, rows, races, failed }: TuneOutput) {
  const all = rows.map(({ space, result, searches }) => ({
    strategy: space.strategy,
    params: space.params,
    axes: space.axes,
    results: [{ ...result, ...(searches && { searches }) }],
  }));
  const common = { wishes, seed, failed };
  return all.length === 1 ? { engine: ENGINE, ...all[0]!, ...common } : { engine: ENGINE, ...common, rows: all, races };
}

const HEAD = ['strategy', 'target', 'setting', 'params', 'half', 'measure', 'mean', 'low', 'high', 'units', 'bar', 'over', 'invalid', 'failed'];

function csvLines({ rows: found }: TuneOutput): readonly string[] {
  const rows = found.flatMap(({ space: { strategy }, result: { points, settings } }) =>
    points.flatMap((point) =>
      (['first', 'second'] as const).flatMap((half) =>
        TUNED.flatMap((measure) => {
          const stat = point[half][measure];
          if (!stat) return [];
          const { target, setting, bar, over, invalid, failed } = point;
          const values = JSON.stringify(settings.find(({ key }) => key === setting)!.values);
          const { mean, interval, units } = stat;
          return [
            csvLine([
              strategy,
              String(target),
              setting,
              values,
              half,
              measure,
              mean,
              ...(interval ?? [null, null]),
              units,
              bar,
              over,
              invalid,
              failed,
            ]),
          ];
        }),
      ),
    ),
  );
  return [csvLine(HEAD), ...rows];
}

function namesOf({ settings, now }: TuneResult): TuneNames {
  const present = settings.find(({ key }) => key === now)!;
  const named = new Map(settings.map((setting) => [setting.key, settingText(setting, present)]));
  const bySetting = new Map(settings.map((setting) => [setting.key, setting]));
  return { setting: (key) => named.get(key) ?? key, now: (chosen) => settingText(present, bySetting.get(chosen) ?? present) };
}

const targetText = (target: BestSetting['target']): string => {
  const n = numbers();
  return target === 'own' ? t('control.compare.shipped') : target <= 1 ? n.percent(target) : t('tokens.count', { count: target });
};

const proseColumns = (): number => Math.min(screenColumns(), 120);

function* textLines({ wishes, rows, races, failed, seed }: TuneOutput, asked: Args): Iterable<string | PaintedText> {
  for (const { space, result, searches } of rows) {
    const { of, halves, items } = result;
    const names = space.axes.map(({ param, values }) => (searches ? param : t('cli.tune.axis', { param, count: values.length })));
    yield t('list.pair', { name: words.title(space.strategy), value: names.join(', ') });
    yield t(`cli.tune.halves.${of}`, { first: halves.first.length, second: halves.second.length, items, seed });
    for (const best of result.best) {
      const how = searches?.find(({ target }) => target === best.target);
      yield* bestLines(result, best, wishes, how ?? null, asked);
    }
    yield '';
  }
  for (const race of races) yield* raceLines(rows, race, wishes);
  if (failed > 0) yield t('cli.tune.failed', { count: failed });
  yield t('cli.tune.legend');
}

function* searchLines({ runs, rungs, idle }: SearchSummary): Iterable<string> {
  yield t('cli.tune.search', { runs, rungs: rungs.map(({ settings, sessions }) => `${settings} × ${sessions}`).join(' → ') });
  if (idle.length > 0) yield t('tune.idle', { params: idle.join(', ') });
}

function* raceLines(rows: readonly RowTuning[], race: Race, { decides }: TuneWishes): Iterable<string | PaintedText> {
  const byRow = new Map(rows.map((found) => [found.space.strategy, { found, names: namesOf(found.result) }]));
  const setting = (row: string, key: string): string => byRow.get(row)?.names.setting(key) ?? key;
  yield `${t('cli.tune.target', { target: targetText(race.target) })} · ${t('tune.race')}`;
  yield* wrapped(
    `${sayRace(rows[0]!.result, race, decides, { title: words.title, setting })} ${t('cli.tune.sure', { sure: race.sure })}`,
    proseColumns(),
  );
  yield '';
  const range = (ends: readonly [number, number] | null | undefined, text: (value: number) => string): string => ends?.map(text).join(' … ') ?? '—';
  type Entrant = Race['entrants'][number];
  const columns: Record<'row' | 'first' | 'second' | 'interval' | 'behind' | 'behindInterval' | 'best', Column<Entrant>> = {
    row: { head: t('cli.column.strategy'), align: 'left', cell: ({ row }) => words.title(row) },
    first: { head: t('tune.half.first'), align: 'right', leaves: 0, cell: ({ first }) => (first ? tuneValue(decides, first.mean) : '—') },
    second: { head: t('tune.half.second'), align: 'right', cell: ({ second }) => (second ? tuneValue(decides, second.mean) : '—') },
    interval: {
      head: '95 %',
      align: 'right',
      leaves: 1,
      cell: ({ second }) => range(second?.interval, (end) => tuneValue(decides, end)),
    },
    behind: {
      head: t('cli.tune.column.behind'),
      align: 'right',
      cell: ({ difference }) => (difference ? tuneDelta(decides, -difference.mean) : '—'),
    },
    behindInterval: {
      head: '95 %',
      align: 'right',
      leaves: 2,
      cell: ({ difference }) => range(difference?.interval && [-difference.interval[1], -difference.interval[0]], (end) => tuneDelta(decides, end)),
    },
    // Long, and said in the sentence above: it has what is left of the line.
    best: { head: t('tune.race.best').toLocaleLowerCase(), align: 'rest', cell: ({ row, setting: key }) => (key === null ? '—' : setting(row, key)) },
  };
  yield* columnLines(columns, race.entrants, { usual: Object.keys(columns) as (keyof typeof columns)[], asked: { columns: null, sort: null } });
  yield '';
}

function* bestLines(
  result: TuneResult,
  best: BestSetting,
  { decides }: TuneWishes,
  how: SearchSummary | null,
  asked: Args,
): Iterable<string | PaintedText> {
  const names = namesOf(result);
  yield '';
  yield t('cli.tune.target', { target: targetText(best.target) });
  if (how) yield* searchLines(how);
  yield* wrapped(sayBest(result, best, decides, names), proseColumns());
  const doubts = sayTuneDoubts(best, decides, names);
  const sure = t('cli.tune.sure', { sure: best.sure });
  yield* wrapped(best.verdict === 'none' ? doubts : `${doubts} ${sure}`, proseColumns());
  yield '';
  const points = result.points.filter(({ target }) => target === best.target);
  yield* columnLines(columnsOf(best, result, decides, names), points, {
    usual: TUNE_COLUMNS.filter((name) => name !== decides),
    asked,
  });
}

type TuneColumn = (typeof TUNE_COLUMNS)[number];

function columnsOf(
  { chosen, tied }: BestSetting,
  { now }: TuneResult,
  decides: TuneWishes['decides'],
  names: TuneNames,
): Record<TuneColumn, Column<Point>> {
  const sign = (measure: TuneMeasure): number => (LESS.includes(measure) ? 1 : -1);
  const of = (half: 'first' | 'second', measure: TuneMeasure): Pick<Column<Point>, 'align' | 'cell' | 'rank'> => ({
    align: 'right',
    cell: ({ [half]: { [measure]: stat } }) => (stat ? tuneValue(measure, stat.mean) : '—'),
    rank: ({ [half]: { [measure]: stat } }) => (stat ? sign(measure) * stat.mean : null),
  });
  const interval = (half: 'first' | 'second'): Pick<Column<Point>, 'head' | 'align' | 'cell'> => ({
    head: '95 %',
    align: 'right',
    cell: ({ [half]: { [decides]: stat } }) => stat?.interval?.map((end) => tuneValue(decides, end)).join(' … ') ?? '—',
  });
  const noteOf = ({ setting, bar }: Point): string =>
    [
      ...(setting === chosen ? [t('tune.note.chosen')] : tied.includes(setting) ? [t('cli.tune.note.tied')] : []),
      ...(setting === now ? [t('tune.note.now')] : []),
      ...(bar ? [t(`bar.${bar}`)] : []),
    ].join(', ');
  const name = ({ setting }: Point): string => names.setting(setting);
  const painted = ({ setting, bar }: Point) =>
    setting === chosen ? (text: string) => paint('best', text) : bar ? (text: string) => paint('quiet', text) : undefined;
  return {
    name: { head: t('tune.setting').toLocaleLowerCase(), align: 'left', cell: name, rank: name, painted },
    first: { head: t('tune.half.first'), ...of('first', decides) },
    firstInterval: { ...interval('first'), leaves: 3 },
    second: { head: t('tune.half.second'), ...of('second', decides) },
    secondInterval: { ...interval('second'), leaves: 4 },
    own: { head: t('compare.pair.own'), leaves: 2, ...of('second', 'own') },
    whole: { head: t('cli.tune.column.whole'), leaves: 1, ...of('second', 'whole') },
    efficiency: { head: t('compare.column.efficiency').toLocaleLowerCase(), leaves: 0, ...of('second', 'efficiency') },
    note: { head: t('cli.column.note'), align: 'rest', cell: noteOf },
  };
}

/** `tune`: the best values of a strategy's parameters, found on one half of the sessions and reported on the other. */
import { csvLine } from '../../engine/lib/csv.ts';
import { ENGINE } from '../../engine/sets/settings.ts';
import type { SetOptions } from '../../engine/sets/contract.ts';
import type { SignalSettings } from '../../engine/signals/contract.ts';
import type { Strategy } from '../../engine/strategies/contract.ts';
import {
  type Best,
  MOST_SETTINGS,
  type Point,
  type Space,
  type Trials,
  TUNE_WISHES,
  TUNED,
  type TuneResult,
  type TuneWishes,
  USUAL_RUNS,
} from '../../engine/tune/contract.ts';
import { MOST_PARAMS, type Searched, searched } from '../../engine/tune/search.ts';
import { gridOf } from '../../engine/tune/space.ts';
import { tuned } from '../../engine/tune/tune.ts';
import { sayBest, sayTuneDoubts, settingText, type TuneNames, tuneValue } from '../../i18n/tune-words.ts';
import type { Args } from '../args.ts';
import { err, out, screenColumns } from '../output.ts';
import { inputs, type MapInput } from '../sets/input.ts';
import { setOptions } from '../sets/map.ts';
import { type Lane, threadLane } from '../sets/thread.ts';
import { type Cell, grid, wrapped } from '../grid.ts';
import { telling } from '../progress.ts';
import { Interrupted } from '../stop.ts';
import { numbers, t, words } from '../words.ts';
import { linesOf, type Work } from './runs.ts';
import { axesOf } from './vary.ts';

export interface TuneSettings {
  readonly strategy: Strategy;
  /** What a person changed beside the parameters that are tried. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly signals?: Pick<SignalSettings, 'keywords'>;
}

/** Exit code where no session could be read, as of `map`. */
const NOTHING_READ = 3;

/** Exit code: 0, or `NOTHING_READ`. `thread` = the program of a thread; `open` makes another kind of lane. */
export async function runTune(
  args: Args,
  { strategy, params, signals }: TuneSettings,
  thread: URL,
  open: (options: SetOptions) => Lane = (options) => threadLane(thread, options, args.sets.heap),
): Promise<number> {
  const { targets, vary, decides, seed } = args.tune;
  const space: Space = { strategy: strategy.id, params, axes: axesOf(vary, strategy.params, strategy.id, params) };
  // Nobody wants every combination of everything.
  const isSearch = args.tune.runs !== null || vary.length === 0;
  if (isSearch && space.axes.length > MOST_PARAMS) {
    for (const { param } of space.axes.slice(MOST_PARAMS)) err(t('cli.warning', { text: t('cli.tune.left-out', { param, most: MOST_PARAMS }) }));
  }
  const searchedIn: Space = isSearch ? { ...space, axes: space.axes.slice(0, MOST_PARAMS) } : space;
  const combinations = space.axes.reduce((product, { values }) => product * values.length, 1);
  if (!isSearch && combinations > MOST_SETTINGS) throw new RangeError(t('cli.error.tune.many', { count: combinations, most: MOST_SETTINGS }));

  const files: MapInput[] = [];
  for await (const input of inputs(args.files, process.stdin)) files.push(input);
  const failed = new Map<string, string>();
  let done = 0;
  const tell = telling();
  const work: Work = {
    space: searchedIn,
    inputs: files,
    jobs: args.sets.jobs,
    open,
    line: () => {
      done++;
      tell(() => t('cli.progress.tune', { done }));
    },
    failed: (file, reason) => {
      if (!failed.has(file)) err(t('cli.warning', { text: `${file}: ${reason}` }));
      failed.set(file, reason);
    },
  };
  const optionsAt = (target: Args['target']): Omit<SetOptions, 'rows'> => {
    const { rows: _, ...options } = setOptions({ ...args, target, recall: true }, { ids: [], params: {}, ...(signals && { signals }) });
    return { ...options, byCut: true };
  };
  const wishes: TuneWishes = { ...TUNE_WISHES, decides };

  const results: Found[] = [];
  const trials: Trials[] = [];
  const settings = isSearch ? [] : gridOf(space);
  let finished = 0;
  try {
    for (const target of targets) {
      if (isSearch) results.push(await searchOne(strategy, work, optionsAt(target), wishes, { target, seed, runs: args.tune.runs ?? USUAL_RUNS }));
      else trials.push({ target, lines: await linesOf(work, optionsAt(target), settings) });
      finished++;
    }
  } catch (error) {
    // A target that is half done says nothing yet.
    if (!(error instanceof Interrupted) || finished === 0) throw error;
  }
  if (!isSearch) results.push({ result: tuned({ space, settings, trials, wishes, seed }), search: null });
  if (done === 0) {
    err(t('cli.error.no-input', { count: files.length }));
    return NOTHING_READ;
  }
  const shown: Shown = { strategy: strategy.id, space: searchedIn, wishes, seed, results, failed: failed.size };
  if (args.json) out(JSON.stringify(jsonOf(shown), null, 2));
  else if (args.sets.csv) for (const line of csvLines(shown)) out(line);
  else for (const line of textLines(shown)) out(line);
  if (finished < targets.length) err(t('cli.stopped.tune', { done: finished, of: targets.length }));
  return 0;
}

interface Found {
  readonly result: TuneResult;
  readonly search: Pick<Searched, 'rungs' | 'runs' | 'idle'> | null;
}

interface Shown {
  readonly strategy: string;
  readonly space: Space;
  readonly wishes: TuneWishes;
  readonly seed: number;
  readonly results: readonly Found[];
  readonly failed: number;
}

async function searchOne(
  { params: schema }: Strategy,
  work: Work,
  options: Omit<SetOptions, 'rows'>,
  wishes: TuneWishes,
  { target, seed, runs }: { readonly target: Args['target']; readonly seed: number; readonly runs: number },
): Promise<Found> {
  const { space } = work;
  // The first pass says which sessions there are.
  const now = gridOf({ axes: space.axes.map(({ param, now: value }) => ({ param, now: value, values: [value] })) });
  const first = await linesOf(work, options, now);
  const all = [...new Map(first.map(({ session, file }) => [session, { session, file }])).values()];
  const found = await searched({
    schema,
    space,
    target,
    sessions: all.map(({ session }) => session),
    runs,
    seed,
    wishes,
    run: async (settings, sessions) => {
      if (settings.length === 1 && settings[0]!.key === now[0]!.key) return first;
      return linesOf(work, options, settings, { wanted: new Set(sessions), all });
    },
    progress: ({ step, settings, sessions }) => err(t(`cli.tune.step.${step}`, { settings, sessions })),
  });
  if (!found) throw new Error('a search in a terminal is never stopped');
  const { settings, trials, halves, ...search } = found;
  return { result: tuned({ space, settings, trials: [trials], wishes, seed, ...(halves && { halves }) }), search };
}

function jsonOf({ strategy, space, wishes, seed, results, failed }: Shown) {
  return {
    engine: ENGINE,
    strategy,
    params: space.params,
    axes: space.axes,
    wishes,
    seed,
    failed,
    results: results.map(({ result, search }) => ({ ...result, ...(search && { search }) })),
  };
}

const HEAD = ['strategy', 'target', 'setting', 'params', 'half', 'measure', 'mean', 'low', 'high', 'units', 'bar', 'over', 'invalid', 'failed'];

function csvLines({ strategy, results }: Shown): readonly string[] {
  const rows = results.flatMap(({ result: { points, settings } }) =>
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

const targetText = (target: Best['target']): string => {
  const n = numbers();
  return target === 'own' ? t('cli.tune.own') : target <= 1 ? n.percent(target) : t('cli.tune.tokens', { tokens: target });
};

const columns = (): number => Math.min(screenColumns(), 120);

function* textLines({ strategy, space, wishes, results, failed, seed }: Shown): Generator<string> {
  for (const { result, search } of results) {
    const { of, halves, items } = result;
    const params = space.axes.map(({ param, values }) => t('cli.tune.axis', { param, count: values.length })).join(', ');
    yield t('cli.tune.head', { title: words.title(strategy), params: search ? space.axes.map(({ param }) => param).join(', ') : params });
    yield t(`cli.tune.halves.${of}`, { first: halves.first.length, second: halves.second.length, items, seed });
    if (search) {
      yield t('cli.tune.search', {
        runs: search.runs,
        rungs: search.rungs.map(({ settings, sessions }) => `${settings} × ${sessions}`).join(' → '),
      });
      if (search.idle.length > 0) yield t('cli.tune.idle', { params: search.idle.join(', ') });
    }
    for (const best of result.best) yield* bestLines(result, best, wishes);
    yield '';
  }
  if (failed > 0) yield t('cli.tune.failed', { count: failed });
  yield t('cli.tune.legend');
}

function* bestLines(result: TuneResult, best: Best, { decides }: TuneWishes): Generator<string> {
  const names = namesOf(result);
  yield '';
  yield t('cli.tune.target', { target: targetText(best.target) });
  yield* wrapped(sayBest(result, best, decides, names), columns());
  const doubts = sayTuneDoubts(best, decides, names);
  const sure = t('cli.tune.sure', { sure: t(`cli.tune.sure.${best.sure}`) });
  yield* wrapped(best.verdict === 'none' ? doubts : `${doubts} ${sure}`, columns());
  yield '';
  const points = result.points.filter(({ target }) => target === best.target);
  yield* grid([headOf(decides), ...points.map((point) => cellsOf(point, best, result, decides, names))], {
    columns: screenColumns(),
    leaves: [7, 6, 5, 2],
  });
}

function headOf(decides: TuneWishes['decides']): readonly Cell[] {
  const right = (text: string): Cell => [text, 'right'];
  const others = (['own', 'whole', 'efficiency'] as const).filter((measure) => measure !== decides);
  return [
    [t('cli.tune.column.setting'), 'left'],
    right(t('cli.tune.column.first')),
    right(t('cli.tune.column.interval')),
    right(t('cli.tune.column.second')),
    right(t('cli.tune.column.interval')),
    ...others.map((measure) => right(t(`cli.tune.column.${measure}`))),
    [t('cli.column.note'), 'rest'],
  ];
}

function cellsOf(point: Point, { chosen, tied }: Best, { now }: TuneResult, decides: TuneWishes['decides'], names: TuneNames): readonly Cell[] {
  const { first, second, setting, bar } = point;
  const of = (stats: Point['first'], measure: keyof Point['first']): Cell => [
    stats[measure] ? tuneValue(measure, stats[measure].mean) : '—',
    'right',
  ];
  const interval = (stats: Point['first']): Cell => {
    const ends = stats[decides]?.interval;
    return [ends ? ends.map((end) => tuneValue(decides, end)).join(' … ') : '—', 'right'];
  };
  const others = (['own', 'whole', 'efficiency'] as const).filter((measure) => measure !== decides);
  const notes = [
    ...(setting === chosen ? [t('cli.tune.note.chosen')] : tied.includes(setting) ? [t('cli.tune.note.tied')] : []),
    ...(setting === now ? [t('cli.tune.note.now')] : []),
    ...(bar ? [t(`cli.tune.note.${bar}`)] : []),
  ];
  return [
    [names.setting(setting), 'left'],
    of(first, decides),
    interval(first),
    of(second, decides),
    interval(second),
    ...others.map((measure) => of(second, measure)),
    [notes.join(', '), 'rest'],
  ];
}

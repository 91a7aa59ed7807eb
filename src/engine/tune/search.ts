/**
 * A search over many parameters with a fixed number of runs: successive halving (Jamieson and Talwalkar 2016) over points of a Halton sequence.
 * A run is one setting on one session. docs/tune.md#search
 */
import { randomSource } from '../lib/random.ts';
import type { ResultLine } from '../sets/contract.ts';
import type { ParamSchema } from '../strategies/params.ts';
import type { Axis, Halves, Rung, SearchStep, Setting, Space, Target, Trials, TunedValue, TuneWishes } from './contract.ts';
import { barOf, between, gain, halvesOf, isFailed, measureIn, onGrid, scoresOfSessions, settingNow, settingOf, tuned } from './tune.ts';

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] as const;
export const MOST_PARAMS = PRIMES.length;
export const KEEP_ONE_OF = 3;
const MOST_CANDIDATES = 1000;
const SCREENED_ON = 2;

export function radicalInverse(index: number, base: number): number {
  let value = 0;
  let share = 1 / base;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    value += (rest % base) * share;
    share /= base;
  }
  return value;
}

export function haltonPoints(count: number, dimensions: number, seed: number): readonly (readonly number[])[] {
  const draw = randomSource(seed);
  const shifts = Array.from({ length: dimensions }, () => draw(1 << 30) / (1 << 30));
  return Array.from({ length: count }, (_, i) => shifts.map((shift, d) => (radicalInverse(i + 1, PRIMES[d]!) + shift) % 1));
}

function valueAt(schema: ParamSchema, { param, values }: Axis, share: number): TunedValue {
  const p = schema[param]!;
  if (p.kind !== 'number') return values[Math.min(values.length - 1, Math.floor(share * values.length))]!;
  const [from, to] = [values[0] as number, values.at(-1) as number];
  return onGrid(p, between(p, from, to, share));
}

export const runsOf = (rungs: readonly Rung[]): number =>
  rungs.reduce((sum, { settings, sessions }, i) => sum + settings * (sessions - (rungs[i - 1]?.sessions ?? 0)), 0);

export function rungsFor(runs: number, sessions: number): readonly Rung[] {
  const sizes: number[] = [];
  for (let size = sessions; ; size = Math.ceil(size / KEEP_ONE_OF)) {
    if (sizes[0] === size) break;
    sizes.unshift(size);
  }
  const with_ = (settings: number): readonly Rung[] =>
    sizes.map((size, i) => ({ sessions: size, settings: Math.max(1, Math.ceil(settings / KEEP_ONE_OF ** i)) }));
  let settings = 1;
  while (settings < MOST_CANDIDATES && runsOf(with_(settings + 1)) <= runs) settings++;
  return with_(settings);
}

/** Runs these settings on these sessions; resolves to null where it was stopped. */
export type Run = (settings: readonly Setting[], sessions: readonly string[]) => Promise<readonly ResultLine[] | null>;

export interface SearchInput {
  readonly schema: ParamSchema;
  readonly space: Space;
  readonly target: Target;
  readonly sessions: readonly string[];
  readonly runs: number;
  readonly seed: number;
  readonly wishes: TuneWishes;
  readonly run: Run;
  readonly halves?: Halves;
  readonly progress?: (step: SearchStep) => void;
}

export interface SearchResult {
  readonly settings: readonly Setting[];
  readonly trials: Trials;
  /** Absent for a single session: its cuts are its halves. */
  readonly halves?: Halves;
  readonly idle: readonly string[];
  readonly rungs: readonly Rung[];
  readonly runs: number;
}

const RESULT = ['outcome', 'tokensAfter', 'messagesAfter', 'kept', 'edited', 'summarized', 'offloaded', 'dropped', 'efficiency'] as const;
const RECALL = ['independentRecall', 'hindsightRecall', 'binding', 'cost'] as const;
const isSame = (a: ResultLine, b: ResultLine): boolean => [...RESULT, ...RECALL].every((cell) => (a[cell] ?? null) === (b[cell] ?? null));

const screened = (values: Axis['values']): Axis['values'] => (typeof values[0] === 'number' ? [values[0], values.at(-1)!] : values);

/** null where a run was stopped. */
export async function searched(input: SearchInput): Promise<SearchResult | null> {
  const { schema, space, target, seed, wishes, progress } = input;
  const lines = new Map<string, ResultLine>();
  let used = 0;
  /** Only what was not run yet. */
  const runAll = async (step: SearchStep['step'], settings: readonly Setting[], sessions: readonly string[]): Promise<boolean> => {
    progress?.({ step, settings: settings.length, sessions: sessions.length, done: used, of: input.runs });
    for (const session of sessions) {
      const left = settings.filter(({ key }) => !lines.has(`${key} ${session}`));
      if (left.length > 0) used += left.length;
    }
    const missing = sessions.filter((session) => settings.some(({ key }) => !lines.has(`${key} ${session}`)));
    const asked = settings.filter(({ key }) => missing.some((session) => !lines.has(`${key} ${session}`)));
    if (asked.length === 0) return true;
    const found = await input.run(asked, missing);
    for (const line of found ?? []) lines.set(`${line.row} ${line.session}`, line);
    return found !== null;
  };
  const of = (settings: readonly Setting[], sessions: readonly string[]): readonly ResultLine[] =>
    settings.flatMap(({ key }) => sessions.flatMap((session) => lines.get(`${key} ${session}`) ?? []));

  const now = settingNow(space);
  if (!(await runAll('now', [now], input.sessions))) return null;
  const telling = of([now], input.sessions).flatMap((line) => (measureIn(line, wishes.decides) !== null || isFailed(line) ? [line.session] : []));
  const halves = input.halves ?? halvesOf(telling, seed);

  const screen = halves.first.slice(0, SCREENED_ON);
  const ends = space.axes.map(({ param, values }) => screened(values).map((value) => settingOf({ ...now.values, [param]: value })));
  if (!(await runAll('screen', ends.flat(), screen))) return null;
  const changes = ends.map((pair) =>
    pair.some(({ key }) =>
      screen.some((session) => {
        const [a, b] = [lines.get(`${key} ${session}`), lines.get(`${now.key} ${session}`)];
        return !a || !b || !isSame(a, b);
      }),
    ),
  );
  const moving: Space = { ...space, axes: space.axes.filter((_, i) => changes[i]) };
  const idle = space.axes.filter((_, i) => !changes[i]).map(({ param }) => param);

  const rungs = rungsFor(Math.max(0, input.runs - used - halves.second.length), halves.first.length);
  const points = haltonPoints(rungs[0]!.settings, moving.axes.length, seed);
  const drawn = points.map((point) =>
    settingOf({ ...now.values, ...Object.fromEntries(moving.axes.map((axis, d) => [axis.param, valueAt(schema, axis, point[d]!)])) }),
  );
  let left = [...new Map(drawn.map((setting) => [setting.key, setting])).values()];
  const took: Rung[] = [];
  for (const [i, rung] of rungs.entries()) {
    const sessions = halves.first.slice(0, rung.sessions);
    took.push({ settings: left.length, sessions: sessions.length });
    if (!(await runAll('rung', left, sessions))) return null;
    const next = rungs[i + 1]?.settings;
    if (next !== undefined) left = bestFirst(left, of(left, sessions), sessions, wishes).slice(0, next);
  }
  const settings = [...new Map([now, ...left].map((setting) => [setting.key, setting])).values()];
  // As it will be chosen: of those that tie the nearest to what is set now.
  const trials = [{ target, lines: of(settings, halves.first) }];
  const chosen = tuned({ space, settings, trials, wishes, seed, halves }).best[0]?.chosen;
  const winner = settings.find(({ key }) => key === chosen);
  if (winner && !(await runAll('report', [winner], halves.second))) return null;
  return {
    settings,
    trials: { target, lines: of(settings, [...halves.first, ...halves.second]) },
    ...(telling.length > 1 && { halves }),
    idle,
    rungs: took,
    runs: used,
  };
}

function bestFirst(settings: readonly Setting[], lines: readonly ResultLine[], sessions: readonly string[], wishes: TuneWishes): readonly Setting[] {
  const by = new Map<string, ResultLine[]>();
  for (const line of lines) by.set(line.row, [...(by.get(line.row) ?? []), line]);
  const scores = scoresOfSessions(by, sessions);
  const rated = settings.map((setting) => {
    const stats = scores.stats(setting.key);
    const bar = barOf(scores.lines(setting.key), stats, wishes);
    const mean = stats[wishes.decides]?.mean;
    return { setting, rank: bar === null && mean !== undefined ? gain(wishes.decides, mean) : Number.NEGATIVE_INFINITY };
  });
  // Sorting is stable: of equal ones the earlier point of the sequence.
  return rated.sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank)).map(({ setting }) => setting);
}

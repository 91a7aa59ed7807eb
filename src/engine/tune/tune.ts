/** What to set: chosen on the first half, reported on the second. Definition and limits: docs/tune.md */
import { CUTS, differenceOf, keptInterval, keptOf } from '../answer/answer.ts';
import type { Certainty, Unit } from '../answer/contract.ts';
import { NOISE } from '../answer/together.ts';
import { hex, sha256Plain } from '../lib/hashes.ts';
import type { Cell, ResultLine } from '../sets/contract.ts';
import { meanInterval, pairedDifference } from '../sets/sets-reduce.ts';
import { knobOf, type NumberParam, type Param, type ParamSchema, resolveParams, type SharedParam } from '../strategies/params.ts';
import type { Result } from '../transcript/types.ts';
import {
  type AskedAxis,
  type AskedRange,
  type Axis,
  type AxisError,
  type BestSetting,
  BY_CUT,
  type Entrant,
  type Halves,
  LESS,
  MOST_STEPS,
  type Point,
  type Race,
  type Setting,
  type Space,
  type Stat,
  type Stats,
  TIE,
  type Trials,
  type TuneBar,
  TUNED,
  type TuneDifference,
  type TunedValue,
  type TuneMeasure,
  type TuneResult,
  type TuneWishes,
  USUAL_STEPS,
} from './contract.ts';

const WIDE = 50;

const fail = (code: AxisError['code'], param: string, expected: string): Result<Axis, AxisError> => ({
  ok: false,
  error: { code, param, expected },
});

const isTunable = (p: Param | undefined): p is Extract<Param, { kind: 'number' | 'boolean' | 'choice' }> =>
  p !== undefined && (p.kind === 'number' || p.kind === 'boolean' || p.kind === 'choice');

export const tunable = (schema: ParamSchema): readonly string[] => Object.keys(schema).filter((name) => isTunable(schema[name]));

const WHOLE = 'enabled';

export const searchable = (schema: ParamSchema): readonly string[] =>
  tunable(schema).filter((name) => name !== knobOf(schema)?.[0] && name !== WHOLE);

export function onGrid(p: NumberParam, value: number): number {
  const step = p.coarse ? 1 : p.step;
  const held = p.min + Math.round((Math.min(p.max, Math.max(p.min, value)) - p.min) / step) * step;
  const rounded = Number(held.toPrecision(12));
  return rounded > p.max ? Number((held - step).toPrecision(12)) : rounded;
}

export function between({ step }: Pick<NumberParam, 'step'>, from: number, to: number, share: number): number {
  const isWide = Number.isInteger(step) && from >= 0 && (to + step) / (from + step) > WIDE;
  return isWide ? (from + step) * ((to + step) / (from + step)) ** share - step : from + share * (to - from);
}

function rangeOf(p: NumberParam, { from = p.min, to = p.max, steps = USUAL_STEPS }: AskedRange): readonly number[] {
  return Array.from({ length: steps }, (_, i) => onGrid(p, between(p, from, to, steps === 1 ? 0 : i / (steps - 1))));
}

function ordered(p: Param, values: readonly TunedValue[]): readonly TunedValue[] {
  const once = [...new Set(values)];
  if (p.kind === 'choice') return once.sort((a, b) => p.options.indexOf(String(a)) - p.options.indexOf(String(b)));
  return once.sort((a, b) => Number(a) - Number(b));
}

export function axisOf(
  schema: ParamSchema,
  param: string,
  asked: AskedAxis,
  own: Readonly<Record<string, unknown>>,
  shared: Readonly<Partial<Record<SharedParam, number>>> = {},
): Result<Axis, AxisError> {
  const p = schema[param];
  if (!p) return fail('unknown', param, tunable(schema).join(', '));
  if (!isTunable(p)) return fail('kind', param, tunable(schema).join(', '));
  const resolved = resolveParams(schema, own, shared);
  if (!resolved.ok) return fail('value', param, resolved.error);
  const now = resolved.value[param] as TunedValue;
  if ('values' in asked) {
    for (const value of asked.values) {
      const checked = resolveParams(schema, { ...own, [param]: value }, shared);
      if (!checked.ok) return fail('value', param, checked.error);
    }
    return { ok: true, value: { param, now, values: ordered(p, [...asked.values, now]) } };
  }
  if (p.kind !== 'number') {
    if (asked.from !== undefined || asked.to !== undefined) return fail('range', param, p.kind === 'choice' ? p.options.join(' | ') : 'true | false');
    return { ok: true, value: { param, now, values: p.kind === 'choice' ? [...p.options] : [false, true] } };
  }
  const { from = p.min, to = p.max, steps = USUAL_STEPS } = asked;
  if (!(from >= p.min && to <= p.max && from < to)) return fail('range', param, `${p.min}:${p.max}`);
  if (!Number.isInteger(steps) || steps < 2 || steps > MOST_STEPS) return fail('steps', param, `2 to ${MOST_STEPS}`);
  return { ok: true, value: { param, now, values: ordered(p, [...rangeOf(p, { from, to, steps }), now]) } };
}

const keyOf = (values: Readonly<Record<string, TunedValue>>): string =>
  Object.entries(values)
    .map(([param, value]) => `${param}=${value}`)
    .join(',');

export const settingOf = (values: Readonly<Record<string, TunedValue>>): Setting => ({ key: keyOf(values), values });

export const settingNow = ({ axes }: Pick<Space, 'axes'>): Setting => settingOf(Object.fromEntries(axes.map(({ param, now }) => [param, now])));

export function gridOf({ axes }: Pick<Space, 'axes'>): readonly Setting[] {
  let all: readonly Readonly<Record<string, TunedValue>>[] = [{}];
  for (const { param, values } of axes) all = all.flatMap((one) => values.map((value) => ({ ...one, [param]: value })));
  return all.map(settingOf);
}

export const paramsOf = ({ params }: Pick<Space, 'params'>, { values }: Setting): Readonly<Record<string, unknown>> => ({ ...params, ...values });

export function wayBetween({ axes }: Pick<Space, 'axes'>, a: Setting, b: Setting): number {
  return axes.reduce((sum, { param, values }) => {
    const [from, to] = [a.values[param]!, b.values[param]!];
    if (from === to) return sum;
    if (typeof from !== 'number' || typeof to !== 'number') return sum + 1;
    const [least, most] = [values[0] as number, values.at(-1) as number];
    return sum + Math.abs(to - from) / (most - least);
  }, 0);
}

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);

const COLUMN = {
  kept: 'independentRecall',
  own: 'hindsightRecall',
  binding: 'binding',
  userWords: 'independentUserWords',
  efficiency: 'efficiency',
  left: 'recallLeft',
  cost: 'cost',
} as const satisfies Partial<Record<TuneMeasure, string>>;

/** A measure of one line; null where it has none. */
export function measureIn(line: ResultLine, measure: TuneMeasure): number | null {
  if (measure !== 'whole') return numberOf(line[COLUMN[measure]]);
  const kept = numberOf(line.kept);
  return kept === null || line.messages === 0 ? null : kept / line.messages;
}

const MAY_BE_OVER = 0.1;
export const mayBeOver = (sessions: number): number => (sessions <= 1 ? 0 : Math.max(1, Math.floor(sessions * MAY_BE_OVER)));

const isOver = ({ overBudget, metTarget }: ResultLine): boolean => overBudget === true || metTarget === false;
const isInvalid = ({ violations }: ResultLine): boolean => typeof violations === 'number' && violations > 0;
export const isFailed = ({ outcome }: ResultLine): boolean => outcome !== 'compacted' && outcome !== 'unchanged';

export function barOf(lines: readonly ResultLine[], stats: Stats, { decides, accepted, withinBudget }: TuneWishes): TuneBar | null {
  if (lines.some(isFailed)) return 'failed';
  if (accepted && lines.some(isInvalid)) return 'accepted';
  if (withinBudget && lines.filter(isOver).length > mayBeOver(lines.length)) return 'budget';
  return stats[decides] ? null : 'unmeasured';
}

interface Scores {
  stats(setting: string): Stats;
  lines(setting: string): readonly ResultLine[];
  /** a − b in the units that both have; null without any. */
  difference(a: string, b: string, measure: TuneMeasure): TuneDifference | null;
}

type LinesBySetting = ReadonlyMap<string, readonly ResultLine[]>;

export function scoresOfSessions(all: LinesBySetting, sessions: readonly string[]): Scores {
  const half = new Set(sessions);
  const lines = (setting: string): readonly ResultLine[] => (all.get(setting) ?? []).filter(({ session }) => half.has(session));
  const values = (setting: string, measure: TuneMeasure): ReadonlyMap<string, number> =>
    new Map(
      lines(setting).flatMap((line) => {
        const value = measureIn(line, measure);
        return value === null ? [] : [[line.session, value] as const];
      }),
    );
  return {
    lines,
    stats: (setting) =>
      statsOf((measure) => {
        const sorted = Float64Array.from(values(setting, measure).values()).sort();
        if (sorted.length === 0) return null;
        const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length;
        return { mean, interval: sorted.length > 1 ? meanInterval(sorted) : null, units: sorted.length };
      }),
    difference(a, b, measure) {
      const other = values(b, measure);
      const found = pairedDifference(
        [...values(a, measure)].flatMap(([session, value]) => (other.has(session) ? [value - other.get(session)!] : [])),
        LESS.includes(measure) ? 'lower' : 'higher',
      );
      return found && differenceAs(found.mean, found.sessions > 1 ? found.interval : null);
    },
  };
}

const isByCut = (measure: TuneMeasure): measure is (typeof BY_CUT)[number] => (BY_CUT as readonly TuneMeasure[]).includes(measure);

function scoresOfCuts(all: LinesBySetting, cuts: readonly string[]): Scores {
  const chosen = cuts.map((cut) => Number(cut) - 1);
  const lines = (setting: string): readonly ResultLine[] => (all.get(setting) ?? []).slice(0, 1);
  const units = (setting: string): readonly Unit[] | null => {
    const text = lines(setting)[0]?.byCut;
    if (typeof text !== 'string') return null;
    const found = JSON.parse(text) as readonly Unit[];
    return chosen.flatMap((cut) => found[cut] ?? []);
  };
  const unitsOnce = new Map<string, readonly Unit[] | null>();
  const unitsOf = (setting: string): readonly Unit[] | null => {
    if (!unitsOnce.has(setting)) unitsOnce.set(setting, units(setting));
    return unitsOnce.get(setting)!;
  };
  const single = (setting: string, measure: TuneMeasure): number | null => {
    const [line] = lines(setting);
    return line ? measureIn(line, measure) : null;
  };
  return {
    lines,
    stats: (setting) =>
      statsOf((measure) => {
        if (!isByCut(measure)) {
          const value = single(setting, measure);
          return value === null ? null : { mean: value, interval: null, units: 1 };
        }
        const own = unitsOf(setting);
        const kept = own && keptOf(own, measure, CUTS);
        return own && kept && { mean: kept.share, interval: keptInterval(own, measure, CUTS), units: own.length };
      }),
    difference(a, b, measure) {
      if (!isByCut(measure)) {
        const [x, y] = [single(a, measure), single(b, measure)];
        return x === null || y === null ? null : differenceAs(x - y, null);
      }
      const [x, y] = [unitsOf(a), unitsOf(b)];
      const found = x && y && differenceOf(x, y, measure, CUTS);
      return found && differenceAs(found.mean, found.interval);
    },
  };
}

const differenceAs = (mean: number, interval: readonly [number, number] | null): TuneDifference => ({
  mean,
  interval,
  apart: interval !== null && (interval[0] > NOISE || interval[1] < -NOISE),
});

function statsOf(of: (measure: TuneMeasure) => Stat | null): Stats {
  return Object.fromEntries(
    TUNED.flatMap((measure) => {
      const stat = of(measure);
      return stat ? [[measure, stat]] : [];
    }),
  );
}

export const gain = (measure: TuneMeasure, difference: number): number => (LESS.includes(measure) ? -difference : difference);
const tieOf = (measure: TuneMeasure, of: number): number => (measure === 'cost' ? Math.abs(of) * TIE : TIE);

// The two halves: what is chosen on one is reported on the other, so that nobody tunes to noise.

/**
 * Sessions in two halves, the first one larger by at most one. They are dealt in the order of a hash of seed and session, so that neither names nor
 * dates decide, one more session moves few others, and another seed draws again.
 */
export function halvesOf(sessions: readonly string[], seed: number): Halves {
  const order = inHashOrder(sessions, seed);
  return { first: order.filter((_, i) => i % 2 === 0), second: order.filter((_, i) => i % 2 === 1) };
}

function inHashOrder(sessions: readonly string[], seed: number): readonly string[] {
  const hash = (session: string): string => hex(sha256Plain(new TextEncoder().encode(`${seed} ${session}`)));
  return [...new Set(sessions)]
    .map((session) => ({ session, by: hash(session) }))
    .sort((a, b) => (a.by < b.by ? -1 : 1))
    .map(({ session }) => session);
}

export function halvesOfCuts(cuts: number): Halves {
  const all = Array.from({ length: cuts }, (_, i) => i + 1);
  return { first: all.filter((i) => i % 2 === 1).map(String), second: all.filter((i) => i % 2 === 0).map(String) };
}

const LEAST_ITEMS = 100;
const ENOUGH_SESSIONS = 10;

interface TuneInput {
  readonly space: Space;
  readonly settings: readonly Setting[];
  readonly trials: readonly Trials[];
  readonly wishes: TuneWishes;
  readonly seed: number;
  /** Sessions of each half; absent = drawn from those that have lines. */
  readonly halves?: Halves;
}

function bySetting(lines: readonly ResultLine[]): LinesBySetting {
  const found = new Map<string, Map<string, ResultLine>>();
  for (const line of lines) {
    const own = found.get(line.row) ?? new Map<string, ResultLine>();
    found.set(line.row, own.set(line.session, line));
  }
  return new Map([...found].map(([setting, own]) => [setting, [...own.values()].sort((a, b) => (a.session < b.session ? -1 : 1))]));
}

/** Sessions in which some setting says something of what decides: the others cannot tell settings apart. */
function tellingSessions(trials: readonly Trials[], { decides }: Pick<TuneWishes, 'decides'>): readonly string[] {
  const telling = new Set<string>();
  for (const { lines } of trials) for (const line of lines) if (measureIn(line, decides) !== null) telling.add(line.session);
  return [...telling].sort();
}

interface Split {
  readonly halves: Halves;
  readonly cuts: number;
  readonly sessions: number;
  readonly items: number;
}

function splitOf(trials: readonly Trials[], wishes: TuneWishes, seed: number, given?: Halves): Split {
  const sessions = tellingSessions(trials, wishes);
  const all = trials.flatMap(({ lines }) => lines);
  const cuts = sessions.length <= 1 && !given ? cutsOf(all) : 0;
  const halves = given ?? (cuts > 0 ? halvesOfCuts(cuts) : halvesOf(sessions, seed));
  return { halves, cuts, sessions: cuts > 0 ? 1 : sessions.length, items: itemsOf(all) };
}

const scoresOf = (lines: LinesBySetting, { halves, cuts }: Split): readonly [Scores, Scores] =>
  cuts > 0
    ? [scoresOfCuts(lines, halves.first), scoresOfCuts(lines, halves.second)]
    : [scoresOfSessions(lines, halves.first), scoresOfSessions(lines, halves.second)];

export const tuned = ({ trials, wishes, seed, halves, ...input }: TuneInput): TuneResult =>
  tunedIn({ ...input, trials, wishes }, splitOf(trials, wishes, seed, halves));

function tunedIn({ space, settings, trials, wishes }: Omit<TuneInput, 'seed' | 'halves'>, split: Split): TuneResult {
  const { halves, cuts, sessions, items } = split;
  const now = settingNow(space);
  const points: Point[] = [];
  const best: BestSetting[] = [];
  for (const { target, lines } of trials) {
    const grouped = bySetting(lines);
    const scores = scoresOf(grouped, split);
    const own = settings.filter(({ key }) => grouped.has(key)).map((setting) => pointOf(setting, target, scores, grouped, wishes));
    points.push(...own);
    best.push(bestOf({ space, settings, points: own, scores, wishes, now, target, items, sessions }));
  }
  return { of: cuts > 0 ? 'cuts' : 'sessions', halves, now: now.key, settings, points, best, items };
}

function itemsOf(lines: readonly ResultLine[]): number {
  const bySession = new Map<string, number>();
  for (const { session, neededFacts } of lines)
    if (typeof neededFacts === 'number') bySession.set(session, Math.max(bySession.get(session) ?? 0, neededFacts));
  return [...bySession.values()].reduce((sum, one) => sum + one, 0);
}

function cutsOf(lines: readonly ResultLine[]): number {
  for (const { byCut } of lines) if (typeof byCut === 'string') return (JSON.parse(byCut) as readonly unknown[]).length;
  return 0;
}

function pointOf(
  { key }: Setting,
  target: Point['target'],
  [first, second]: readonly [Scores, Scores],
  lines: LinesBySetting,
  wishes: TuneWishes,
): Point {
  const own = lines.get(key) ?? [];
  const stats = first.stats(key);
  return {
    setting: key,
    target,
    first: stats,
    second: second.stats(key),
    bar: barOf(first.lines(key), stats, wishes),
    over: own.filter(isOver).length,
    invalid: own.filter(isInvalid).length,
    failed: own.filter(isFailed).length,
  };
}

interface ChooseInput extends Pick<TuneInput, 'space' | 'settings' | 'wishes'>, Pick<Split, 'items' | 'sessions'>, Pick<Point, 'target'> {
  readonly points: readonly Point[];
  readonly scores: readonly [Scores, Scores];
  readonly now: Setting;
}

function bestOf({ space, settings, points, scores: [first, second], wishes, now, target, items, sessions }: ChooseInput): BestSetting {
  const { decides } = wishes;
  const present = points.find(({ setting }) => setting === now.key);
  const nowBar = present ? present.bar : 'unmeasured';
  const allowed = points.filter(({ bar }) => bar === null);
  const none = { target, nowBar, chosen: null, difference: null, efficiency: null, tied: [], asGood: [], sure: 'weak' as Certainty };
  if (allowed.length === 0) return { ...none, verdict: 'none' };
  const value = (point: Point): number => gain(decides, point.first[decides]!.mean);
  const most = Math.max(...allowed.map(value));
  const tied = allowed.filter((point) => most - value(point) <= tieOf(decides, most));
  const named = new Map(settings.map((setting) => [setting.key, setting]));
  const way = ({ setting }: Point): number => wayBetween(space, named.get(setting)!, now);
  const chosen = tied.reduce((nearest, point) => (way(point) < way(nearest) ? point : nearest));
  const isNow = chosen.setting === now.key;
  const difference = isNow ? null : second.difference(chosen.setting, now.key, decides);
  const efficiency = isNow ? null : (second.difference(chosen.setting, now.key, 'efficiency')?.mean ?? null);
  const asGood = allowed
    .filter((point) => point !== chosen && first.difference(chosen.setting, point.setting, decides)?.apart !== true)
    .map(({ setting }) => setting);
  return {
    target,
    verdict: isNow ? 'same' : verdictOf(difference, wishes, nowBar === null),
    chosen: chosen.setting,
    difference,
    efficiency,
    nowBar,
    tied: tied.map(({ setting }) => setting),
    asGood,
    sure: nowBar === null ? sureOf(difference, items, sessions) : 'weak',
  };
}

function verdictOf(difference: TuneDifference | null, { decides }: TuneWishes, nowCounts: boolean): BestSetting['verdict'] {
  // What is set now breaks a wish: whatever it keeps, it is no choice.
  if (!nowCounts) return 'set';
  if (!difference) return 'equal';
  const better = gain(decides, difference.mean);
  if (difference.interval === null) return better > 0 ? 'set' : better < 0 ? 'worse' : 'equal';
  return difference.apart ? (better > 0 ? 'set' : 'worse') : 'equal';
}

function sureOf(difference: TuneDifference | null, items: number, sessions: number): Certainty {
  if (items < LEAST_ITEMS || !difference?.interval) return 'weak';
  if (sessions < ENOUGH_SESSIONS || !difference.apart) return 'fair';
  return 'high';
}

// Several rows in one run: each has its own best value, and they are held against each other in the half that nothing was chosen on. docs/tune.md#several-rows

export interface RowRuns extends Pick<TuneInput, 'space' | 'settings' | 'trials'> {
  readonly row: string;
}

interface RowsInput extends Pick<TuneInput, 'wishes' | 'seed' | 'halves'> {
  readonly rows: readonly RowRuns[];
}

interface RowsResult {
  readonly results: readonly TuneResult[];
  readonly races: readonly Race[];
}

export function tunedRows({ rows, wishes, seed, halves }: RowsInput): RowsResult {
  const split = splitOf(
    rows.flatMap(({ trials }) => trials),
    wishes,
    seed,
    halves,
  );
  const results = rows.map(({ space, settings, trials }) => tunedIn({ space, settings, trials, wishes }, split));
  const targets = [...new Set(rows.flatMap(({ trials }) => trials.map(({ target }) => target)))];
  return { results, races: rows.length > 1 ? targets.map((target) => raceOf({ rows, results, target, split, wishes })) : [] };
}

interface RaceInput extends Pick<RowsInput, 'rows' | 'wishes'>, Pick<Race, 'target'> {
  readonly results: readonly TuneResult[];
  readonly split: Split;
}

const keyIn = (row: string, setting: string): string => `${row}\n${setting}`;

function raceOf({ rows, results, target, split, wishes: { decides } }: RaceInput): Race {
  const lines = rows.flatMap(({ row, trials }) =>
    trials.flatMap((trial): readonly ResultLine[] =>
      trial.target === target ? trial.lines.map((line) => ({ ...line, row: keyIn(row, line.row) })) : [],
    ),
  );
  const [first, second]: readonly [Scores, Scores] = scoresOf(bySetting(lines), split);
  const found = rows.map(({ row }, i) => {
    const setting = results[i]!.best.find((one) => one.target === target)?.chosen ?? null;
    const key = setting === null ? null : keyIn(row, setting);
    const stat = (scores: Scores) => (key === null ? null : (scores.stats(key)[decides] ?? null));
    return { row, setting, key, first: stat(first), second: stat(second) };
  });
  const rank = (one: (typeof found)[number]): number => (one.first ? gain(decides, one.first.mean) : Number.NEGATIVE_INFINITY);
  const order = found.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  const leader = order[0]!;
  const against = (one: (typeof found)[number]) =>
    one === leader || one.key === null || leader.key === null ? null : second.difference(leader.key, one.key, decides);
  const entrants = order.map((one): Entrant => {
    const { row, setting, first: chosenOn, second: other } = one;
    return { row, setting, first: chosenOn, second: other, difference: against(one) };
  });
  const others = entrants.slice(1).filter(({ setting }) => setting !== null);
  const nearest = others.toSorted((a, b) => gain(decides, a.difference?.mean ?? 0) - gain(decides, b.difference?.mean ?? 0))[0] ?? null;
  return {
    target,
    verdict: leader.setting === null ? 'none' : others.length === 0 ? 'alone' : raceVerdict(others, decides),
    entrants,
    sure: sureOf(nearest?.difference ?? null, split.items, split.sessions),
  };
}

function raceVerdict(others: readonly Entrant[], decides: TuneWishes['decides']): Race['verdict'] {
  const gains = others.map(({ difference }) => ({
    by: difference ? gain(decides, difference.mean) : 0,
    apart: difference?.apart ?? false,
    single: difference?.interval === null,
  }));
  // Where one value is on either side there is nothing to draw again, and the sign decides.
  if (gains.some(({ by, apart, single }) => by < 0 && (apart || single))) return 'worse';
  return gains.every(({ by, apart, single }) => by > 0 && (apart || single)) ? 'wins' : 'equal';
}

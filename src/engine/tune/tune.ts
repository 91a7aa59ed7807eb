/** What to set: chosen on the first half, reported on the second. Definition and limits: docs/tune.md */
import type { Certainty } from '../answer/contract.ts';
import type { ResultLine } from '../sets/contract.ts';
import type { BestSetting, Halves, Point, Setting, Space, Trials, TuneDifference, TuneResult, TuneWishes } from './contract.ts';
import { hex, sha256Plain } from '../lib/sha256.ts';
import {
  barOf,
  type LinesBySetting,
  gain,
  isFailed,
  isInvalid,
  isOver,
  type Scores,
  scoresOfCuts,
  scoresOfSessions,
  tieOf,
  measureIn,
} from './scores.ts';
import { settingNow, wayBetween } from './space.ts';

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

export interface TuneInput {
  readonly space: Space;
  readonly settings: readonly Setting[];
  readonly trials: readonly Trials[];
  readonly wishes: TuneWishes;
  readonly seed: number;
  /** Sessions of each half; absent = drawn from those that have lines. */
  readonly halves?: Halves;
}

export function bySetting(lines: readonly ResultLine[]): LinesBySetting {
  const found = new Map<string, Map<string, ResultLine>>();
  for (const line of lines) {
    const own = found.get(line.row) ?? new Map<string, ResultLine>();
    found.set(line.row, own.set(line.session, line));
  }
  return new Map([...found].map(([setting, own]) => [setting, [...own.values()].sort((a, b) => (a.session < b.session ? -1 : 1))]));
}

/** Sessions in which some setting says something of what decides: the others cannot tell settings apart. */
export function tellingSessions(trials: readonly Trials[], { decides }: Pick<TuneWishes, 'decides'>): readonly string[] {
  const telling = new Set<string>();
  for (const { lines } of trials) for (const line of lines) if (measureIn(line, decides) !== null) telling.add(line.session);
  return [...telling].sort();
}

export interface Split {
  readonly halves: Halves;
  readonly cuts: number;
  readonly sessions: number;
  readonly items: number;
}

export function splitOf(trials: readonly Trials[], wishes: TuneWishes, seed: number, given?: Halves): Split {
  const sessions = tellingSessions(trials, wishes);
  const all = trials.flatMap(({ lines }) => lines);
  const cuts = sessions.length <= 1 && !given ? cutsOf(all) : 0;
  const halves = given ?? (cuts > 0 ? halvesOfCuts(cuts) : halvesOf(sessions, seed));
  return { halves, cuts, sessions: cuts > 0 ? 1 : sessions.length, items: itemsOf(all) };
}

export const scoresOf = (lines: LinesBySetting, { halves, cuts }: Split): readonly [Scores, Scores] =>
  cuts > 0
    ? [scoresOfCuts(lines, halves.first), scoresOfCuts(lines, halves.second)]
    : [scoresOfSessions(lines, halves.first), scoresOfSessions(lines, halves.second)];

export const tuned = ({ trials, wishes, seed, halves, ...input }: TuneInput): TuneResult =>
  tunedIn({ ...input, trials, wishes }, splitOf(trials, wishes, seed, halves));

export function tunedIn({ space, settings, trials, wishes }: Omit<TuneInput, 'seed' | 'halves'>, split: Split): TuneResult {
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

interface ChooseInput {
  readonly space: Space;
  readonly settings: readonly Setting[];
  readonly points: readonly Point[];
  readonly scores: readonly [Scores, Scores];
  readonly wishes: TuneWishes;
  readonly now: Setting;
  readonly target: Point['target'];
  readonly items: number;
  readonly sessions: number;
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

export function sureOf(difference: TuneDifference | null, items: number, sessions: number): Certainty {
  if (items < LEAST_ITEMS || !difference?.interval) return 'weak';
  if (sessions < ENOUGH_SESSIONS || !difference.apart) return 'fair';
  return 'high';
}

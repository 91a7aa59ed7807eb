/** What the settings of one target scored in one half: means, intervals and differences, over sessions or over the cuts of one. */
import { CUTS, differenceOf, keptInterval, keptOf } from '../answer/answer.ts';
import type { Unit } from '../answer/contract.ts';
import type { Cell, ResultLine } from '../sets/contract.ts';
import { meanInterval, pairedDifference } from '../sets/statistics.ts';
import { BY_CUT, LESS, type Stat, type Stats, TIE, type TuneBar, TUNED, type TuneDifference, type TuneMeasure, type TuneWishes } from './contract.ts';

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

export const isOver = ({ overBudget, metTarget }: ResultLine): boolean => overBudget === true || metTarget === false;
export const isInvalid = ({ violations }: ResultLine): boolean => typeof violations === 'number' && violations > 0;
export const isFailed = ({ outcome }: ResultLine): boolean => outcome !== 'compacted' && outcome !== 'unchanged';

export function barOf(lines: readonly ResultLine[], stats: Stats, { decides, accepted, withinBudget }: TuneWishes): TuneBar | null {
  if (lines.some(isFailed)) return 'failed';
  if (accepted && lines.some(isInvalid)) return 'accepted';
  if (withinBudget && lines.filter(isOver).length > mayBeOver(lines.length)) return 'budget';
  return stats[decides] ? null : 'unmeasured';
}

export interface Scores {
  stats(setting: string): Stats;
  lines(setting: string): readonly ResultLine[];
  /** a − b in the units that both have; null without any. */
  difference(a: string, b: string, measure: TuneMeasure): TuneDifference | null;
}

export type LinesBySetting = ReadonlyMap<string, readonly ResultLine[]>;

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

export function scoresOfCuts(all: LinesBySetting, cuts: readonly string[]): Scores {
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
const NOISE = 1e-12;

function statsOf(of: (measure: TuneMeasure) => Stat | null): Stats {
  return Object.fromEntries(
    TUNED.flatMap((measure) => {
      const stat = of(measure);
      return stat ? [[measure, stat]] : [];
    }),
  );
}

export const gain = (measure: TuneMeasure, difference: number): number => (LESS.includes(measure) ? -difference : difference);
export const tieOf = (measure: TuneMeasure, of: number): number => (measure === 'cost' ? Math.abs(of) * TIE : TIE);

/** The answer of a comparison or of a set. Definition and limits: docs/answer.md */
import { BoundedMap } from '../lib/bounded-map.ts';
import { randomSource } from '../lib/random.ts';
import { INDEPENDENT, type Independent, LEADING, LEAST_NEEDS } from '../measures/independent/contract.ts';
import { flipsOf, type Contrast, differencesOf, NOISE } from './together.ts';
import type { Answer, AnswerRow, Bar, Candidate, Counts, Difference, Kept, Matters, Scope, Sure, Unit, Wishes } from './contract.ts';

/** How often the units are drawn again, and with which seed: the same draws for every pair. */
const DRAWS = 1000;
const SEED = 1;
/** Ends of a 95 % interval. */
const LOW = 0.025;
const HIGH = 0.975;
/** Fewer items are weak; from so many sessions on a difference is sure. */
const LEAST_ITEMS = 100;
const ENOUGH_SESSIONS = 10;
/** What leaves more of the tokens at the cuts did nothing there. */
const DID_NOTHING = 0.99;

export const CUTS: Scope = { of: 'cuts', least: LEAST_NEEDS };
export const SESSIONS: Scope = { of: 'sessions', least: 1 };

/** Measures that decide: a person's own words by themselves, all else by what has least habit in it. */
const decidedBy = (matters: Matters): readonly Independent[] => (matters === 'userWords' ? ['userWords'] : LEADING);

/** Sums of a measure over the units. */
function sums(units: readonly Unit[], measure: Independent): Counts {
  const all = { kept: 0, needed: 0, chance: 0 };
  for (const { [measure]: counts } of units) {
    if (!counts) continue;
    all.kept += counts.kept;
    all.needed += counts.needed;
    all.chance += counts.chance;
  }
  return all;
}

/** Measures with enough items over all units: the same for every draw, so that no draw is of other measures. */
const enough = (units: readonly Unit[], matters: Matters, { least }: Scope): readonly Independent[] =>
  decidedBy(matters).filter((measure) => sums(units, measure).needed >= least);

/** Mean over the measures of what is left, pooled over the units; null where no measure has enough items. */
export function keptOf(units: readonly Unit[], matters: Matters, scope: Scope): Kept | null {
  const measures = enough(units, matters, scope);
  if (measures.length === 0) return null;
  const all = measures.map((measure) => sums(units, measure));
  const mean = (of: 'kept' | 'chance'): number => all.reduce((total, one) => total + one[of] / one.needed, 0) / all.length;
  return { share: mean('kept'), chance: mean('chance') };
}

/** The same of measures that are chosen. */
const shareOf = (units: readonly Unit[], measures: readonly Independent[]): number =>
  measures.reduce((total, measure) => {
    const { kept, needed } = sums(units, measure);
    return total + kept / needed;
  }, 0) / measures.length;

/** Draw after draw, how often each unit is drawn: the same for all rows of as many units. */
const draws = new BoundedMap<number, Uint16Array>(16);

function drawsOf(units: number): Uint16Array {
  return draws.getOrMake(units, () => {
    const draw = randomSource(SEED);
    const times = new Uint16Array(DRAWS * units);
    for (let d = 0; d < DRAWS; d++) for (let u = 0; u < units; u++) times[d * units + draw(units)]!++;
    return times;
  });
}

/** What `keptOf` is in every draw; NaN in one without needs, which says nothing. */
function drawn(units: readonly Unit[], measures: readonly Independent[]): Float64Array {
  const times = drawsOf(units.length);
  const shares = new Float64Array(DRAWS);
  for (const measure of measures) {
    const kept = Float64Array.from(units, (unit) => unit[measure]?.kept ?? 0);
    const needed = Float64Array.from(units, (unit) => unit[measure]?.needed ?? 0);
    for (let d = 0, at = 0; d < DRAWS; d++) {
      let k = 0;
      let n = 0;
      for (let u = 0; u < kept.length; u++, at++) {
        k += times[at]! * kept[u]!;
        n += times[at]! * needed[u]!;
      }
      shares[d]! += k / n / measures.length;
    }
  }
  return shares;
}

/** A row is held against many others, and again at every change of a wish: what is made of its units is made once. */
function once(make: (units: readonly Unit[], measures: readonly Independent[]) => Float64Array): typeof make {
  const remembered = new WeakMap<readonly Unit[], Map<string, Float64Array>>();
  return (units, measures) => {
    const known = remembered.get(units) ?? new Map<string, Float64Array>();
    remembered.set(units, known);
    const key = measures.join();
    const found = known.get(key) ?? make(units, measures);
    known.set(key, found);
    return found;
  };
}
const drawnOnce = once(drawn);

/** By flip: sums of the deviations of the units from the share of the row (together.ts). */
const errorsOnce = once((units, measures) => {
  const share = shareOf(units, measures);
  const errors = new Float64Array(units.length);
  for (const measure of measures) {
    const all = sums(units, measure).needed * measures.length;
    for (let u = 0; u < errors.length; u++) {
      const { kept = 0, needed = 0 } = units[u]![measure] ?? {};
      errors[u]! += (kept - share * needed) / all;
    }
  }
  return flipsOf(errors);
});

/** Units of `a` of which `b` has counts too: a session may lack one of the rows. */
function pairedWith(a: readonly Unit[], b: readonly Unit[]): readonly Unit[] {
  const lacks = (one: Counts | undefined, other: Counts | undefined): boolean => (one?.needed ?? 0) > 0 && (other?.needed ?? 0) === 0;
  const alike = a.every((unit, u) => INDEPENDENT.every((measure) => !lacks(unit[measure], b[u]![measure])));
  if (alike) return a;
  return a.map((unit, u) => Object.fromEntries(Object.entries(unit).filter(([measure, one]) => !lacks(one, b[u]![measure as Independent]))));
}

/** 95 % of some draws, those that say nothing left out; null where none says anything. */
function endsOf(shares: Float64Array): readonly [number, number] | null {
  const sorted = shares.filter((one) => !Number.isNaN(one)).sort();
  if (sorted.length === 0) return null;
  const end = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return [end(LOW), end(HIGH)];
}

/** 95 % of what `keptOf` is, the units drawn again; null where it is null. */
export function keptInterval(units: readonly Unit[], matters: Matters, scope: Scope): readonly [number, number] | null {
  const measures = enough(units, matters, scope);
  return measures.length === 0 ? null : endsOf(drawnOnce(units, measures));
}

/** The counts that both rows have, and the measures with enough of them; null without any. */
function pairOf(a: readonly Unit[], b: readonly Unit[], matters: Matters, scope: Scope) {
  if (a.length !== b.length) return null;
  const [mine, other] = [pairedWith(a, b), pairedWith(b, a)];
  const measures = enough(mine, matters, scope).filter((measure) => enough(other, matters, scope).includes(measure));
  return measures.length === 0 ? null : { mine, other, measures };
}

/** a − b with its errors, for comparisons of many rows; null as `pairOf`. */
function contrastOf(a: readonly Unit[], b: readonly Unit[], matters: Matters, scope: Scope): Contrast | null {
  const pair = pairOf(a, b, matters, scope);
  if (!pair) return null;
  const { mine, other, measures } = pair;
  const others = errorsOnce(other, measures);
  return {
    mean: shareOf(mine, measures) - shareOf(other, measures),
    units: a.length,
    errors: errorsOnce(mine, measures).map((error, flip) => error - others[flip]!),
  };
}

/** a − b of two rows that were not chosen as the best of many (those: `differencesOf`); null as `pairOf`. */
export function differenceOf(a: readonly Unit[], b: readonly Unit[], matters: Matters, scope: Scope): Difference | null {
  const pair = pairOf(a, b, matters, scope);
  if (!pair) return null;
  const { mine, other, measures } = pair;
  const shares = [drawnOnce(mine, measures), drawnOnce(other, measures)] as const;
  const interval = endsOf(shares[0].map((share, d) => share - shares[1][d]!));
  if (!interval) return null;
  const mean = shareOf(mine, measures) - shareOf(other, measures);
  return { mean, interval, apart: interval[0] > NOISE || interval[1] < -NOISE };
}

function barOf(one: Candidate, kept: Kept | null, wishes: Wishes): Bar | null {
  if (one.control) return 'control';
  if (!one.compacted || (one.left ?? 0) > DID_NOTHING) return 'outcome';
  if (wishes.accepted && !one.accepted) return 'accepted';
  if (wishes.withinBudget && !one.withinBudget) return 'budget';
  if (wishes.noModel && one.model) return 'model';
  if (wishes.constraints !== null && one.constraints !== null && one.constraints < wishes.constraints) return 'constraints';
  if (!kept) return 'unmeasured';
  if (wishes.matters === 'cost' && one.cost === null) return 'cost';
  // What keeps less than random messages is no compaction to advise, however cheap it is.
  if (kept.share < kept.chance) return 'chance';
  return null;
}

interface Rated {
  readonly one: Candidate;
  readonly kept: Kept | null;
  readonly bar: Bar | null;
}

/** The better first: by what matters, then by what is kept, then the cheaper; equal ones as they came. */
function compareBy(matters: Matters): (a: Rated, b: Rated) => number {
  const cost = ({ one }: Rated): number => one.cost ?? Number.POSITIVE_INFINITY;
  const share = ({ kept }: Rated): number => kept?.share ?? -1;
  const less = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  const byKept = (a: Rated, b: Rated): number => (Math.abs(share(a) - share(b)) <= NOISE ? 0 : share(b) - share(a));
  return matters === 'cost' ? (a, b) => less(cost(a), cost(b)) || byKept(a, b) : (a, b) => byKept(a, b) || less(cost(a), cost(b));
}

const rowOf = ({ one, kept }: Rated): AnswerRow | null => kept && { key: one.key, ...kept, own: one.own, cost: one.cost, left: one.left };

/**
 * @param candidates in the order that decides between equal ones
 * @param own key of what the person has (their agent, else the baseline); null = nothing is known of it
 */
export function answerOf(candidates: readonly Candidate[], wishes: Wishes, own: string | null, scope: Scope): Answer {
  const { matters } = wishes;
  const rated = candidates.map((one): Rated => {
    const kept = one.units && keptOf(one.units, matters, scope);
    return { one, kept, bar: barOf(one, kept, wishes) };
  });
  const better = compareBy(matters);
  const inOrder = [
    ...rated.filter(({ bar }) => bar === null).sort(better),
    ...rated.filter(({ bar, kept }) => bar !== null && kept).sort(better),
    ...rated.filter(({ bar, kept }) => bar !== null && !kept),
  ];
  const barred: Record<string, Bar> = {};
  const bars: Partial<Record<Bar, number>> = {};
  for (const { one, bar } of rated) {
    if (bar === null) continue;
    barred[one.key] = bar;
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  const order = inOrder.map(({ one }) => one.key);
  const base = rated.find(({ one }) => one.key === own);
  const best = inOrder[0]?.bar === null ? inOrder[0] : null;
  const kept = Object.fromEntries(rated.flatMap((one) => (one.kept ? [[one.one.key, one.kept]] : [])));
  const common = { order, kept, barred, bars, base: (base && rowOf(base)) ?? null };
  if (!best) return { ...common, verdict: 'none', row: null, difference: null, equals: [], sure: 'weak', units: 0, items: 0 };
  const units = best.one.units!;
  const measures = enough(units, matters, scope);
  const held = units.filter((unit) => measures.some((measure) => (unit[measure]?.needed ?? 0) > 0)).length;
  const items = scope.items ?? measures.reduce((total, measure) => total + sums(units, measure).needed, 0);
  const free = inOrder.filter(({ bar }) => bar === null);
  const against = (rows: readonly Rated[], other: readonly Unit[]): readonly (Difference | null)[] =>
    differencesOf(rows.map(({ one }) => contrastOf(one.units!, other, matters, scope)));
  // The best was chosen from all free rows, so the 95 % hold for all of them: against the baseline, and against the best.
  const others = free.filter((row) => row !== base);
  const difference = base?.one.units && base !== best ? against(others, base.one.units)[others.indexOf(best)]! : null;
  const rivals = free.filter((row) => row !== best);
  const behind = against(rivals, units);
  const equals = rivals.filter((_, i) => behind[i]?.apart !== true).map(({ one }) => one.key);
  // A price is no sample: the cheaper row is told apart by its price, whatever it keeps.
  const isEqual = base?.bar === null && (matters === 'cost' ? best.one.cost === base.one.cost : difference?.apart === false);
  return {
    ...common,
    verdict: best === base ? 'same' : isEqual ? 'equal' : 'use',
    row: rowOf(best),
    difference,
    equals,
    sure: sureOf(best.one, base?.one ?? null, difference, items, held, scope),
    units: held,
    items,
  };
}

function sureOf(best: Candidate, base: Candidate | null, difference: Difference | null, items: number, units: number, { of }: Scope): Sure {
  if (items < LEAST_ITEMS) return 'weak';
  if (of === 'cuts' || units < ENOUGH_SESSIONS || !difference?.apart) return 'fair';
  const agrees = best.own !== null && base !== null && base.own !== null && best.own >= base.own;
  return agrees ? 'very-high' : 'high';
}

/** The answer of a comparison or of a set. Definition and limits: docs/answer.md */
import { BoundedMap } from '../lib/bounded-map.ts';
import { randomSource } from '../lib/random.ts';
import { ASIDE, floorOf, JUDGES, type Judge, LEADING, leastNeeds } from '../measures/independent/contract.ts';
import {
  type Answer,
  type AnswerRow,
  type Bar,
  type Candidate,
  type Counts,
  type Difference,
  type StandingComparison,
  type Retention,
  type Criterion,
  type Scope,
  type Certainty,
  type Trade,
  type Unit,
  type Wishes,
  DID_NOTHING,
  STANDING,
} from './contract.ts';
import { type Contrast, differencesOf, flipsOf, LEAST_UNITS, NOISE } from './together.ts';

/** How often the units are drawn again, and with which seed: the same draws for every pair. */
const DRAWS = 1000;
const SEED = 1;
/** Ends of a 95 % interval. */
const LOW = 0.025;
const HIGH = 0.975;
/** With fewer items needed nothing is told; from so many sessions on the order holds for others too. */
export const LEAST_ITEMS = 30;
const ENOUGH_SESSIONS = 10;
/** With more that are as good, no one of them is the answer. */
const MOST_EQUAL = 3;

export const CUTS: Scope = { of: 'cuts', least: leastNeeds() };
export const SESSIONS: Scope = { of: 'sessions', least: leastNeeds() };

/** Measures that decide: a person's own words by themselves, all else by what has least habit in it. */
const decidedBy = (matters: Criterion): readonly Judge[] => (matters === 'userWords' ? ['userWords'] : LEADING);

/** Sums of a measure over the units. */
export function sums(units: readonly Unit[], measure: Judge): Counts {
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
const enough = (units: readonly Unit[], matters: Criterion, { least }: Scope): readonly Judge[] =>
  decidedBy(matters).filter((measure) => sums(units, measure).needed >= least);

/** Mean over the measures of what is left, pooled over the units; null where no measure has enough items. */
export function keptOf(units: readonly Unit[], matters: Criterion, scope: Scope): Retention | null {
  const measures = enough(units, matters, scope);
  if (measures.length === 0) return null;
  const all = measures.map((measure) => sums(units, measure));
  const mean = (of: 'kept' | 'chance'): number => all.reduce((total, one) => total + one[of] / one.needed, 0) / all.length;
  return { share: mean('kept'), chance: mean('chance') };
}

/** The same of measures that are chosen. */
const shareOf = (units: readonly Unit[], measures: readonly Judge[]): number =>
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
function drawn(units: readonly Unit[], measures: readonly Judge[]): Float64Array {
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
function once(make: (units: readonly Unit[], measures: readonly Judge[]) => Float64Array): typeof make {
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

/** The same of units alone. */
function perUnits(make: (units: readonly Unit[]) => readonly Unit[]): typeof make {
  const made = new WeakMap<readonly Unit[], readonly Unit[]>();
  return (units) => {
    const found = made.get(units) ?? make(units);
    made.set(units, found);
    return found;
  };
}

/** What each unit adds to the share of the row (kept), or its weight in it (needed). */
function partsOf(of: 'kept' | 'needed', units: readonly Unit[], measures: readonly Judge[]): Float64Array {
  const parts = new Float64Array(units.length);
  for (const measure of measures) {
    const all = sums(units, measure).needed * measures.length;
    for (let u = 0; u < parts.length; u++) parts[u]! += (units[u]![measure]?.[of] ?? 0) / all;
  }
  return parts;
}
const flipsOnce = once((units, measures) => flipsOf(partsOf('kept', units, measures)));

/** Units of `a` of which `b` has counts too: a session may lack one of the rows. */
function pairedWith(a: readonly Unit[], b: readonly Unit[]): readonly Unit[] {
  const lacks = (one: Counts | undefined, other: Counts | undefined): boolean => (one?.needed ?? 0) > 0 && (other?.needed ?? 0) === 0;
  const alike = a.every((unit, u) => JUDGES.every((measure) => !lacks(unit[measure], b[u]![measure])));
  if (alike) return a;
  return a.map((unit, u) => Object.fromEntries(Object.entries(unit).filter(([measure, one]) => !lacks(one, b[u]![measure as Judge]))));
}

/** 95 % of some draws, those that say nothing left out; null where none says anything. */
function endsOf(shares: Float64Array): readonly [number, number] | null {
  const sorted = shares.filter((one) => !Number.isNaN(one)).sort();
  if (sorted.length === 0) return null;
  const end = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return [end(LOW), end(HIGH)];
}

/** 95 % of what `keptOf` is, the units drawn again; null where it is null. */
export function keptInterval(units: readonly Unit[], matters: Criterion, scope: Scope): readonly [number, number] | null {
  const measures = enough(units, matters, scope);
  return measures.length === 0 ? null : endsOf(drawnOnce(units, measures));
}

/** The counts that both rows have, and the measures with enough of them; null without any. */
function pairOf(a: readonly Unit[], b: readonly Unit[], chosen: readonly Judge[], { least }: Scope) {
  if (a.length !== b.length) return null;
  const [mine, other] = [pairedWith(a, b), pairedWith(b, a)];
  const measures = chosen.filter((measure) => sums(mine, measure).needed >= least && sums(other, measure).needed >= least);
  return measures.length === 0 ? null : { mine, other, measures };
}

/** a − b with its errors, for comparisons of many rows; null as `pairOf`. */
function contrastOf(a: readonly Unit[], b: readonly Unit[], chosen: readonly Judge[], scope: Scope): Contrast | null {
  const pair = pairOf(a, b, chosen, scope);
  if (!pair) return null;
  const { mine, other, measures } = pair;
  const mean = shareOf(mine, measures) - shareOf(other, measures);
  const less = (row: Float64Array, base: Float64Array): Float64Array => row.map((one, i) => one - base[i]!);
  return {
    mean,
    parts: less(partsOf('kept', mine, measures), partsOf('kept', other, measures)),
    expected: partsOf('needed', mine, measures).map((weight) => weight * mean),
    sums: less(flipsOnce(mine, measures), flipsOnce(other, measures)),
  };
}

/** a − b of two rows that were not chosen as the best of many (those: `differencesOf`); null as `pairOf`. */
export function differenceOf(a: readonly Unit[], b: readonly Unit[], matters: Criterion, scope: Scope): Difference | null {
  const pair = pairOf(a, b, decidedBy(matters), scope);
  if (!pair) return null;
  const { mine, other, measures } = pair;
  const shares = [drawnOnce(mine, measures), drawnOnce(other, measures)] as const;
  const interval = endsOf(shares[0].map((share, d) => share - shares[1][d]!));
  if (!interval) return null;
  const mean = shareOf(mine, measures) - shareOf(other, measures);
  return { mean, interval, apart: interval[0] > NOISE || interval[1] < -NOISE };
}

type Outcome = Pick<Candidate, 'control' | 'compacted' | 'left' | 'accepted' | 'withinBudget' | 'model' | 'constraints' | 'cost'>;

/** Why a row cannot be the answer; null = it may be. Before a recall `kept` is null, and 'unmeasured' the reason of those that may. */
const isIdle = ({ compacted, left }: Outcome): boolean => !compacted || (left ?? 0) > DID_NOTHING;

export function barOf(one: Outcome, kept: Retention | null, wishes: Wishes): Bar | null {
  if (one.control) return 'control';
  if (isIdle(one)) return 'outcome';
  if (wishes.accepted && !one.accepted) return 'accepted';
  if (wishes.withinBudget && !one.withinBudget) return 'budget';
  if (wishes.noModel && one.model) return 'model';
  if (wishes.constraints !== null && one.constraints !== null && one.constraints < wishes.constraints) return 'constraints';
  if (!kept) return 'unmeasured';
  if (wishes.matters === 'cost' && one.cost === null) return 'cost';
  return null;
}

interface Rating {
  readonly one: Candidate;
  readonly kept: Retention | null;
  readonly bar: Bar | null;
  /** Surely more than random messages. */
  readonly works: boolean;
}

const costOf = ({ one }: Rating): number => one.cost ?? Number.POSITIVE_INFINITY;
const less = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
const cheaper = (a: Rating, b: Rating): number => less(costOf(a), costOf(b));

/** The better first: by what matters, then by what is kept, then the cheaper; equal ones as they came. */
function compareBy(matters: Criterion): (a: Rating, b: Rating) => number {
  const share = ({ kept }: Rating): number => kept?.share ?? -1;
  const byKept = (a: Rating, b: Rating): number => (Math.abs(share(a) - share(b)) <= NOISE ? 0 : share(b) - share(a));
  return matters === 'cost' ? (a, b) => cheaper(a, b) || byKept(a, b) : (a, b) => byKept(a, b) || cheaper(a, b);
}

const rowOf = ({ one, kept, works }: Rating): AnswerRow | null =>
  kept && { key: one.key, ...kept, own: one.own, cost: one.cost, left: one.left, lost: one.lost ?? null, works };

/** What random messages keep, as units of their own. */
const chanceOf = perUnits((units) =>
  units.map(
    (unit): Unit => Object.fromEntries(Object.entries(unit).map(([measure, { needed, chance }]) => [measure, { needed, chance, kept: chance }])),
  ),
);

/** Measures that may say the opposite, with the share of such needs that is habit: a lead counts beyond it. docs/recall.md */
const OPPOSED: readonly (readonly [Judge, number])[] = JUDGES.map((measure) => [
  measure,
  ASIDE.some((one) => one === measure) ? (floorOf(measure as (typeof ASIDE)[number]) ?? 0) : 0,
]);

/** The measure by which a row surely keeps less than A, the largest lead of A first; null where every measure agrees or says nothing. */
function opposedBy({ one }: Rating, base: readonly Unit[], scope: Scope): Trade | null {
  let most: Trade | null = null;
  for (const [measure, habit] of OPPOSED) {
    const pair = pairOf(one.units!, base, [measure], scope);
    const contrast = contrastOf(one.units!, base, [measure], scope);
    const difference = differencesOf([contrast])[0];
    if (!pair || !difference?.apart || difference.interval[1] >= -habit) continue;
    const found = { key: one.key, measure, share: shareOf(pair.mine, [measure]), base: shareOf(pair.other, [measure]) };
    if (most === null || found.base - found.share > most.base - most.share) most = found;
  }
  return most;
}

/** What does not bar a row from what can be said of a session that is too short. */
const UNRANKED: readonly (Bar | null)[] = [null, 'unmeasured', 'chance'];

/** The row that keeps most of the rules, the files and the open work on average, the cheaper first; null without A, or with nothing to compare. */
function insteadOf(rated: readonly Rating[], own: string | null): StandingComparison | null {
  const base = rated.find(({ one }) => one.key === own)?.one;
  if (!base) return null;
  const measures = STANDING.filter((measure) => base[measure] != null);
  if (measures.length === 0) return null;
  const mean = ({ one }: Rating): number => measures.reduce((total, measure) => total + (one[measure] ?? 0), 0) / measures.length;
  const [best] = rated
    .filter(({ one, bar }) => one !== base && UNRANKED.includes(bar) && measures.every((measure) => one[measure] != null))
    .sort((a, b) => (Math.abs(mean(a) - mean(b)) <= NOISE ? cheaper(a, b) : mean(b) - mean(a)));
  return best
    ? { key: best.one.key, base: base.key, shares: measures.map((measure) => ({ measure, share: best.one[measure]!, base: base[measure]! })) }
    : null;
}

/**
 * @param candidates in the order that decides between equal ones; all but A were held to the same tokens
 * @param own key of A, what the person has; null = rows are compared with each other alone
 */
export function answerOf(candidates: readonly Candidate[], wishes: Wishes, own: string | null, scope: Scope): Answer {
  const { matters } = wishes;
  const measures = decidedBy(matters);
  const measured = candidates.map((one) => {
    const kept = one.units && keptOf(one.units, matters, scope);
    return { one, kept, bar: barOf(one, kept, wishes) };
  });
  const against = (rows: readonly { readonly one: Candidate }[], other: (u: readonly Unit[]) => readonly Unit[]): readonly (Difference | null)[] =>
    differencesOf(rows.map(({ one: { units } }) => contrastOf(units!, other(units!), measures, scope)));
  // The best is chosen from all of these, so the 95 % hold for all of them.
  const tried = measured.filter(({ bar }) => bar === null);
  const above = against(tried, chanceOf);
  const rated = measured.map((row): Rating => {
    const alone = row.bar === null ? above[tried.indexOf(row)] : row.one.units && against([row], chanceOf)[0];
    const works = alone?.apart === true && alone.mean > 0;
    return { ...row, works, bar: row.bar ?? (works ? null : 'chance') };
  });
  const better = compareBy(matters);
  const free = rated.filter(({ bar }) => bar === null).sort(better);
  const inOrder = [
    ...free,
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
  const base = rated.find(({ one, kept }) => one.key === own && kept !== null) ?? null;
  const common = {
    order: inOrder.map(({ one }) => one.key),
    kept: Object.fromEntries(rated.flatMap(({ one, kept }) => (kept && !isIdle(one) ? [[one.key, kept]] : []))),
    barred,
    bars,
    ours: candidates.filter(({ ours }) => ours).map(({ key }) => key),
    base: base && rowOf(base),
    compactions: scope.compactions ?? null,
  };
  const best = rated.filter((row) => row !== base && row.kept && (row.bar === null || row.bar === 'chance')).sort(better)[0] ?? null;
  // What was needed is the same for every row, also where all are over the budget.
  const units = (best ?? base ?? rated.find(({ kept }) => kept))?.one.units ?? [];
  const some = measures.filter((measure) => sums(units, measure).needed >= scope.least);
  const held = units.filter((unit) => some.some((measure) => (unit[measure]?.needed ?? 0) > 0)).length;
  const items = some.reduce((total, measure) => total + sums(units, measure).needed, 0);
  const sessions = scope.of === 'sessions' ? held : (scope.sessions ?? 1);
  const counted = { sessions, units: held, items };
  const nobody = { row: best && rowOf(best), difference: null, equals: [], trade: null, instead: null, sure: 'weak' as const };
  if (scope.sizes) return { ...common, ...counted, ...nobody, verdict: 'sizes', row: null };
  if (items < LEAST_ITEMS || held < LEAST_UNITS)
    return { ...common, ...counted, ...nobody, instead: insteadOf(rated, scope.asked ?? own), verdict: 'short' };

  const others = tried.filter(({ one }) => one.key !== base?.one.key);
  const differences = base && against(others, () => base.one.units!);
  const differenceTo = (row: Rating): Difference | null => differences?.[others.findIndex(({ one }) => one === row.one)] ?? null;
  /** A price is no sample: the cheaper row is better, unless it surely keeps less. A that fails a wish itself only must not keep more. */
  const isBetter = (row: Rating): boolean => {
    if (!base) return true;
    const difference = differenceTo(row);
    const isWorse = difference?.apart === true && difference.mean < 0;
    if (matters === 'cost') return !isWorse && (base.bar !== null || costOf(row) < costOf(base));
    const isFailed = base.bar !== null && base.bar !== 'chance' && base.bar !== 'control';
    return isFailed ? !isWorse : difference?.apart === true && difference.mean > 0;
  };
  const winners = free.filter((row) => row !== base && isBetter(row));
  const sure: Certainty = sessions >= ENOUGH_SESSIONS ? 'high' : 'fair';
  const first = winners[0];
  if (!first) return { ...common, ...counted, ...nobody, difference: best && differenceTo(best), verdict: 'nothing', sure };
  const opposed = base ? new Map(winners.map((row) => [row, opposedBy(row, base.one.units!, scope)])) : new Map<Rating, Trade | null>();
  const chosen = winners.find((row) => !opposed.get(row)) ?? first;
  const rivals = winners.filter((row) => row !== chosen);
  const behind = against(rivals, () => chosen.one.units!);
  // A price is no sample here either: nobody is as cheap as the cheapest.
  const equals = matters === 'cost' ? [] : rivals.filter((row, i) => !behind[i]?.apart && (!opposed.get(row) || opposed.get(chosen)));
  const isAny = equals.length > MOST_EQUAL;
  const list = isAny ? [chosen, ...equals].sort(cheaper) : [chosen, ...equals];
  const row = list[0]!;
  return {
    ...common,
    ...counted,
    verdict: isAny ? 'any' : 'use',
    row: rowOf(row),
    difference: differenceTo(row),
    equals: list.slice(1).map(({ one }) => one.key),
    trade: opposed.get(first) ?? null,
    instead: null,
    sure,
  };
}

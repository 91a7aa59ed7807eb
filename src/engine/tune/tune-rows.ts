/** Several rows in one run: each has its own best value, and they are held against each other in the half that nothing was chosen on. docs/tune.md#several-rows */
import type { ResultLine } from '../sets/contract.ts';
import type { Entrant, Halves, Race, Setting, Space, Trials, TuneResult, TuneWishes } from './contract.ts';
import { gain, type Scores } from './scores.ts';
import { bySetting, scoresOf, type Split, splitOf, sureOf, tunedIn } from './tune.ts';

export interface RowRuns {
  readonly row: string;
  readonly space: Space;
  readonly settings: readonly Setting[];
  readonly trials: readonly Trials[];
}

export interface RowsInput {
  readonly rows: readonly RowRuns[];
  readonly wishes: TuneWishes;
  readonly seed: number;
  readonly halves?: Halves;
}

export interface RowsResult {
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

interface RaceInput {
  readonly rows: readonly RowRuns[];
  readonly results: readonly TuneResult[];
  readonly target: Race['target'];
  readonly split: Split;
  readonly wishes: TuneWishes;
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
    verdict: leader.setting === null ? 'none' : others.length === 0 ? 'alone' : verdictOf(others, decides),
    entrants,
    sure: sureOf(nearest?.difference ?? null, split.items, split.sessions),
  };
}

function verdictOf(others: readonly Entrant[], decides: TuneWishes['decides']): Race['verdict'] {
  const gains = others.map(({ difference }) => ({
    by: difference ? gain(decides, difference.mean) : 0,
    apart: difference?.apart ?? false,
    single: difference?.interval === null,
  }));
  // Where one value stands on either side there is nothing to draw again, and the sign decides.
  if (gains.some(({ by, apart, single }) => by < 0 && (apart || single))) return 'worse';
  return gains.every(({ by, apart, single }) => by > 0 && (apart || single)) ? 'wins' : 'equal';
}

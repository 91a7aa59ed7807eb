import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { ResultLine } from '../sets/contract.ts';
import { TUNE_WISHES, type TuneWishes } from './contract.ts';
import { gridOf, halvesOf, type RowRuns, tuned, tunedRows } from './tune.ts';

const SESSIONS = Array.from({ length: 24 }, (_, i) => `s${i}#0`);
const space = { strategy: 'any', params: {}, axes: [{ param: 'p', values: [1, 2, 3], now: 1 }] };
const settings = gridOf(space);

/** A row in which a value keeps so much of a session; null = over the budget. */
function row(name: string, of: (value: number, session: string) => number | null, target = 0.3): RowRuns {
  const lines = settings.flatMap(({ key, values }) =>
    SESSIONS.map((session): ResultLine => {
      const kept = of(values.p as number, session);
      return {
        session,
        row: key,
        outcome: 'compacted',
        independentRecall: kept ?? 0.99,
        hindsightRecall: kept ?? 0.99,
        efficiency: 0.5,
        cost: 0.01,
        neededFacts: 50,
        messages: 10,
        kept: 4,
        violations: 0,
        overBudget: kept === null,
        metTarget: true,
      } as unknown as ResultLine;
    }),
  );
  return { row: name, space, settings, trials: [{ target, lines }] };
}
const run = (rows: readonly RowRuns[], wishes: Partial<TuneWishes> = {}, seed = 1) =>
  tunedRows({ rows, wishes: { ...TUNE_WISHES, ...wishes }, seed });
const { first } = halvesOf(SESSIONS, 1);
const noise = (session: string, by: number): number => (SESSIONS.indexOf(session) % 2 === 0 ? by : -by);

describe('several rows in one run', () => {
  it('each has its own best value, and the first wins where the other half tells it apart from every other', () => {
    const a = row('a', (value, session) => 0.5 + value / 100 + noise(session, 0.01));
    const b = row('b', (value, session) => 0.6 - value / 100 + noise(session, 0.01));
    const { results, races } = run([a, b]);
    expect(results.map(({ best }) => best[0]!.chosen)).toEqual(['p=3', 'p=1']);
    const [race] = races;
    expect(race).toMatchObject({ target: 0.3, verdict: 'wins', sure: 'high' });
    expect(race!.entrants.map((one) => [one.row, one.setting])).toEqual([
      ['b', 'p=1'],
      ['a', 'p=3'],
    ]);
    expect(race!.entrants[0]!.difference).toBeNull();
    // 0.59 against 0.53.
    expect(race!.entrants[1]!.difference!.mean).toBeCloseTo(0.06, 12);
    expect(race!.entrants[1]!.second).toMatchObject({ units: 12 });
  });

  it('what leads where it was chosen only, is not told apart, or worse', () => {
    const lucky = (other: (session: string) => number) => row('a', (_, session) => (first.includes(session) ? 0.7 : other(session)));
    const b = row('b', () => 0.5);
    expect(run([lucky((session) => 0.5 + noise(session, 0.1)), b]).races[0]).toMatchObject({ verdict: 'equal', sure: 'fair' });
    const worse = run([lucky(() => 0.4), b]).races[0]!;
    expect(worse).toMatchObject({ verdict: 'worse' });
    // The order is that of the first half, so that the number of the other half is nobody's choice.
    expect(worse.entrants.map((one) => one.row)).toEqual(['a', 'b']);
  });

  it('a row without a value that can be chosen is last; with no other there is no race', () => {
    const over = row('over', () => null);
    const good = row('good', () => 0.5);
    const { races } = run([over, good]);
    expect(races[0]).toMatchObject({ verdict: 'alone' });
    expect(races[0]!.entrants.map(({ row: name, setting }) => [name, setting])).toEqual([
      ['good', 'p=1'],
      ['over', null],
    ]);
    expect(run([over, row('also', () => null)]).races[0]).toMatchObject({ verdict: 'none' });
  });

  it('each target has a race of its own, a single row none; the cheaper leads where cost decides', () => {
    const both = (name: string, at: number): RowRuns => ({
      ...row(name, () => at),
      trials: [...row(name, () => at).trials, ...row(name, () => 1 - at, 0.1).trials],
    });
    const { races } = run([both('a', 0.6), both('b', 0.3)]);
    expect(races.map(({ target, entrants }) => [target, entrants[0]!.row])).toEqual([
      [0.3, 'a'],
      [0.1, 'b'],
    ]);
    expect(run([both('a', 0.6)]).races).toEqual([]);
    const dear = row('dear', () => 0.5);
    const cheap: RowRuns = {
      ...dear,
      row: 'cheap',
      trials: dear.trials.map(({ target, lines }) => ({ target, lines: lines.map((line) => ({ ...line, cost: 0.001 })) })),
    };
    expect(run([dear, cheap], { decides: 'cost' }).races[0]).toMatchObject({ verdict: 'wins', entrants: [{ row: 'cheap' }, { row: 'dear' }] });
  });

  test.prop(
    [
      fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 9 }),
    ],
    { numRuns: 15 },
  )('the numbers of a row are those that it has alone, and the first keeps most where it was chosen', (heights, seed) => {
    const rows = heights.map((own, i) => row(`r${i}`, (value, session) => own[value - 1]! * (first.includes(session) ? 1 : 0.9)));
    const { results, races } = run(rows, {}, seed);
    for (const [i, result] of results.entries()) {
      const { space: own, settings: all, trials } = rows[i]!;
      expect(result).toEqual(tuned({ space: own, settings: all, trials, wishes: TUNE_WISHES, seed }));
    }
    for (const { entrants } of races) {
      const means = entrants.map((one) => one.first!.mean);
      expect(means).toEqual(means.toSorted((x, y) => y - x));
    }
  });
});

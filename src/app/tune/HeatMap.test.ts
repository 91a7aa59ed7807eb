import { describe, expect, it } from 'vitest';
import { type BestSetting, DECIDES, type Point, type Setting, type Stats, TUNED } from '../../engine/tune/contract.ts';
import { numbers } from '../../i18n/index.ts';
import { spanOf } from './Curves.tsx';
import { gridOf, mapped, sideOf, sideOfTarget } from './HeatMap.tsx';

const setting = (a: number, b: number): Setting => ({ key: `a=${a},b=${b}`, values: { a, b } });
/** A different number for every measure, half and place. */
const mean = (measure: number, half: number, place: number): number => (measure * 100 + half * 10 + place + 1) / 1000;
const stats = (half: number, place: number): Stats =>
  Object.fromEntries(TUNED.map((measure, i) => [measure, { mean: mean(i, half, place), interval: null, units: 5 }]));

const SETTINGS = [setting(1, 1), setting(2, 1), setting(1, 2), setting(2, 2)];
const points = SETTINGS.map(
  ({ key }, place): Point => ({
    setting: key,
    target: 0.3,
    first: stats(0, place),
    second: stats(1, place),
    bar: place === 1 ? 'budget' : null,
    over: 0,
    invalid: 0,
    failed: 0,
  }),
);
const best: BestSetting = {
  target: 0.3,
  verdict: 'set',
  chosen: SETTINGS[3]!.key,
  difference: null,
  efficiency: null,
  nowBar: null,
  tied: [],
  asGood: [],
  sure: 'fair',
};
const of = {
  result: { now: SETTINGS[0]!.key },
  settings: new Map(SETTINGS.map((one) => [one.key, one])),
  best,
  columns: { name: 'A', sides: [1, 2].map((value) => sideOf('a', value, `a ${value}`)) },
  rows: { name: 'B', sides: [1, 2].map((value) => sideOf('b', value, `b ${value}`)) },
  points,
};
const cellsOf = (grid: ReturnType<typeof gridOf>) => grid.rows.lines.map(({ cells }) => cells);

describe('maps, one for each measure', () => {
  it('are of every measure once: what decides first, and as many as stand beside each other at once', () => {
    for (const decides of DECIDES) {
      const { shown, more } = mapped(decides);
      expect(shown[0]).toBe(decides);
      expect(shown).toHaveLength(4);
      expect([...shown, ...more].sort()).toEqual([...TUNED].sort());
    }
    expect(mapped('kept').shown).toEqual(['kept', 'own', 'whole', 'efficiency']);
    expect(mapped('cost').shown).toEqual(['cost', 'kept', 'own', 'whole']);
  });

  it.each(TUNED.map((measure, i) => [measure, i] as const))(
    'of %s have the mean of the other half in every cell, the greatest row above',
    (measure, i) => {
      const n = numbers();
      const write = measure === 'cost' ? n.money : measure === 'efficiency' ? n.score : n.share;
      const grid = gridOf({ ...of, measure });
      expect(grid.rows.lines.map(({ text }) => text)).toEqual(['b 2', 'b 1']);
      expect(grid.columns.texts).toEqual(['a 1', 'a 2']);
      expect(cellsOf(grid).map((cells) => cells.map(({ text }) => text))).toEqual([
        [write(mean(i, 1, 2)), write(mean(i, 1, 3))],
        [write(mean(i, 1, 0)), write(mean(i, 1, 1))],
      ]);
      // Each has its own scale, from its worst value to its best; less is better of cost and of what is left.
      const heats = [2, 3, 0, 1].map((place) => (measure === 'cost' || measure === 'left' ? 3 - place : place) / 3);
      for (const [j, { heat }] of cellsOf(grid).flat().entries()) expect(heat).toBeCloseTo(heats[j]!, 10);
    },
  );

  it('mark what is chosen and what is set now, and say what cannot be chosen', () => {
    for (const measure of mapped('kept').shown) {
      const [above, below] = cellsOf(gridOf({ ...of, measure }));
      expect([above, below].map((cells) => cells!.map(({ mark }) => mark))).toEqual([
        [null, 'chosen'],
        ['now', null],
      ]);
      expect(below![1]!.barred).toBe('over the budget');
      expect(above![0]!.barred).toBeNull();
    }
  });

  it('take the half that it was chosen on where the other has nothing, and leave a cell empty where neither has', () => {
    const [one, two, ...rest] = points;
    const grid = gridOf({ ...of, measure: 'own', points: [{ ...one!, second: {} }, { ...two!, first: {}, second: {} }, ...rest] });
    const [, below] = cellsOf(grid);
    expect(below!.map(({ text }) => text)).toEqual([numbers().share(mean(TUNED.indexOf('own'), 0, 0)), '—']);
  });

  it('with budgets as rows have each point in the row of its budget', () => {
    const at = [0.2, 0.4];
    const many = at.flatMap((target, j) => [0, 1].map((i) => ({ ...points[2 * j + i]!, setting: SETTINGS[i]!.key, target })));
    const rows = { name: 'Budget', sides: at.map((target) => sideOfTarget(target, `${100 * target} %`)) };
    const grid = gridOf({ ...of, measure: 'whole', best: { ...best, target: 0.4, chosen: SETTINGS[1]!.key }, rows, points: many });
    expect(grid.rows.lines.map(({ text }) => text)).toEqual(['40 %', '20 %']);
    expect(cellsOf(grid).map((cells) => cells.map(({ mark }) => mark))).toEqual([
      ['now', 'chosen'],
      [null, null],
    ]);
    const i = TUNED.indexOf('whole');
    expect(cellsOf(grid)[1]!.map(({ text }) => text)).toEqual([0, 1].map((place) => numbers().share(mean(i, 1, place))));
  });
});

it('an axis spans a fifth of all shares at least: what lies close together looks close together', () => {
  const span = ([from, to]: readonly [number, number]): number => to - from;
  for (const values of [[0.6, 0.604], [0, 0.01], [0.99, 1], [0.4]]) {
    const [from, to] = spanOf(values, 'kept');
    expect(span([from, to])).toBeGreaterThanOrEqual(0.2 - 1e-9);
    expect([from >= 0, to <= 1, from <= Math.min(...values), to >= Math.max(...values)]).toEqual([true, true, true, true]);
  }
  expect(span(spanOf([0.2, 0.8], 'kept'))).toBeCloseTo(0.6 * 1.16);
  expect(span(spanOf([0.1, 0.101], 'cost'))).toBeCloseTo(0.101 / 2);
});

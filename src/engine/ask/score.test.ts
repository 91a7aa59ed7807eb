import { expect, test } from 'vitest';
import { correlationsOf, spearman, supportedBy } from './score.ts';

test('rank correlation, with ties and without variation', () => {
  expect(spearman([1, 2, 3].map((x) => ({ x, y: x * x })))).toBeCloseTo(1);
  expect(spearman([1, 2, 3].map((x) => ({ x, y: -x })))).toBeCloseTo(-1);
  // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 ÷ √(4.5 × 5).
  expect(spearman([1, 2, 2, 3].map((x, i) => ({ x, y: i })))).toBeCloseTo(4.5 / Math.sqrt(22.5));
  expect(spearman([1, 1, 1].map((x, i) => ({ x, y: i })))).toBeNull();
});

test('an easy cut is easy for every row: only differences within a cut count', () => {
  // Each cut is easier than the one before, and within a cut the two go in opposite directions.
  const measure = [0, 1, 2, 3].map((cut) => cut * 10 + 1);
  const other = [0, 1, 2, 3].map((cut) => cut * 10 + 2);
  const values = [measure, other];
  const told = [other, measure];
  const [row] = correlationsOf(
    [{ id: 'recall', values }],
    {
      args: told,
      tool: values,
      right: [
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ],
    },
    1,
  );
  expect(row!.args).toMatchObject({ value: -1, interval: [-1, -1], pairs: 8 });
  expect(row!.tool.value).toBe(1);
  expect(row!.right).toEqual({ value: null, interval: null, pairs: 8 });
});

test('two cuts are too few, and a missing value leaves its pair out', () => {
  const two = [
    [1, 2],
    [2, 1],
  ];
  expect(correlationsOf([{ id: 'recall', values: two }], { args: two, tool: two, right: two }, 1)[0]!.args).toEqual({
    value: null,
    interval: null,
    pairs: 4,
  });
  const gaps = [
    [1, null, 3, 4],
    [2, 5, 1, 0],
  ];
  const full = [
    [1, 2, 3, 4],
    [2, 5, 1, 0],
  ];
  expect(correlationsOf([{ id: 'recall', values: gaps }], { args: full, tool: full, right: full }, 1)[0]!.args).toMatchObject({ value: 1, pairs: 6 });
});

test('supported are those whose interval lies above 0, the closest first', () => {
  const none = { value: null, interval: null, pairs: 0 };
  const row = (measure: 'recall' | 'pairs' | 'strings' | 'tokens', value: number, low: number) => ({
    measure,
    args: { value, interval: [low, 1] as const, pairs: 9 },
    tool: none,
    right: { value, interval: [-low, 1] as const, pairs: 9 },
  });
  const rows = [row('recall', 0.4, 0.1), row('tokens', 0.5, 0), row('pairs', 0.8, 0.2), row('strings', -0.5, -0.9)];
  expect(supportedBy(rows)).toEqual({ args: ['pairs', 'recall'], tool: [], right: ['strings'] });
});

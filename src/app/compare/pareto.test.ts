import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { INDEPENDENT, type IndependentValues } from '../../engine/measures/independent/contract.ts';
import { numberFormats } from '../../i18n/index.ts';
import type { Scale } from '../charts/scale.ts';
import { comparison, description, recallRow, result, standing } from './testing/fixture.ts';
import { measureColumns } from '../rows/measures.ts';
import { axesOf, cornerOf, equalLines, front, type ParetoPoint, paretoPoints, showEfficiency, spanFor, spotsOn } from './pareto.ts';
import { type RowExtras, tableRows } from '../rows/compare-rows.ts';

const point = (key: string, x: number, y: number, mark: ParetoPoint['mark'] = 'plain'): ParetoPoint => ({
  key,
  title: key,
  mark,
  pin: null,
  x,
  y,
  xRange: null,
  yRange: null,
  competes: mark !== 'invalid' && mark !== 'control' && mark !== 'missed',
  below: false,
  late: false,
});
const HIGHER = { x: { better: 'higher' }, y: { better: 'higher' } } as const;
const axes = axesOf(null, [], measureColumns)!;
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('points', () => {
  it('are the compacted rows; A, B and C last, so that they are drawn on top', () => {
    const violation = { rule: 'r', position: 0, message: 0, reason: { key: 'x' }, original: false };
    const rows = tableRows(
      [],
      description,
      comparison([
        result('middle-removal', 'KKDDDK'),
        result('oldest-removal', 'KKDDDK', { violations: [violation] }),
        result('sliding-window', 'KKDDDK', { metTarget: false }),
        standing('hard-limit', 'unchanged'),
        result('random-removal', 'KKDDDK'),
      ]),
      numberFormats('en'),
    );
    const lettered = rows.map((row) => (row.key === 'middle-removal' ? { ...row, pin: 'A' as const } : row));
    expect(paretoPoints(lettered, axes).map((p) => [p.key, p.mark, p.pin, p.competes])).toEqual([
      ['oldest-removal', 'invalid', null, false],
      ['sliding-window', 'missed', null, false],
      ['random-removal', 'control', null, false],
      ['middle-removal', 'compared', 'A', true],
    ]);
  });
});

describe('axes', () => {
  const compacted = comparison([result('middle-removal', 'KKDDDK')]);
  const recalled = (recall: number | null): RowExtras => ({
    measured: new Map(),
    recalled: new Map([['middle-removal', recallRow('middle-removal', { recall, interval: recall === null ? null : [0.5, 0.7], tokens: 0.3 })]]),
    noMeasures: null,
    noRecall: recall === null ? { key: 'x' } : null,
    held: { cuts: 12, budget: 0.5, random: 0.4 },
    stale: { measured: false, recall: false },
  });
  const rowsOf = (recall: number | null) => tableRows([], description, compacted, numberFormats('en'), recalled(recall));
  const ids = (chosen: Parameters<typeof axesOf>[0], recall: number | null) => {
    const found = axesOf(chosen, rowsOf(recall), measureColumns);
    return found && [found.x.id, found.y.id];
  };

  it('are recall against tokens where there is recall, else what efficiency is made of', () => {
    expect(ids(null, 0.6)).toEqual(['left-at-cuts', 'recall']);
    expect(ids(null, null)).toEqual(['saved', 'kept']);
    expect(ids({ x: 'cost', y: 'facts' }, 0.6)).toEqual(['cost', 'facts']);
    expect(ids({ x: 'no-such-column', y: 'time' }, 0.6)).toEqual(['left-at-cuts', 'recall']);
  });

  it('have lines of equal efficiency only where they are its parts, the weighted one to the right', () => {
    const shows = (x: string, y: string) => showEfficiency(axesOf({ x, y }, [], measureColumns)!);
    expect(shows('saved', 'kept')).toBe(true);
    expect(shows('kept', 'saved')).toBe(false);
    expect(shows('tokens', 'kept')).toBe(false);
    expect(shows('saved', 'facts')).toBe(false);
  });

  it('hold recall against what was left where it was measured, never against the size in the table', () => {
    for (const size of ['tokens', 'saved']) {
      expect(ids({ x: size, y: 'recall' }, 0.6)).toEqual(['left-at-cuts', 'recall']);
      expect(ids({ x: size, y: 'binding' }, 0.6)).toEqual(['left-at-cuts', 'binding']);
      expect(ids({ x: 'recall', y: size }, 0.6)).toEqual(['recall', 'left-at-cuts']);
      expect(ids({ x: size, y: 'kept' }, 0.6)).toEqual([size, 'kept']);
    }
    expect(ids({ x: 'cost', y: 'recall' }, 0.6)).toEqual(['cost', 'recall']);
  });

  it('give each recall its own interval', () => {
    const value = { kept: 10, needed: 40, share: 0.25, chance: 0.1, newest: 0.1, floor: null };
    const independent = Object.fromEntries(INDEPENDENT.map((name) => [name, value])) as unknown as IndependentValues;
    const row = recallRow('middle-removal', { recall: 0.6, interval: [0.5, 0.7], independent, independentInterval: [0.2, 0.3], tokens: 0.3 });
    const known = { ...recalled(0.6), recalled: new Map([['middle-removal', row]]) };
    const rows = tableRows([], description, compacted, numberFormats('en'), known);
    const drawn = (x: string, y: string) => paretoPoints(rows, axesOf({ x, y }, rows, measureColumns)!);
    expect(drawn('left-at-cuts', 'independent')).toMatchObject([{ y: 0.25, xRange: null, yRange: [0.2, 0.3] }]);
    expect(drawn('independent', 'recall')).toMatchObject([{ xRange: [0.2, 0.3], yRange: [0.5, 0.7] }]);
  });

  it('draw a row that left more at the cuts than the budget allows as over it, and never as an option', () => {
    const known = recalled(0.6);
    const over = new Map([['middle-removal', recallRow('middle-removal', { recall: 0.6, tokens: 0.7, overBudget: true })]]);
    const rows = tableRows([], description, compacted, numberFormats('en'), { ...known, recalled: over });
    const atCuts = paretoPoints(rows, axesOf(null, rows, measureColumns)!);
    expect(atCuts).toMatchObject([{ mark: 'missed', competes: false }]);
    // What was left at the cuts says nothing of the place of the table.
    expect(paretoPoints(rows, axesOf({ x: 'saved', y: 'kept' }, rows, measureColumns)!)).toMatchObject([{ mark: 'plain', competes: true }]);
  });

  it('bring the interval of a value with it', () => {
    const rows = rowsOf(0.6);
    expect(paretoPoints(rows, axesOf(null, rows, measureColumns)!)).toMatchObject([
      { x: 0.3, y: 0.6, xRange: null, yRange: [0.5, 0.7], late: false },
    ]);
  });
});

describe('front', () => {
  test.prop([fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 30 })])('holds exactly the points that none beats', (pairs) => {
    const points = pairs.map(([saved, kept], i) => point(String(i), saved, kept));
    const best = front(points, HIGHER);
    const beats = (a: ParetoPoint, b: ParetoPoint) => a.x >= b.x && a.y >= b.y && (a.x > b.x || a.y > b.y);
    for (const p of points) expect(best.includes(p)).toBe(!points.some((q) => beats(q, p)));
    for (let i = 1; i < best.length; i++) expect(best[i]?.y).toBeLessThanOrEqual(best[i - 1]?.y ?? 0);
  });

  it('leaves out what a provider would refuse, and controls', () => {
    const points = [point('a', 0.9, 0.9, 'invalid'), point('b', 0.5, 0.5), point('c', 0.7, 0.8, 'control')];
    expect(front(points, HIGHER).map((p) => p.key)).toEqual(['b']);
  });

  it('turns round where less is better: the cheapest and the best stay', () => {
    const better = { x: { better: 'lower' }, y: { better: 'higher' } } as const;
    const points = [point('cheap', 1, 0.2), point('good', 3, 0.9), point('beaten', 3, 0.2), point('between', 2, 0.5)];
    const best = front(points, better);
    expect(best.map((p) => p.key)).toEqual(['cheap', 'between', 'good']);
    expect(cornerOf(best[0]!, best[1]!, better)).toEqual({ x: 2, y: 0.2 });
    expect(cornerOf(point('a', 1, 0.9), point('b', 2, 0.3), HIGHER)).toEqual({ x: 1, y: 0.3 });
  });
});

describe('scale', () => {
  test.prop([fc.array(share, { minLength: 1, maxLength: 20 })])('fits the values and has round ticks inside', (values) => {
    const { range, ticks } = spanFor(values);
    for (const v of values) {
      expect(v).toBeGreaterThan(range[0]);
      expect(v).toBeLessThan(range[1]);
    }
    for (const tick of ticks) {
      expect(tick).toBeGreaterThanOrEqual(range[0] - 1e-6);
      expect(tick).toBeLessThanOrEqual(range[1] + 1e-6);
      expect(Math.abs(tick * 100 - Math.round(tick * 100))).toBeLessThan(1e-6);
    }
    expect(ticks.length).toBeLessThanOrEqual(7);
  });
});

describe('scale of other numbers', () => {
  it('has round ticks of its own size', () => {
    expect(spanFor([12_000, 61_000], 'whole').ticks).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
    expect(spanFor([0.0123, 0.0321], 'money').ticks).toEqual([0.015, 0.02, 0.025, 0.03]);
    expect(spanFor([5], 'whole').ticks).toContain(5);
  });
});

describe('lines of equal efficiency', () => {
  test.prop([fc.constantFrom(0, 0.25, 0.6, 1)])('have the same value at both ends, in the box', (weight) => {
    const x = spanFor([0.2, 0.6]).range;
    const y = spanFor([0.2, 1]).range;
    const lines = equalLines(weight, { x, y });
    expect(lines.length).toBeGreaterThan(1);
    for (const l of lines) {
      expect(weight * l.x1 + (1 - weight) * l.y1).toBeCloseTo(l.efficiency, 9);
      expect(weight * l.x2 + (1 - weight) * l.y2).toBeCloseTo(l.efficiency, 9);
      expect(l.x1).toBeGreaterThanOrEqual(x[0] - 1e-6);
      expect(l.x2).toBeLessThanOrEqual(x[1] + 1e-6);
      expect(l.y1).toBeLessThanOrEqual(y[1] + 1e-6);
    }
  });
});

it('the name of a curve stands at one of its points, inside the plot, the right end first', () => {
  const scale = { x: [0, 1], y: [0, 1], width: 200, height: 120 } as unknown as Scale;
  const spots = spotsOn(
    [0.1, 0.5, 0.9, 1.4].map((x) => ({ x, y: x / 2 })),
    scale,
  );
  expect(spots.length).toBe(6);
  for (const { x, y } of spots) expect([x > 0 && x < 200, y > 0 && y < 130]).toEqual([true, true]);
  expect(spots[0]!.x).toBeCloseTo(184, 6);
});

import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { numberFormats } from '../../i18n/format.ts';
import { comparison, description, recallRow, result, standing } from './testing/fixture.ts';
import { measureColumns } from './measures.ts';
import { axesOf, cornerOf, equalLines, front, paretoPoints, placeLabels, scaleFor, type ParetoPoint } from './pareto.ts';
import { type Known, tableRows } from './rows.ts';

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
  late: false,
});
const HIGHER = { x: { better: 'higher' }, y: { better: 'higher' } } as const;
const axes = axesOf(null, [], measureColumns)!;
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('points', () => {
  it('are the compacted rows; pinned ones last, so that they are drawn on top', () => {
    const violation = { rule: 'r', position: 0, message: 0, reason: { key: 'x' }, original: false };
    const rows = tableRows(
      [],
      ['middle-removal'],
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
    expect(paretoPoints(rows, axes).map((p) => [p.key, p.mark, p.pin, p.competes])).toEqual([
      ['oldest-removal', 'invalid', null, false],
      ['sliding-window', 'missed', null, false],
      ['random-removal', 'control', null, false],
      ['middle-removal', 'pinned', 'A', true],
    ]);
  });
});

describe('axes', () => {
  const compacted = comparison([result('middle-removal', 'KKDDDK')]);
  const recalled = (recall: number | null): Known => ({
    measured: new Map(),
    recalled: new Map([['middle-removal', recallRow('middle-removal', { recall, interval: recall === null ? null : [0.5, 0.7], tokens: 0.3 })]]),
    noMeasures: null,
    noRecall: recall === null ? { key: 'x' } : null,
    held: { cuts: 12, budget: 0.5, random: 0.4 },
    stale: { measured: false, recall: false },
  });
  const rowsOf = (recall: number | null) => tableRows([], [], description, compacted, numberFormats('en'), recalled(recall));
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

  it('hold recall against what was left where it was measured, never against the size in the table', () => {
    for (const size of ['tokens', 'saved']) {
      expect(ids({ x: size, y: 'recall' }, 0.6)).toEqual(['left-at-cuts', 'recall']);
      expect(ids({ x: size, y: 'binding' }, 0.6)).toEqual(['left-at-cuts', 'binding']);
      expect(ids({ x: 'recall', y: size }, 0.6)).toEqual(['recall', 'left-at-cuts']);
      expect(ids({ x: size, y: 'kept' }, 0.6)).toEqual([size, 'kept']);
    }
    expect(ids({ x: 'cost', y: 'recall' }, 0.6)).toEqual(['cost', 'recall']);
  });

  it('draw a row that left more at the cuts than the budget allows as over it, and never as an option', () => {
    const known = recalled(0.6);
    const over = new Map([['middle-removal', recallRow('middle-removal', { recall: 0.6, tokens: 0.7, overBudget: true })]]);
    const rows = tableRows([], [], description, compacted, numberFormats('en'), { ...known, recalled: over });
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
    const scale = scaleFor(values);
    for (const v of values) {
      expect(v).toBeGreaterThan(scale.min);
      expect(v).toBeLessThan(scale.max);
    }
    for (const tick of scale.ticks) {
      expect(tick).toBeGreaterThanOrEqual(scale.min - 1e-6);
      expect(tick).toBeLessThanOrEqual(scale.max + 1e-6);
      expect(Math.abs(tick * 100 - Math.round(tick * 100))).toBeLessThan(1e-6);
    }
    expect(scale.ticks.length).toBeLessThanOrEqual(7);
  });
});

describe('scale of other numbers', () => {
  it('has round ticks of its own size', () => {
    expect(scaleFor([12_000, 61_000], 'whole').ticks).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
    expect(scaleFor([0.0123, 0.0321], 'money').ticks).toEqual([0.015, 0.02, 0.025, 0.03]);
    expect(scaleFor([5], 'whole').ticks).toContain(5);
  });
});

describe('lines of equal efficiency', () => {
  test.prop([fc.constantFrom(0, 0.25, 0.6, 1)])('have the same value at both ends, in the box', (weight) => {
    const x = scaleFor([0.2, 0.6]);
    const y = scaleFor([0.2, 1]);
    const lines = equalLines(weight, x, y);
    expect(lines.length).toBeGreaterThan(1);
    for (const l of lines) {
      expect(weight * l.x1 + (1 - weight) * l.y1).toBeCloseTo(l.efficiency, 9);
      expect(weight * l.x2 + (1 - weight) * l.y2).toBeCloseTo(l.efficiency, 9);
      expect(l.x1).toBeGreaterThanOrEqual(x.min - 1e-6);
      expect(l.x2).toBeLessThanOrEqual(x.max + 1e-6);
      expect(l.y1).toBeLessThanOrEqual(y.max + 1e-6);
    }
  });
});

describe('labels', () => {
  const box = { left: 30, right: 250, top: 10, bottom: 300 };
  const placed = fc.array(fc.tuple(fc.integer({ min: 30, max: 250 }), fc.integer({ min: 10, max: 300 })), { maxLength: 20 });

  test.prop([placed])('of one side stand 12 px apart and name every point once', (places) => {
    const points = places.map(([x, y], i) => ({ point: point(`strategy ${i}`, 0, 0), x, y }));
    const labels = placeLabels(points, box, false);
    expect(labels.flatMap((l) => l.points.map((p) => p.key)).sort()).toEqual(points.map((p) => p.point.key).sort());
    for (const side of ['left', 'right']) {
      const lines = labels
        .filter((l) => l.side === side)
        .map((l) => l.textY)
        .sort((a, b) => a - b);
      for (let i = 1; i < lines.length; i++) expect((lines[i] ?? 0) - (lines[i - 1] ?? 0)).toBeGreaterThanOrEqual(12 - 1e-9);
    }
  });

  it('near points share one, the pinned one gives the name', () => {
    const labels = placeLabels(
      [
        { point: point('compactor', 0.5, 0.7), x: 200, y: 100 },
        { point: point('sliding window', 0.5, 0.7), x: 203, y: 102 },
        { point: point('middle removal', 0.5, 0.7, 'pinned'), x: 201, y: 101 },
      ],
      box,
      false,
    );
    expect(labels.map((l) => [l.text, l.strong])).toEqual([['middle removal +2', true]]);
  });

  it('of a low plot name pinned points only, and long names are cut', () => {
    const labels = placeLabels(
      [
        { point: point('a', 0, 0), x: 100, y: 50 },
        { point: point('a name that is far too long for the plot it stands in', 0, 0, 'pinned'), x: 200, y: 90 },
      ],
      box,
      true,
    );
    expect(labels).toHaveLength(1);
    expect(labels[0]?.text).toMatch(/…$/);
    expect((labels[0]?.text.length ?? 0) * 5.4).toBeLessThan(200 - 30);
    const wide = placeLabels([{ point: point('滑动窗口压缩策略的一个很长的名称', 0, 0), x: 150, y: 90 }], box, false);
    expect((wide[0]?.text.length ?? 0) * 11).toBeLessThan(150 - 30 + 11);
  });
});

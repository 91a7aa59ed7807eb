import { describe, expect, it } from 'vitest';
import { highest, linePath, moved, requestAt, requestTicks, type Scale, showing, spaced, ticks, xOf, yOf, zoomed } from './scale.ts';

const scale = (range: readonly [number, number], max: number, width = 100, height = 50): Scale => ({ range, max, width, height });
const values = (list: readonly number[]): Float64Array => Float64Array.from(list);

describe('scale', () => {
  it('puts the first request left, the last right, nothing below and the greatest on top', () => {
    const s = scale([1, 11], 1000);
    expect([xOf(s, 1), xOf(s, 6), xOf(s, 11)]).toEqual([0, 50, 100]);
    expect([yOf(s, 0), yOf(s, 500), yOf(s, 1000)]).toEqual([50, 25, 0]);
    expect(xOf(scale([1, 1], 10), 1)).toBe(50);
  });
  it('finds the request under the pointer', () => {
    const s = scale([1, 11], 1000);
    expect([requestAt(s, -5), requestAt(s, 14), requestAt(s, 52), requestAt(s, 400)]).toEqual([1, 2, 6, 11]);
  });
});

describe('a line', () => {
  it('joins every request where there is room, and leaves gaps', () => {
    expect(linePath(values([0, 100, 50]), scale([1, 3], 100))).toBe('M0 50L50 0L100 25');
    expect(linePath(values([0, Number.NaN, 50]), scale([1, 3], 100))).toBe('M0 50M100 25');
  });
  it('keeps every peak and every drop where there is none', () => {
    const many = new Float64Array(10_000).fill(500);
    many[4321] = 1000;
    many[4322] = 0;
    const path = linePath(many, scale([1, 10_000], 1000));
    const ys = [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect(Math.min(...ys)).toBe(0);
    expect(Math.max(...ys)).toBe(50);
    expect(ys.length).toBeLessThan(210);
  });
  it('has no points for a run that ended before', () => {
    expect(linePath(values([]), scale([1, 5], 10))).toBe('');
  });
  it('knows the greatest visible value', () => {
    expect(highest(values([9, 3, 5, 8]), [2, 3])).toBe(5);
    expect(highest(values([]), [1, 3])).toBe(0);
  });
});

describe('ticks', () => {
  it('are round', () => {
    expect(ticks(100, 4)).toEqual([0, 25, 50, 75, 100]);
    expect(ticks(130_000, 5)).toEqual([0, 50_000, 100_000]);
    expect(ticks(0, 5)).toEqual([0]);
  });
  it('of requests are whole and inside', () => {
    expect(requestTicks([1, 450], 5)).toEqual([100, 200, 300, 400]);
    expect(requestTicks([3, 5], 8)).toEqual([3, 4, 5]);
  });
});

describe('zoom', () => {
  it('keeps the request under the pointer where it is', () => {
    const range = zoomed([1, 101], 101, 26, 0.5)!;
    expect(range).toEqual([13.5, 63.5]);
    expect((26 - range[0]) / (range[1] - range[0])).toBe(0.25);
  });
  it('ends at everything and at a few requests', () => {
    expect(zoomed([10, 90], 100, 50, 2)).toBeNull();
    expect(zoomed([10, 20], 100, 15, 0.01)).toEqual([11, 19]);
  });
  it('moves within the requests, as far as one has to be seen', () => {
    expect(moved([10, 20], 100, -30)).toEqual([1, 11]);
    expect(showing([10, 20], 100, 25)).toEqual([15, 25]);
    expect(showing([10, 20], 100, 12)).toEqual([10, 20]);
  });
});

it('marks that would cover each other are one, with their count', () => {
  expect(spaced([1, 2, 3, 50], (x) => x, 8)).toEqual([
    { mark: 1, x: 1, count: 3 },
    { mark: 50, x: 50, count: 1 },
  ]);
});

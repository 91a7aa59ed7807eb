import { describe, expect, it } from 'vitest';
import { moved, nearestStep, roundStep, type Scale, showing, spaced, ticks, WHOLE_STEPS, wholeTicks, xOf, yOf, zoomed } from './scale.ts';

const scale = (x: readonly [number, number], max: number): Scale => ({ x, y: [0, max], width: 100, height: 50 });

describe('scale', () => {
  it('puts the first step left, the last right, the least value below and the greatest on top', () => {
    const s = scale([1, 11], 1000);
    expect([xOf(s, 1), xOf(s, 6), xOf(s, 11)]).toEqual([0, 50, 100]);
    expect([yOf(s, 0), yOf(s, 500), yOf(s, 1000)]).toEqual([50, 25, 0]);
    expect(xOf(scale([1, 1], 10), 1)).toBe(50);
    expect(yOf({ ...s, y: [200, 400] }, 300)).toBe(25);
  });
  it('finds the step under the pointer', () => {
    const s = scale([1, 11], 1000);
    expect([nearestStep(s, -5), nearestStep(s, 14), nearestStep(s, 52), nearestStep(s, 400)]).toEqual([1, 2, 6, 11]);
  });
});

describe('ticks', () => {
  it('are round', () => {
    expect(ticks([0, 100], 4)).toEqual([0, 25, 50, 75, 100]);
    expect(ticks([0, 130_000], 5)).toEqual([0, 50_000, 100_000]);
    expect(ticks([0, 0], 5)).toEqual([0]);
  });
  it('of whole numbers are whole and inside', () => {
    expect(wholeTicks([1, 450], 5)).toEqual([100, 200, 300, 400]);
    expect(wholeTicks([3, 5], 8)).toEqual([3, 4, 5]);
    expect(wholeTicks([1, 24], 10)).toEqual([5, 10, 15, 20]);
  });
  it('have the next larger round step', () => {
    expect([roundStep(1), roundStep(2.2), roundStep(26), roundStep(0.0501)]).toEqual([1, 2.5, 50, 0.1]);
    expect([roundStep(2.2, WHOLE_STEPS), roundStep(1000, WHOLE_STEPS)]).toEqual([5, 1000]);
  });
});

describe('zoom', () => {
  it('keeps the step under the pointer where it is', () => {
    const range = zoomed([1, 101], [1, 101], 26, 0.5)!;
    expect(range).toEqual([13.5, 63.5]);
    expect((26 - range[0]) / (range[1] - range[0])).toBe(0.25);
  });
  it('ends at everything and at a few steps', () => {
    expect(zoomed([10, 90], [1, 100], 50, 2)).toBeNull();
    expect(zoomed([10, 20], [1, 100], 15, 0.01)).toEqual([11, 19]);
  });
  it('moves within the steps, as far as one has to be seen', () => {
    expect(moved([10, 20], [1, 100], -30)).toEqual([1, 11]);
    expect(moved([10, 20], [0, 100], -30)).toEqual([0, 10]);
    expect(showing([10, 20], [1, 100], 25)).toEqual([15, 25]);
    expect(showing([10, 20], [1, 100], 12)).toEqual([10, 20]);
  });
});

it('marks that would cover each other are one, with their count', () => {
  expect(spaced([1, 2, 3, 50], (x) => x, 8)).toEqual([
    { mark: 1, x: 1, count: 3 },
    { mark: 50, x: 50, count: 1 },
  ]);
});

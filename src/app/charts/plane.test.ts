import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { boxed, encloses, holds, panned, type Part, valueAt, zoomedAt } from './plane.ts';

const WHOLE: Part = { x: [0, 100], y: [0, 1] };
const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('zoom of two axes', () => {
  it('keeps the value under the pointer, and ends at everything and at a 200th', () => {
    expect(zoomedAt(WHOLE, WHOLE, [25, 0.5], 0.5)).toEqual({ x: [12.5, 62.5], y: [0.25, 0.75] });
    expect(zoomedAt({ x: [10, 90], y: [0.1, 0.9] }, WHOLE, [50, 0.5], 2)).toBeNull();
    const [from, to] = zoomedAt(WHOLE, WHOLE, [50, 0.5], 1e-6)!.x;
    expect(to - from).toBeCloseTo(0.5, 9);
  });
  test.prop([unit, unit, fc.double({ min: 0.05, max: 4, noNaN: true }), unit, unit])('stays within the whole', (x, y, factor, byX, byY) => {
    const part = zoomedAt({ x: [20, 70], y: [0.3, 0.8] }, WHOLE, [20 + 50 * x, 0.3 + 0.5 * y], factor) ?? WHOLE;
    for (const seen of [part, panned(part, WHOLE, [byX * 4 - 2, byY * 4 - 2])])
      for (const axis of ['x', 'y'] as const) {
        expect(seen[axis][0]).toBeGreaterThanOrEqual(WHOLE[axis][0] - 1e-9);
        expect(seen[axis][1]).toBeLessThanOrEqual(WHOLE[axis][1] + 1e-9);
        expect(seen[axis][1] - seen[axis][0]).toBeCloseTo(part[axis][1] - part[axis][0], 9);
      }
  });
  it('moves by shares of what is seen', () => {
    expect(panned({ x: [20, 40], y: [0.5, 0.75] }, WHOLE, [0.5, 2])).toEqual({ x: [30, 50], y: [0.75, 1] });
  });
});

describe('a dragged box', () => {
  const scale = { ...WHOLE, width: 200, height: 100 };
  it('holds its values, whichever corner it began at', () => {
    const expected = { x: [25, 75], y: [0.5, 1] };
    expect([boxed(scale, [50, 0], [150, 50]), boxed(scale, [150, 50], [50, -20])]).toEqual([expected, expected]);
    expect(boxed(scale, [50, 50], [55, 90])).toBeNull();
    expect(valueAt(scale, [100, 100])).toEqual([50, 0]);
    expect([holds({ x: [25, 75], y: [0.5, 1] }, { x: 75, y: 0.5 }), holds({ x: [25, 75], y: [0.5, 1] }, { x: 76, y: 0.5 })]).toEqual([true, false]);
  });
});

describe('a line around points', () => {
  it('encloses what is inside, also where it bends in', () => {
    const bent = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 3],
      [0, 10],
    ] as const;
    expect([encloses(bent, [1, 5]), encloses(bent, [5, 5]), encloses(bent, [5, 2]), encloses(bent, [11, 5])]).toEqual([true, false, true, false]);
    expect(encloses([], [0, 0])).toBe(false);
  });
  test.prop([unit, unit])('a box encloses what lies between its corners', (x, y) => {
    const box = [
      [0.2, 0.2],
      [0.8, 0.2],
      [0.8, 0.8],
      [0.2, 0.8],
    ] as const;
    const clear = [x, y].every((v) => Math.abs(v - 0.2) > 1e-9 && Math.abs(v - 0.8) > 1e-9);
    if (clear) expect(encloses(box, [x, y])).toBe(x > 0.2 && x < 0.8 && y > 0.2 && y < 0.8);
  });
});

import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Range, Scale } from './scale.ts';
import { GAP, highest, linePath, thinned } from './thin.ts';

const scale = (x: Range, width = 100): Scale => ({ x, y: [0, 100], width, height: 50 });
const values = (list: readonly number[]): Float64Array => Float64Array.from(list);

describe('a line', () => {
  it('joins every value where there is room, and leaves gaps', () => {
    expect(linePath(values([0, 100, 50]), 1, scale([1, 3]))).toBe('M0 50L50 0L100 25');
    expect(linePath(values([0, Number.NaN, 50]), 1, scale([1, 3]))).toBe('M0 50M100 25');
    expect(linePath(values([100, 0]), 0, scale([0, 1]))).toBe('M0 0L100 50');
  });
  it('keeps every peak and every drop where there is none', () => {
    const many = new Float64Array(10_000).fill(50);
    many[4321] = 100;
    many[4322] = 0;
    const ys = [...linePath(many, 1, scale([1, 10_000])).matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([0, 50]);
    expect(ys.length).toBeLessThan(210);
  });
  it('keeps a gap that is as wide as a pixel where there is none', () => {
    const many = new Float64Array(10_000).fill(50);
    many.fill(Number.NaN, 4000, 6000);
    expect(linePath(many, 1, scale([1, 10_000])).match(/M/g)).toHaveLength(2);
    expect(linePath(many.fill(50, 4001), 1, scale([1, 10_000])).match(/M/g)).toHaveLength(1);
  });
  it('has no points for a run that ended before', () => {
    expect(linePath(values([]), 1, scale([1, 5]))).toBe('');
  });
  it('knows the greatest visible value', () => {
    expect(highest(values([9, 3, 5, 8]), 1, [2, 3])).toBe(5);
    expect(highest(values([9, 3, 5, 8]), 0, [0, 1])).toBe(9);
    expect(highest(values([]), 1, [1, 3])).toBe(0);
  });
});

const sawteeth = fc.array(fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.constant(Number.NaN)), { minLength: 1, maxLength: 600 });

describe('thinning', () => {
  test.prop([sawteeth, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 600 }), fc.constantFrom(0, 1)])(
    'keeps the least and the greatest value of every column of pixels, in their order, and few others',
    (list, width, start, length, first) => {
      const from = Math.min(start, list.length - 1) + first;
      const to = Math.min(from + length, list.length - 1 + first);
      const column = (i: number): number => Math.floor(((first + i - from) / Math.max(to - from, Number.MIN_VALUE)) * width);
      const kept = thinned(values(list), first, { x: [from, to], width });
      const drawn = kept.filter((i) => i !== GAP);
      expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
      expect(drawn.every((i) => !Number.isNaN(list[i]))).toBe(true);
      const limits = (indices: readonly number[]) => {
        const found = new Map<number, [number, number]>();
        for (const i of indices) {
          const value = list[i]!;
          if (first + i < from || first + i > to || Number.isNaN(value)) continue;
          const [low, high] = found.get(column(i)) ?? [value, value];
          found.set(column(i), [Math.min(low, value), Math.max(high, value)]);
        }
        return found;
      };
      expect(limits(drawn)).toEqual(limits([...list.keys()]));
      expect(drawn.length).toBeLessThanOrEqual(2 * (width + 3));
    },
  );
});

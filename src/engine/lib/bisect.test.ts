import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstWhere, lowerBound, upperBound } from './bisect.ts';

const ascending = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 }).map((numbers) => numbers.sort((a, b) => a - b));
const stretch = fc.tuple(fc.nat(40), fc.nat(40));

/** What a look at every index from `from` to `to` − 1 finds. */
const looked = (from: number, to: number, holds: (k: number) => boolean): number => {
  for (let k = from; k < to; k++) if (holds(k)) return k;
  return to;
};

test('firstWhere finds what looking at all of them finds, in a logarithm of questions', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.nat(1000), fc.integer({ min: -60, max: 1100 }), (from, length, turns) => {
      let asked = 0;
      const to = from + length;
      const found = firstWhere(from, to, (k) => {
        expect(k).toBeGreaterThanOrEqual(from);
        expect(k).toBeLessThan(to);
        asked++;
        return k >= turns;
      });
      expect(found).toBe(looked(from, to, (k) => k >= turns));
      expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
    }),
  );
});

test('firstWhere works beyond 31 bits', () => {
  const turns = 2 ** 40 + 3;
  expect(firstWhere(0, 2 ** 50, (k) => k >= turns)).toBe(turns);
});

test('the bounds of a stretch of ascending numbers are what looking at all of them finds', () => {
  fc.assert(
    fc.property(ascending, stretch, fc.integer({ min: -25, max: 25 }), (numbers, [a, b], value) => {
      const from = Math.min(a, b, numbers.length);
      const to = Math.min(Math.max(a, b), numbers.length);
      expect(lowerBound(numbers, value, from, to)).toBe(looked(from, to, (k) => numbers[k]! >= value));
      expect(upperBound(numbers, value, from, to)).toBe(looked(from, to, (k) => numbers[k]! > value));
      expect(lowerBound(numbers, value)).toBe(looked(0, numbers.length, (k) => numbers[k]! >= value));
      expect(upperBound(Int32Array.from(numbers), value)).toBe(looked(0, numbers.length, (k) => numbers[k]! > value));
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstWhere, IntList, lowerBound, upperBound } from './arrays.ts';

const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const step = fc.oneof(
  fc.record({ push: integer }),
  fc.record({ all: fc.array(integer, { maxLength: 30 }) }),
  fc.record({ at: fc.nat(100), value: integer }),
  fc.constant('clear' as const),
);

test('is an array of integers, whatever room it began with', () => {
  fc.assert(
    fc.property(fc.nat(5), fc.array(step, { maxLength: 40 }), (room, steps) => {
      const list = new IntList(room);
      let array: number[] = [];
      for (const next of steps) {
        if (next === 'clear') {
          list.clear();
          array = [];
        } else if ('push' in next) {
          list.push(next.push);
          array.push(next.push);
        } else if ('all' in next) {
          list.pushAll(Int32Array.from(next.all));
          array.push(...next.all);
        } else if (array.length > 0) {
          const at = next.at % array.length;
          list.set(at, next.value);
          array[at] = next.value;
          expect(list.get(at)).toBe(next.value);
        }
        expect(list.length).toBe(array.length);
        expect([...list.done()]).toEqual(array);
        expect([...list.values.subarray(0, list.length)]).toEqual(array);
      }
    }),
  );
});

test('what is done is an array of its own', () => {
  const list = new IntList(1);
  list.push(1);
  const done = list.done();
  list.set(0, 2);
  list.push(3);
  expect([...done]).toEqual([1]);
});

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

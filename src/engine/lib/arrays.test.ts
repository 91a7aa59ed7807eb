import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IntList } from './arrays.ts';

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

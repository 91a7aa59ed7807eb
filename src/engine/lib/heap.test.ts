import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from './arrays.ts';

interface Item {
  readonly value: number;
  readonly id: number;
}
const before = (a: Item, b: Item): boolean => a.value < b.value || (a.value === b.value && a.id < b.id);
const values = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });
const step = fc.oneof(
  fc.record({ push: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ replace: fc.integer({ min: 0, max: 9 }) }),
  fc.constant('pop' as const),
);

test('gives its items in the order of `before`, whatever is put in, replaced and taken out', () => {
  fc.assert(
    fc.property(values, fc.array(step, { maxLength: 60 }), (first, steps) => {
      let id = 0;
      const item = (value: number): Item => ({ value, id: id++ });
      let all = first.map(item);
      const heap = new Heap(before, [...all]);
      const sorted = (): Item[] => all.toSorted((a, b) => (before(a, b) ? -1 : 1));
      for (const next of steps) {
        expect(heap.size).toBe(all.length);
        expect(heap.top).toBe(sorted()[0]);
        if (next === 'pop') {
          expect(heap.pop()).toBe(sorted()[0]);
          all = sorted().slice(1);
        } else if ('push' in next) {
          const one = item(next.push);
          heap.push(one);
          all.push(one);
        } else if (all.length > 0) {
          const one = item(next.replace);
          heap.replaceTop(one);
          all = [...sorted().slice(1), one];
        }
      }
      const rest = Array.from({ length: all.length }, () => heap.pop());
      expect(rest).toEqual(sorted());
      expect([heap.top, heap.pop(), heap.size]).toEqual([undefined, undefined, 0]);
    }),
  );
});

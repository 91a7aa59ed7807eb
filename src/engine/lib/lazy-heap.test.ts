import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazyHeap } from './arrays.ts';

test('gives the best candidate again and again, as looking at all of them does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 }),
      (first, falls) => {
        const left = new Map(first.map((value, k) => [k, value]));
        const order = Int32Array.from(first.keys()).sort((a, b) => first[b]! - first[a]! || a - b);
        const heap = new LazyHeap(Float64Array.from(first), order);
        const best = (): number => [...left].reduce((top, [k, value]) => (top < 0 || value > left.get(top)! ? k : top), -1);
        for (let step = 0; left.size > 0; step++) {
          expect(heap.top).toBe(best());
          expect(heap.topValue).toBe(left.get(heap.top));
          const fall = falls[step];
          if (fall === undefined) {
            left.delete(heap.top);
            heap.pop();
          } else {
            left.set(heap.top, heap.topValue - fall);
            heap.lower(heap.topValue - fall);
          }
        }
        expect(heap.top).toBe(-1);
      },
    ),
  );
});

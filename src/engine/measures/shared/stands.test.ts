/** Stretches that are cut out of texts. */
import { expect, test } from 'vitest';
import { Cuts } from './stands.ts';
import type { FactMap } from './fact-map.ts';

/** Of four texts; two stretches are cut out of the text 1, one out of the text 2. */
function some(): Cuts {
  const cuts = new Cuts({ textPart: new Int32Array(4) } as unknown as FactMap);
  cuts.add(1, 10, 20);
  cuts.add(1, 30, 35);
  cuts.add(2, 0, 50);
  return cuts;
}

test('nothing is cut out before the first stretch', () => {
  const cuts = new Cuts({ textPart: new Int32Array(4) } as unknown as FactMap);
  expect([cuts.none, cuts.touch(0, 0, 9), cuts.out(0, 0, 9), cuts.takeAll(0, 0)]).toEqual([true, false, 0, false]);
  expect(some().none).toBe(false);
});

test('a stretch is touched where a cut shares a character with it', () => {
  const touched = (start: number, end: number) => some().touch(1, start, end);
  expect([touched(0, 10), touched(0, 11), touched(19, 25), touched(20, 30), touched(34, 40), touched(35, 40), touched(0, 99)]).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('characters that are cut out, over all cuts of a text and of no other', () => {
  const out = (start: number, end: number) => some().out(1, start, end);
  expect([out(0, 99), out(0, 10), out(15, 32), out(12, 14), out(20, 30), out(40, 99)]).toEqual([15, 0, 7, 2, 0, 0]);
  expect([some().out(0, 0, 99), some().out(2, 0, 99), some().out(3, 0, 99), some().out(-1, 0, 99)]).toEqual([0, 50, 0, 0]);
});

test('a text is gone where one cut takes all of it', () => {
  expect([50, 49, 51].map((length) => some().takeAll(2, length))).toEqual([true, true, false]);
  expect([some().takeAll(1, 5), some().takeAll(0, 0), some().takeAll(-1, 0)]).toEqual([false, false, false]);
});

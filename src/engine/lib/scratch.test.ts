import { expect, test } from 'vitest';
import { Scratch } from './arrays.ts';

test('gives the same memory as long as there is room, then more of it', () => {
  const scratch = new Scratch(4);
  const first = scratch.take(4);
  expect(first.length).toBe(4);
  first[3] = 7;
  expect(scratch.take(2)).toBe(first);
  expect(scratch.take(2)[3]).toBe(7);
  const larger = scratch.take(5);
  expect(larger.length).toBe(10);
  expect(larger.every((value) => value === 0)).toBe(true);
  expect(scratch.take(10)).toBe(larger);
});

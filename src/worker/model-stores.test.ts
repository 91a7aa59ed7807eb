import { expect, test } from 'vitest';
import { tooMany } from './model-stores.ts';

const MB = 1024 * 1024;

test('up to 64 MB of vectors are kept; of more the oldest go first, until the rest fits', () => {
  expect(
    tooMany([
      ['a', 32 * MB],
      ['b', 32 * MB],
    ]),
  ).toEqual([]);
  expect(
    tooMany([
      ['a', 1],
      ['b', 32 * MB],
      ['c', 32 * MB],
    ]),
  ).toEqual(['a']);
  expect(
    tooMany([
      ['a', 1],
      ['b', 1],
      ['c', 32 * MB],
      ['d', 32 * MB + 1],
    ]),
  ).toEqual(['a', 'b', 'c']);
});

import { expect, test } from 'vitest';
import { windowOf } from './json.ts';

test('a stated window is a whole number from 100 to 100 million tokens; anything else is passed over', () => {
  expect([100, 100_000_000].map(windowOf)).toEqual([100, 100_000_000]);
  expect([99, 100_000_001, 100.5, 0, -200, Number.NaN, '200', null, undefined].map(windowOf)).toEqual(Array(9).fill(undefined));
});

import { expect, test } from 'vitest';
import type { SummaryRequest } from '../summarizers/contract.ts';
import { reserveOf } from './estimate.ts';

test('a summary is planned at what it may have, at most at what it replaces, at least at 50 tokens of it', () => {
  const reserve = (maxTokens: number, members: number): number => reserveOf({ maxTokens } as SummaryRequest, members);
  expect([0, 49, 50, 51, 300.9, 2000].map((members) => reserve(1000, members))).toEqual([50, 50, 50, 51, 300, 1000]);
  expect(reserve(20, 300)).toBe(20);
});

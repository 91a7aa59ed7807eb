import { expect, test } from 'vitest';
import { isMeasuredByItself } from './contract.ts';

test('up to 20,000 messages recall is measured without being asked for', () => {
  expect([20_000, 20_001].map(isMeasuredByItself)).toEqual([true, false]);
});

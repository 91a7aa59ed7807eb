import { describe, expect, test } from 'vitest';
import { checkTriggers } from './seeds.ts';

describe('triggers', () => {
  const fires = (tokens: number, ratio = 0.85): string =>
    checkTriggers(tokens, 1000, ratio)
      .filter((t) => t.fires)
      .map((t) => t.seed)
      .join(' ');
  test.each([
    [750, ''],
    [751, 'S0'],
    [799, 'S0'],
    [800, 'S0 S1 S4'],
    [829, 'S0 S1 S4'],
    [830, 'S0 S1 S3 S4'],
    [899, 'S0 S1 S3 S4'],
    [900, 'S0 S1 S2 S3 S4'],
  ])('%i of 1,000 tokens fire "%s"', (tokens, seeds) => {
    expect(fires(tokens)).toBe(seeds);
  });
});

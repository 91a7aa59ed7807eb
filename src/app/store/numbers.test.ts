import { describe, expect, test } from 'vitest';
import { parseNumber, parseTarget, targetTokens, WINDOW_STOPS, windowAt, windowPosition, windowStep } from './numbers.ts';

describe('numbers as people type them', () => {
  test.each([
    ['128000', 128_000],
    ['128,000', 128_000],
    ['128.000', 128_000],
    ['128 000', 128_000],
    ['1,234,567', 1_234_567],
    ['128k', 128_000],
    ['1.5M', 1_500_000],
    ['0.5', 0.5],
    ['0,5', 0.5],
    ['0.125', 0.125],
    ['12.75', 12.75],
    ['−3', -3],
    [' 20 ', 20],
  ])('%s → %d', (typed, value) => expect(parseNumber(typed)).toBe(value));
  test.each(['', 'many', '12 apples', '1e9x', '--2', 'k'])('%j is no number', (typed) => expect(parseNumber(typed)).toBeNull());
});

describe('targets', () => {
  test.each([
    ['50', 0.5],
    ['50 %', 0.5],
    ['50%', 0.5],
    ['0.5', 0.5],
    ['1', 1],
    ['1%', 0.01],
    ['100', 1],
    ['64000', 64_000],
    ['64,000', 64_000],
    ['64k', 64_000],
    ['0.5k', 500],
    ['80 tokens', 80],
    ['101', 101],
  ])('%s → %d', (typed, value) => expect(parseTarget(typed)).toBe(value));
  test.each(['0', '-5', '150%', '1 tok', 'half', ''])('%j is no target', (typed) => expect(parseTarget(typed)).toBeNull());
  test('a share follows the transcript, tokens do not', () => {
    expect(targetTokens(0.5, 128_317, 200_000)).toBe(64_158);
    expect(targetTokens(64_000, 128_317, 200_000)).toBe(64_000);
    expect(targetTokens(0.5, 13_702_596, 128_000)).toBe(64_000);
  });
});

describe('the scale of the window', () => {
  test('every stop is found again', () => {
    for (const stop of WINDOW_STOPS) expect(windowAt(windowPosition(stop))).toBe(stop);
  });
  test('a typed value lies between its stops, and arrows go to the next stop', () => {
    expect(windowPosition(150_000)).toBeGreaterThan(windowPosition(144_000));
    expect(windowPosition(150_000)).toBeLessThan(windowPosition(160_000));
    expect(windowStep(150_000, 1)).toBe(160_000);
    expect(windowStep(150_000, -1)).toBe(144_000);
    expect(windowStep(128_000, 1)).toBe(144_000);
    expect(windowStep(2_000_000, 1)).toBe(2_000_000);
    expect(windowStep(5_000_000, -1)).toBe(1_600_000);
  });
});

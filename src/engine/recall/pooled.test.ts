import { describe, expect, test } from 'vitest';
import { bootstrap, sum } from './pooled.ts';

test('a sum is that of all values', () => {
  expect([sum([]), sum([1, 2, 4]), sum(Float64Array.of(0.5, 0.25))]).toEqual([0, 7, 0.75]);
});

describe('the interval draws whole cuts with replacement', () => {
  test('cuts that agree leave no doubt', () => {
    expect(bootstrap([3, 6, 9], [10, 20, 30], 1)).toEqual([0.3, 0.3]);
  });

  test('each draw has as many cuts as there are: of one kept and one lost, all or nothing is drawn half of the time', () => {
    expect(bootstrap([0, 10], [10, 10], 1)).toEqual([0, 1]);
    // One of ten: 0 in 35 % of the draws, 4 or more in 1.3 %.
    expect(bootstrap([10, ...Array<number>(9).fill(0)], Array<number>(10).fill(10), 1)).toEqual([0, 0.3]);
  });

  test('cuts weigh by their needs', () => {
    // Four draws of 99/100 or 0/1. Three of the latter are drawn in 5 % of the cases, four in 0.4 %: the mean of the shares would be 1/4.
    expect(bootstrap([99, 0, 99, 99], [100, 1, 100, 100], 1)).toEqual([99 / 103, 0.99]);
  });

  test('a draw of cuts without needs says nothing', () => {
    expect(bootstrap([0, 5], [0, 10], 1)).toEqual([0.5, 0.5]);
  });

  test('1,000 draws, of which 2.5 % lie below and 2.5 % above', () => {
    // Forty cuts, each with a share of its own: every draw lands elsewhere.
    const needed = Array.from({ length: 40 }, () => 1e6);
    const kept = needed.map((_, c) => c * c * 613);
    expect(bootstrap(kept, needed, 7)).toEqual([0.222166525, 0.40859515]);
    expect(bootstrap(kept, needed, 7)).toEqual(bootstrap(kept, needed, 7));
    expect(bootstrap(kept, needed, 8)).not.toEqual(bootstrap(kept, needed, 7));
  });
});

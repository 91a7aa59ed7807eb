import { describe, expect, test } from 'vitest';
import { slowly } from './lib-steps.ts';

describe('slowly', () => {
  const made: string[] = [];
  const sum = slowly(function* (key: { readonly numbers: readonly number[] }): Generator<void, number> {
    let total = 0;
    for (const n of key.numbers) {
      made.push(`+${n}`);
      total += n;
      yield;
    }
    return total;
  });

  test('goes on where somebody stopped; whoever is in a hurry gets the rest at once', () => {
    made.length = 0;
    const key = { numbers: [1, 2, 3] };
    const first = sum.warm(key);
    expect([first.next().done, first.next().done]).toEqual([false, false]);
    expect(made).toEqual(['+1', '+2']);
    expect(sum.of(key)).toBe(6);
    expect(made).toEqual(['+1', '+2', '+3']);
    // Made by another meanwhile: nothing is left to do.
    expect(first.next().done).toBe(true);
    expect(sum.warm(key).next().done).toBe(true);
    expect(made.length).toBe(3);
  });

  test('a value that builds on another one takes its slices too', () => {
    const twice = slowly(function* (key: { readonly numbers: readonly number[] }) {
      return 2 * (yield* sum.steps(key));
    });
    const key = { numbers: [4, 5] };
    expect([...twice.steps(key)].length).toBe(2);
    expect(twice.of(key)).toBe(18);
  });

  test('an error is given on, and the next one starts anew', () => {
    let tries = 0;
    const fragile = slowly(function* (_key: object): Generator<void, number> {
      yield;
      if (++tries === 1) throw new Error('no memory');
      return tries;
    });
    const key = {};
    expect(() => fragile.of(key)).toThrow('no memory');
    expect(fragile.of(key)).toBe(2);
  });
});

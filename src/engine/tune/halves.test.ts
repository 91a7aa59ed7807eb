import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { halvesOf, halvesOfCuts } from './tune.ts';

const sessions = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 40 });

test.prop([sessions, fc.nat()])('every session is in one half, and the first half is the larger by at most one', (all, seed) => {
  const { first, second } = halvesOf(all, seed);
  expect([...first, ...second].sort()).toEqual([...all].sort());
  expect(first.length - second.length).toBe(all.length % 2);
});

test.prop([sessions, fc.nat()])('their order does not matter', (all, seed) => {
  expect(halvesOf(all.toReversed(), seed)).toEqual(halvesOf(all, seed));
});

it('another seed draws other halves, and each session is in the first about half of the time', () => {
  const all = Array.from({ length: 20 }, (_, i) => `session-${i}`);
  const draws = Array.from({ length: 400 }, (_, seed) => new Set(halvesOf(all, seed).first));
  for (const session of all) {
    const times = draws.filter((first) => first.has(session)).length;
    // Five standard deviations of 400 fair draws.
    expect(Math.abs(times - 200)).toBeLessThan(50);
  }
});

it('cuts are taken by turns', () => {
  expect(halvesOfCuts(5)).toEqual({ first: ['1', '3', '5'], second: ['2', '4'] });
  expect(halvesOfCuts(0)).toEqual({ first: [], second: [] });
});

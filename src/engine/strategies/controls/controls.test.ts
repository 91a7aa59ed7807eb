import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, letters, planned, preparedOf, user } from '../../testing/plans.ts';
import { headTail } from './head-tail.ts';
import { randomRemoval } from './random-removal.ts';
import { randomSource } from '../../lib/random.ts';

const twenty = preparedOf(Array.from({ length: 20 }, (_, i) => (i % 2 ? assistant(100) : user(100))));

describe('head + tail (control)', () => {
  it('opens one hole around the middle', () => {
    // Removable: all but the last user message (18), so 19 messages with their middle at 9 and 10.
    expect(letters(planned(headTail, twenty, { target: 1400 }))).toBe('KKKKKKKDDDDDDKKKKKKK');
  });

  it('moves the hole with the share of the head', () => {
    expect(letters(planned(headTail, twenty, { target: 1400 }, { headShare: 0 }))).toBe('DDDDDDKKKKKKKKKKKKKK');
    expect(letters(planned(headTail, twenty, { target: 1400 }, { headShare: 1 }))).toBe('KKKKKKKKKKKKKDDDDDKD');
  });

  it('leaves at most one hole and meets the target, whatever the sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 3, maxLength: 40 }),
        fc.double({ min: 0.2, max: 1, noNaN: true }),
        fc.constantFrom(0, 0.25, 0.5, 1),
        (tokens, share, headShare) => {
          const input = preparedOf([...tokens.map((t) => assistant(t)), user(1)]);
          const target = Math.ceil(share * input.counts.total) + 1;
          const plan = planned(headTail, input, { target }, { headShare });
          const left = input.counts.prefix.at(-1)! - tokens.reduce((sum, t, i) => sum + (plan.fates[i] ? t : 0), 0);
          expect(left).toBeLessThanOrEqual(target);
          expect(letters(plan)).toMatch(/^K*D*K*$/);
        },
      ),
    );
  });
});

describe('random removal (control)', () => {
  it('draws the same for the same seed, something else for another', () => {
    const draw = (seed: number, own = 0): string => letters(planned(randomRemoval, twenty, { target: 1000, seed }, { seed: own }));
    expect(draw(1)).toBe(draw(1));
    expect(draw(1)).not.toBe(draw(2));
    expect(draw(1, 1)).toBe(draw(2));
    expect(draw(1)).toMatch(/^(?=(?:K*D){10}K*$)/);
  });

  it('draws every place about equally often', () => {
    const hits = Array.from({ length: 20 }, () => 0);
    for (let seed = 0; seed < 2000; seed++) {
      const plan = planned(randomRemoval, twenty, { target: 1000, seed });
      plan.fates.forEach((fate, i) => {
        if (fate) hits[i]! += 1;
      });
    }
    // 10 of 19 removable messages go: 1,053 of 2,000 draws each, give or take five standard deviations.
    const [lastUser] = hits.splice(18, 1);
    expect(lastUser).toBe(0);
    expect(Math.min(...hits)).toBeGreaterThan(1053 - 112);
    expect(Math.max(...hits)).toBeLessThan(1053 + 112);
  });

  it('has a source that stays below its bound and never stands still', () => {
    for (const seed of [0, 1, -1, 2 ** 31, 0x9e3779b9]) {
      const draw = randomSource(seed);
      const drawn = new Set(Array.from({ length: 200 }, () => draw(1000)));
      expect(Math.max(...drawn)).toBeLessThan(1000);
      expect(drawn.size).toBeGreaterThan(150);
    }
  });
});

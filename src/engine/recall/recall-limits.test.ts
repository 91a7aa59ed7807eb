import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { runs } from '../testing/scale.ts';
import type { Needs } from './needs.ts';
import { type Block, boundsOf, mostFacts, type Work } from './recall-limits.ts';

/** Needs by message; locals from `needed` on are pointers. */
const needsOf = (held: readonly (readonly number[])[], needed: number): Needs => ({ held, needed }) as unknown as Needs;

test('the floor is the mean of 20 random removals', () => {
  const prefix = preparedOf([user(10), assistant(100), assistant(100), user(10)]);
  // One needed fact, in one of two blocks of which one has to go.
  const { random, oracle } = boundsOf(prefix, needsOf([[], [0], [], []], 1), 150, 1);
  expect(oracle).toBe(1);
  expect(random).toBeGreaterThan(0);
  expect(random).toBeLessThan(1);
  expect((random * 20) % 1).toBeCloseTo(0, 9);
  expect([19, 21].map((runs) => Math.abs(random * runs - Math.round(random * runs)) > 0.01)).toEqual([true, true]);
});

test('what is protected is kept by both, and its tokens count', () => {
  const prefix = preparedOf([system(50), user(10), assistant(100), assistant(100), user(10)], {}, 30);
  const needs = needsOf([[0], [], [1], [2], [3]], 4);
  // 30 of tool definitions, 50 of the header and 10 of the last words: 90 of 300 stay in any case.
  const at = (target: number) => boundsOf(prefix, needs, target, 1);
  expect(at(90)).toEqual({ random: 2, oracle: 2 });
  expect(at(189)).toEqual({ random: 2, oracle: 2 });
  expect([at(190).oracle, at(289).oracle, at(290).oracle]).toEqual([3, 3, 4]);
  expect(at(299).random).toBeGreaterThan(3);
  expect(at(300)).toEqual({ random: 4, oracle: 4 });
});

test('removals stop as soon as the target is met', () => {
  // Of three blocks of 100 with a fact each, one goes down to 220, two below.
  const prefix = preparedOf([system(10), assistant(100), assistant(100), assistant(100), user(10)]);
  const random = (target: number) => boundsOf(prefix, needsOf([[], [0], [1], [2], []], 3), target, 1).random;
  expect([320, 319, 220, 219, 120, 119, 20, 0].map(random)).toEqual([3, 2, 2, 1, 1, 0, 0, 0]);
});

test('a fact that two blocks hold counts once; paths that lead back to one are no needed facts', () => {
  const prefix = preparedOf([user(10), assistant(100), assistant(100), user(10)]);
  expect(boundsOf(prefix, needsOf([[], [0, 1], [0], []], 1), 220, 1)).toEqual({ random: 1, oracle: 1 });
  expect(boundsOf(prefix, needsOf([[], [0, 0], [0], []], 1), 120, 1)).toEqual({ random: 1, oracle: 1 });
});

test('another seed takes other removals', () => {
  const said = Array.from({ length: 12 }, () => assistant(100));
  const prefix = preparedOf([user(10), ...said, user(10)]);
  const needs = needsOf([[], ...said.map((_, b) => (b % 3 === 0 ? [b / 3] : [])), []], 4);
  const random = (seed: number) => boundsOf(prefix, needs, 620, seed).random;
  expect(random(1)).toBe(random(1));
  expect(new Set([1, 100, 200, 300].map(random)).size).toBeGreaterThan(1);
});

const block = (tokens: number, ...facts: number[]): Block => ({ tokens, facts: Int32Array.from(facts) });
const none = (count: number) => new Uint8Array(count);

/** Every choice of blocks. */
function bruteForce(blocks: readonly Block[], budget: number, free: Uint8Array): number {
  let most = 0;
  for (let choice = 0; choice < 1 << blocks.length; choice++) {
    const chosen = blocks.filter((_, b) => (choice >> b) & 1);
    if (chosen.reduce((sum, { tokens }) => sum + tokens, 0) > budget) continue;
    const covered = free.slice();
    for (const { facts } of chosen) for (const fact of facts) covered[fact] = 1;
    most = Math.max(
      most,
      covered.reduce((sum, one) => sum + one, 0),
    );
  }
  return most;
}

describe('the clairvoyant strategy', () => {
  test('one large block against many small ones', () => {
    // The best rate (1 per token) leaves no room for the block that holds nearly everything.
    const blocks = [block(1, 0), block(10, 1, 2, 3, 4, 5, 6, 7, 8)];
    expect(mostFacts(blocks, 10, 9, none(9))).toBe(8);
    expect(mostFacts(blocks, 11, 9, none(9))).toBe(9);
  });

  test('facts that several blocks hold count once; what is there in any case is no gain', () => {
    const blocks = [block(5, 0, 1, 2), block(5, 0, 1, 2), block(5, 3)];
    expect(mostFacts(blocks, 10, 4, none(4))).toBe(4);
    expect(mostFacts(blocks, 5, 4, Uint8Array.of(1, 1, 0, 0))).toBe(3);
    expect(mostFacts([], 100, 4, Uint8Array.of(0, 1, 0, 0))).toBe(1);
  });

  test('a budget that is used up before keeps only what is there in any case', () => {
    expect(mostFacts([block(5, 0)], -3, 2, Uint8Array.of(0, 1))).toBe(1);
  });

  test('each useful block is forced once; nothing is forced or searched where the first choice has every fact', () => {
    const workOf = (budget: number): Work => {
      const work = { compared: 0, forced: 0, searched: 0 };
      mostFacts([block(1, 0), block(10, 1, 2, 3, 4, 5, 6, 7, 8), block(99, 9)], budget, 10, none(10), work);
      return work;
    };
    // The block of 99 tokens does not fit, so two are useful. A block without facts of its own is none.
    expect(workOf(10)).toEqual({ compared: 0, forced: 4, searched: 2 });
    expect(workOf(11)).toEqual({ compared: 0, forced: 0, searched: 0 });
  });

  test('a block is compared with smaller ones that hold its rarest fact, and left out where one of them holds all of its facts', () => {
    const work = { compared: 0, forced: 0, searched: 0 };
    // The second is worse than the first; the third holds a fact that no other has; the fourth is larger than the first and holds the same.
    expect(mostFacts([block(1, 0, 1), block(2, 0), block(3, 0, 2), block(4, 0, 1)], 4, 3, none(3), work)).toBe(3);
    expect(work.compared).toBe(2);
    expect(work.forced).toBe(0);
  });

  test('of two blocks with the same facts the cheaper one is kept, of two with the same tokens the one with more', () => {
    expect(mostFacts([block(9, 0, 1), block(5, 0, 1), block(5, 2)], 10, 3, none(3))).toBe(3);
    expect(mostFacts([block(5, 0), block(5, 0, 1), block(5, 2)], 10, 3, none(3))).toBe(3);
  });

  test('5,000 choices are tried beyond the greedy ones', () => {
    const blocks = Array.from({ length: 40 }, (_, b) => block(10 + (b % 3), ...new Set([0, 1, 2, 3].map((j) => (b * (2 * j + 1) + 3 * j * j) % 60))));
    const work = { compared: 0, forced: 0, searched: 0 };
    expect(mostFacts(blocks, 150, 60, none(60), work)).toBe(44);
    // One choice fewer or more looks at 24 entries fewer or more.
    expect(work).toEqual({ compared: 7, forced: 1444, searched: 118_668 });
  });

  const small = fc.record({
    blocks: fc.array(
      fc.record({
        tokens: fc.integer({ min: 1, max: 50 }),
        facts: fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { maxLength: 6 }).map((f) => Int32Array.from(f)),
      }),
      { maxLength: 9 },
    ),
    budget: fc.integer({ min: 0, max: 200 }),
    free: fc.uint8Array({ minLength: 20, maxLength: 20, max: 1 }),
  });

  test('equals brute force on small cases', () => {
    fc.assert(
      fc.property(small, ({ blocks, budget, free }) => {
        expect(mostFacts(blocks, budget, 20, free)).toBe(bruteForce(blocks, budget, free));
      }),
      { numRuns: runs(300) },
    );
  });

  test('equals brute force on a dozen blocks', () => {
    const dozen = fc.array(
      fc.record({
        tokens: fc.integer({ min: 5, max: 20 }),
        facts: fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { minLength: 1, maxLength: 4 }).map((f) => Int32Array.from(f)),
      }),
      { minLength: 12, maxLength: 12 },
    );
    fc.assert(
      fc.property(dozen, fc.integer({ min: 20, max: 100 }), (blocks, budget) => {
        expect(mostFacts(blocks, budget, 20, none(20))).toBe(bruteForce(blocks, budget, none(20)));
      }),
      { numRuns: 20 },
    );
  });

  test('more budget never holds less', () => {
    fc.assert(
      fc.property(small, fc.nat(50), ({ blocks, budget, free }, more) => {
        expect(mostFacts(blocks, budget + more, 20, free)).toBeGreaterThanOrEqual(mostFacts(blocks, budget, 20, free));
      }),
    );
  });
});

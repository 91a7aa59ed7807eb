import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, mostFacts } from './oracle.ts';
import { runs } from '../testing/scale.ts';

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

  test('more budget never holds less', () => {
    fc.assert(
      fc.property(small, fc.nat(50), ({ blocks, budget, free }, more) => {
        expect(mostFacts(blocks, budget + more, 20, free)).toBeGreaterThanOrEqual(mostFacts(blocks, budget, 20, free));
      }),
    );
  });
});

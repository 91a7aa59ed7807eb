/** Bounds on the work of the clairvoyant strategy: slow, because they need thousands of blocks. */
import { describe, expect, test } from 'vitest';
import { deep } from '../testing/scale.ts';
import { type Block, mostFacts, type Work } from './recall-limits.ts';

const block = (tokens: number, ...facts: number[]): Block => ({ tokens, facts: Int32Array.from(facts) });
const none = (count: number) => new Uint8Array(count);

describe('the work of the clairvoyant strategy', () => {
  test('what it looks at does not grow with the square of the blocks', () => {
    // Short messages: each has a fact of its own and one that some others have too.
    const workOf = (count: number): Work => {
      const blocks = Array.from({ length: count }, (_, b) => block(50 + (b % 37), b, count + (b % (count / 8))));
      const work = { compared: 0, forced: 0, searched: 0 };
      const most = mostFacts(blocks, 20 * count, 2 * count, none(2 * count), work);
      expect(most).toBeGreaterThan(0.25 * count);
      return work;
    };
    const few = deep ? 1000 : 250;
    const [small, large] = [workOf(few), workOf(4 * few)];
    expect(large.compared).toBeLessThanOrEqual(4 * small.compared + 4 * few);
    expect(large.forced).toBeLessThanOrEqual((1 << 21) + 4 * few);
    expect(large.searched).toBeLessThanOrEqual((1 << 22) + 4 * few);
  });

  const forcedOf = (count: number): number => {
    const blocks = Array.from({ length: count }, (_, b) => block(10 + (b % 3), b));
    const work = { compared: 0, forced: 0, searched: 0 };
    mostFacts(blocks, 5 * count, count, none(count), work);
    return work.forced / count;
  };

  test('each useful block is forced once', () => {
    expect(forcedOf(400)).toBe(400);
  });

  test.runIf(deep)('up to 1,448 of them', () => {
    expect(forcedOf(1448)).toBe(1448);
    expect(forcedOf(1449)).toBeLessThan(1449);
  });
});

/**
 * The clairvoyant strategy that keeps whole blocks: it knows what will be needed and chooses blocks by needed facts per token. The
 * ceiling for strategies that keep whole messages, not for those that edit or insert.
 */

/** A block that may be kept. */
export interface Block {
  readonly tokens: number;
  /** Needed facts that it holds, each once. */
  readonly facts: Int32Array;
}

/**
 * Most facts that blocks within a budget (tokens) can hold, beside those in `free` (1 = there in any case). Greedy by marginal
 * facts per token, and once more with each block forced first; the best of all. `count` = number of facts.
 */
export function mostFacts(blocks: readonly Block[], budget: number, count: number, free: Uint8Array): number {
  const useful = withoutWorse(
    blocks
      .filter(({ tokens }) => tokens <= budget)
      .map(({ tokens, facts }) => ({ tokens, facts: facts.filter((fact) => free[fact] === 0) }))
      .filter(({ facts }) => facts.length > 0),
    count,
  );
  let most = greedy(useful, budget, count, free, null);
  for (const first of useful) most = Math.max(most, greedy(useful, budget, count, free, first));
  return most;
}

/** Blocks of which no other has the same facts, or more, for no more tokens: the others are never needed. */
function withoutWorse(blocks: readonly Block[], count: number): readonly Block[] {
  const holds = new Uint8Array(count);
  const kept: Block[] = [];
  const inOrder = blocks.toSorted((a, b) => a.tokens - b.tokens || b.facts.length - a.facts.length);
  for (const block of inOrder) {
    for (const fact of block.facts) holds[fact] = 1;
    // Those before it take no more tokens.
    let worse = false;
    for (let k = 0; k < kept.length && !worse; k++) {
      const other = kept[k]!.facts;
      if (other.length < block.facts.length) continue;
      let shared = 0;
      for (let f = 0; f < other.length; f++) shared += holds[other[f]!]!;
      worse = shared === block.facts.length;
    }
    for (const fact of block.facts) holds[fact] = 0;
    if (!worse) kept.push(block);
  }
  return kept;
}

function greedy(blocks: readonly Block[], budget: number, count: number, free: Uint8Array, forced: Block | null): number {
  const covered = free.slice();
  let left = budget;
  const gainOf = ({ facts }: Block): number => {
    let gain = 0;
    for (let k = 0; k < facts.length; k++) if (covered[facts[k]!] === 0) gain++;
    return gain;
  };
  const take = ({ facts, tokens }: Block): void => {
    for (let k = 0; k < facts.length; k++) covered[facts[k]!] = 1;
    left -= tokens;
  };
  if (forced) take(forced);
  // Lazy: what a block adds only shrinks, so one whose rate was known to be lower need not be looked at.
  const rates = Float64Array.from(blocks, (block) => gainOf(block) / block.tokens);
  const open = new Set(blocks.keys());
  for (;;) {
    let best = -1;
    let rate = 0;
    for (const b of open) {
      if (blocks[b]!.tokens > left) open.delete(b);
      else if (rates[b]! > rate) {
        rates[b] = gainOf(blocks[b]!) / blocks[b]!.tokens;
        if (rates[b]! > rate) {
          rate = rates[b]!;
          best = b;
        }
      }
    }
    if (best < 0) break;
    take(blocks[best]!);
    open.delete(best);
  }
  let sum = 0;
  for (let fact = 0; fact < count; fact++) sum += covered[fact]!;
  return sum;
}

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

/** Choices that are looked at beyond the greedy ones: enough for every choice among a dozen blocks. */
const CHOICES = 5000;

/**
 * Most facts that blocks within a budget (tokens) can hold, beside those in `free` (1 = there in any case). Greedy by marginal
 * facts per token, once more with each block forced first, and from the best of these a search that is complete for a dozen
 * blocks and stops early for many. `count` = number of facts.
 */
export function mostFacts(blocks: readonly Block[], budget: number, count: number, free: Uint8Array): number {
  const useful = withoutWorse(
    blocks
      .filter(({ tokens }) => tokens <= budget)
      .map(({ tokens, facts }) => ({ tokens, facts: facts.filter((fact) => free[fact] === 0) }))
      .filter(({ facts }) => facts.length > 0),
    count,
  );
  const given = free.reduce((sum, one) => sum + one, 0);
  let most = greedy(useful, budget, free, null);
  for (const first of useful) most = Math.max(most, greedy(useful, budget, free, first));
  return given + searched(useful, budget, free, most);
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

function gainOf(facts: Int32Array, covered: Uint8Array): number {
  let gain = 0;
  for (let k = 0; k < facts.length; k++) if (covered[facts[k]!] === 0) gain++;
  return gain;
}

/** Facts that the greedy choice adds. */
function greedy(blocks: readonly Block[], budget: number, free: Uint8Array, forced: Block | null): number {
  const covered = free.slice();
  let left = budget;
  let sum = 0;
  const take = ({ facts, tokens }: Block): void => {
    sum += gainOf(facts, covered);
    for (let k = 0; k < facts.length; k++) covered[facts[k]!] = 1;
    left -= tokens;
  };
  if (forced) take(forced);
  // What a block adds only shrinks, so one whose rate was known to be lower need not be looked at again.
  const rates = Float64Array.from(blocks, ({ facts, tokens }) => gainOf(facts, covered) / tokens);
  const open = new Set(blocks.keys());
  for (;;) {
    let best = -1;
    let rate = 0;
    for (const b of open) {
      const { tokens, facts } = blocks[b]!;
      if (tokens > left) open.delete(b);
      else if (rates[b]! > rate) {
        rates[b] = gainOf(facts, covered) / tokens;
        if (rates[b]! > rate) {
          rate = rates[b]!;
          best = b;
        }
      }
    }
    if (best < 0) return sum;
    take(blocks[best]!);
    open.delete(best);
  }
}

/** Takes or leaves block after block, the best rate first; leaves out what cannot add more than `known`. */
function searched(blocks: readonly Block[], budget: number, free: Uint8Array, known: number): number {
  const covered = free.slice();
  let most = known;
  let choices = CHOICES;
  const go = (rest: readonly Block[], left: number, sum: number): void => {
    if (sum > most) most = sum;
    if (choices-- <= 0) return;
    const open = rest
      .filter(({ tokens }) => tokens <= left)
      .map((block) => ({ block, gain: gainOf(block.facts, covered) }))
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain / b.block.tokens - a.gain / a.block.tokens);
    // As if blocks shared no facts and could be kept in part.
    let bound = sum;
    let room = left;
    for (const { block, gain } of open) {
      bound += gain * Math.min(1, room / block.tokens);
      room -= block.tokens;
      if (room <= 0) break;
    }
    const [first] = open;
    if (!first || Math.floor(bound + 1e-9) <= most) return;
    const others = open.slice(1).map(({ block }) => block);
    const added = first.block.facts.filter((fact) => covered[fact] === 0);
    for (const fact of added) covered[fact] = 1;
    go(others, left - first.block.tokens, sum + first.gain);
    for (const fact of added) covered[fact] = 0;
    go(others, left, sum);
  };
  go(blocks, budget, 0);
  return most;
}

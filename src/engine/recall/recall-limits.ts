/** What chance and the oracle keep at the same budget: whole blocks, as sets; no compaction is run. */
import { LazyHeap } from '../lib/arrays.ts';
import { shuffled } from '../lib/random.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { unitSizes } from '../signals/structure.ts';
import { removableUnits } from '../strategies/shared/plans.ts';
import type { Needs } from './needs.ts';
import { sum } from './recall-values.ts';

// The clairvoyant strategy that keeps whole blocks: it knows what will be needed and chooses blocks by needed facts per token. The ceiling
// for strategies that keep whole messages, not for those that edit or insert.

export interface Block {
  readonly tokens: number;
  /** Needed facts that it holds, each once. */
  readonly facts: Int32Array;
}

/** Choices tried beyond the greedy ones: enough for every choice among a dozen blocks. */
const CHOICES = 5000;
/**
 * Bounds for the greedy choices with a forced first block, and for the entries of the search, both of which would grow with the square of
 * the blocks. Up to 1,448 useful blocks each is forced once; of more, those with the best rates.
 */
const FORCED_LOOKS = 1 << 21;
const SEARCH_LOOKS = 1 << 22;

/** Work done by a choice: blocks compared, blocks passed to greedy choices, entries of the search. */
export interface Work {
  compared: number;
  forced: number;
  searched: number;
}

/**
 * Most facts that blocks within a budget (tokens) can hold, beside those in `free` (1 = there in any case). Greedy by marginal facts per
 * token, once more with each block forced first, and from the best of these a search that is complete for a dozen blocks and stops early
 * for many. `count` = number of facts; `work` is added to.
 */
export function mostFacts(
  blocks: readonly Block[],
  budget: number,
  count: number,
  free: Uint8Array,
  work: Work = { compared: 0, forced: 0, searched: 0 },
): number {
  const useful = withoutWorse(
    blocks
      .filter(({ tokens }) => tokens <= budget)
      .map(({ tokens, facts }) => ({ tokens, facts: facts.filter((fact) => free[fact] === 0) }))
      .filter(({ facts }) => facts.length > 0),
    count,
    work,
  );
  const given = free.reduce((sum, one) => sum + one, 0);
  const ratesOf = Float64Array.from(useful, ({ facts, tokens }) => facts.length / tokens);
  const byRate = Int32Array.from(useful.keys()).sort((a, b) => ratesOf[b]! - ratesOf[a]! || a - b);
  let most = greedy(useful, byRate, ratesOf, budget, free, null);
  const all = new Set(useful.flatMap(({ facts }) => Array.from(facts))).size;
  const forced = byRate.subarray(0, Math.ceil(FORCED_LOOKS / Math.max(1, useful.length)));
  for (const first of forced) {
    if (most === all) break;
    most = Math.max(most, greedy(useful, byRate, ratesOf, budget, free, useful[first]!));
    work.forced += useful.length;
  }
  if (most === all) return given + all;
  const best = Array.from(byRate, (b) => useful[b]!);
  return given + searched(best, budget, free, most, work);
}

/** Removes dominated blocks: another one has at least the same facts for no more tokens. */
function withoutWorse(blocks: readonly Block[], count: number, work: Work): readonly Block[] {
  const holds = new Uint8Array(count);
  const kept: Block[] = [];
  /** By fact: the remaining blocks with it. A block with all facts of another is in the shortest of their lists. */
  const holders: (Block[] | undefined)[] = Array.from({ length: count });
  const inOrder = blocks.toSorted((a, b) => a.tokens - b.tokens || b.facts.length - a.facts.length);
  for (const block of inOrder) {
    let shortest: readonly Block[] = kept;
    for (const fact of block.facts) {
      holds[fact] = 1;
      const list = holders[fact] ?? NONE;
      if (list.length < shortest.length) shortest = list;
    }
    // Earlier ones take no more tokens.
    let worse = false;
    for (let k = 0; k < shortest.length && !worse; k++) {
      work.compared++;
      const other = shortest[k]!.facts;
      if (other.length < block.facts.length) continue;
      let shared = 0;
      for (let f = 0; f < other.length; f++) shared += holds[other[f]!]!;
      worse = shared === block.facts.length;
    }
    for (const fact of block.facts) holds[fact] = 0;
    if (worse) continue;
    kept.push(block);
    for (const fact of block.facts) {
      const list = holders[fact];
      if (list) list.push(block);
      else holders[fact] = [block];
    }
  }
  return kept;
}

const NONE: readonly Block[] = [];

function gainOf(facts: Int32Array, covered: Uint8Array): number {
  let gain = 0;
  for (let k = 0; k < facts.length; k++) if (covered[facts[k]!] === 0) gain++;
  return gain;
}

/**
 * Facts added by the greedy choice: repeatedly the best rate, the first block among equals. `byRate` = blocks in the order of what they
 * would add initially (`ratesAtFirst`).
 */
function greedy(
  blocks: readonly Block[],
  byRate: Int32Array,
  ratesAtFirst: Float64Array,
  budget: number,
  free: Uint8Array,
  forced: Block | null,
): number {
  const covered = free.slice();
  const heap = new LazyHeap(ratesAtFirst.slice(), byRate.slice());
  let left = budget;
  let sum = 0;
  const take = ({ facts, tokens }: Block): void => {
    for (let k = 0; k < facts.length; k++) {
      if (covered[facts[k]!] === 0) sum++;
      covered[facts[k]!] = 1;
    }
    left -= tokens;
  };
  if (forced) take(forced);
  for (let top = heap.top; top >= 0; top = heap.top) {
    const block = blocks[top]!;
    const rate = block.tokens > left ? 0 : gainOf(block.facts, covered) / block.tokens;
    const isTrue = rate === heap.topValue;
    if (isTrue) take(block);
    if (rate > 0 && !isTrue) heap.lower(rate);
    else heap.pop();
  }
  return sum;
}

/** Blocks available at a choice, best rate first, with what each would add. */
interface OpenBlocks {
  readonly blocks: Block[];
  readonly gains: number[];
  readonly rates: number[];
}

/** Takes or leaves blocks, best rate first, and prunes branches that cannot add more than `known`. */
function searched(blocks: readonly Block[], budget: number, free: Uint8Array, known: number, work: Work): number {
  const covered = free.slice();
  let most = known;
  let choices = CHOICES;
  let looks = 0;
  /** By depth: choices of one depth are tried in turn and share their memory. */
  const opens: OpenBlocks[] = [];
  /** `rest` = the first `size` of a depth above, without those before `from`. */
  const go = (rest: readonly Block[], from: number, size: number, depth: number, left: number, sum: number): void => {
    if (sum > most) most = sum;
    if (choices-- <= 0 || looks >= SEARCH_LOOKS) return;
    looks += size - from;
    opens[depth] ??= { blocks: [], gains: [], rates: [] };
    const { blocks: open, gains, rates } = opens[depth]!;
    let count = 0;
    for (let k = from; k < size; k++) {
      const block = rest[k]!;
      const gain = block.tokens <= left ? gainOf(block.facts, covered) : 0;
      if (gain === 0) continue;
      // They come in their previous order: few have to move.
      const rate = gain / block.tokens;
      let at = count++;
      for (; at > 0 && rates[at - 1]! < rate; at--) {
        open[at] = open[at - 1]!;
        gains[at] = gains[at - 1]!;
        rates[at] = rates[at - 1]!;
      }
      open[at] = block;
      gains[at] = gain;
      rates[at] = rate;
    }
    // An upper bound, as if blocks shared no facts and could be kept in part.
    let bound = sum;
    let room = left;
    for (let k = 0; k < count; k++) {
      bound += gains[k]! * Math.min(1, room / open[k]!.tokens);
      room -= open[k]!.tokens;
      if (room <= 0) break;
    }
    if (count === 0 || Math.floor(bound + 1e-9) <= most) return;
    const first = open[0]!;
    const added = first.facts.filter((fact) => covered[fact] === 0);
    for (const fact of added) covered[fact] = 1;
    go(open, 1, count, depth + 1, left - first.tokens, sum + gains[0]!);
    for (const fact of added) covered[fact] = 0;
    go(open, 1, count, depth + 1, left, sum);
  };
  go(blocks, 0, blocks.length, 0, budget, 0);
  work.searched += looks;
  return most;
}

const RANDOM_RUNS = 20;

interface Blocks {
  /** Removable units in order; tokens and needed facts of each. */
  readonly blocks: readonly Block[];
  /** By needed fact: 1 where protected content holds it. */
  readonly free: Uint8Array;
  /** Tokens of everything protected, tool definitions included. */
  readonly fixed: number;
}

/** What was needed, by message: of facts, or of an independent measure. */
type MessageNeeds = Pick<Needs, 'held' | 'needed'>;

function blocksOf(prefix: PreparedTranscript, { held, needed }: MessageNeeds): Blocks {
  const removable = removableUnits(prefix);
  const { tokens } = unitSizes(prefix);
  const factsOf = (unit: number): Int32Array => {
    const found = new Set<number>();
    for (const i of prefix.units[unit]!.members) for (const local of held[i]!) if (local < needed) found.add(local);
    return Int32Array.from(found);
  };
  const blocks = Array.from(removable, (unit) => ({ tokens: tokens[unit]!, facts: factsOf(unit) }));
  const free = new Uint8Array(needed);
  const mayGo = new Set(removable);
  prefix.units.forEach((_, unit) => {
    if (!mayGo.has(unit)) for (const local of factsOf(unit)) free[local] = 1;
  });
  return { blocks, free, fixed: prefix.counts.total - blocks.reduce((all, block) => all + block.tokens, 0) };
}

export interface Bounds {
  /** Needed facts kept: mean of the random removals, and by the oracle. */
  readonly random: number;
  readonly oracle: number;
}

/** `target` in tokens, as for any strategy: protected content counts. Seeds of the random removals: seed, seed + 1, … */
export function boundsOf(prefix: PreparedTranscript, needs: MessageNeeds, target: number, seed: number): Bounds {
  const { blocks, free, fixed } = blocksOf(prefix, needs);
  const places = Int32Array.from(blocks.keys());
  let random = 0;
  for (let run = 0; run < RANDOM_RUNS; run++) {
    const order = shuffled(places, seed + run);
    let left = prefix.counts.total;
    let gone = 0;
    while (gone < order.length && left > target) left -= blocks[order[gone++]!]!.tokens;
    const covered = free.slice();
    for (const b of order.subarray(gone)) for (const fact of blocks[b]!.facts) covered[fact] = 1;
    random += sum(covered);
  }
  return { random: random / RANDOM_RUNS, oracle: mostFacts(blocks, target - fixed, needs.needed, free) };
}

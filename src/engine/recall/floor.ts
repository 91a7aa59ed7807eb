/** What chance and the oracle keep at the same budget: whole blocks, as sets; no compaction is run. */
import type { PreparedTranscript } from '../signals/contract.ts';
import { unitSizes } from '../signals/structure.ts';
import { removableUnits } from '../strategies/shared/plans.ts';
import { shuffled } from '../lib/random.ts';
import type { Needs } from './needs.ts';
import { type Block, mostFacts } from './oracle.ts';
import { sum } from './pooled.ts';

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

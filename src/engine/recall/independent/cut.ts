/** The independent measures at one cut of a recording. */
import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Prepared } from '../../signals/contract.ts';
import { perTranscript } from '../../signals/remember.ts';
import { textsOf } from '../../tokens/parts.ts';
import type { Message } from '../../transcript/types.ts';
import { Levels } from './chance.ts';
import { INDEPENDENT, type Independent, type IndependentCounts, type IndependentTally } from './contract.ts';
import { itemsOf } from './items.ts';
import { type CutAt, type Needed, neededAt } from './needs.ts';

/** A compacted context: its messages, and by message its index in the context that was compacted, −1 for insertions. */
export interface Compacted {
  readonly context: readonly Message[];
  readonly origins: ArrayLike<number>;
}

/** Written messages whose items are remembered: rows and cuts shorten the same outputs to the same text. */
const MOST_SCANNED = 20_000;
const scannedOf = perTranscript(() => new BoundedMap<string, Int32Array>(MOST_SCANNED));
const LONGEST_KEY = 20_000;

export class IndependentCut {
  readonly #base: Prepared;
  readonly #prefix: Prepared;
  readonly #needed: Needed;
  readonly #seed: number;
  #levels: Levels | null = null;
  readonly #total: readonly number[];

  /** `prefix` = the context at the cut as a context of its own: what a strategy compacts. */
  constructor(base: Prepared, prefix: Prepared, cut: CutAt, seed: number) {
    this.#base = base;
    this.#prefix = prefix;
    this.#needed = neededAt(base, cut);
    this.#seed = seed;
    this.#total = this.#count(() => true);
  }

  /** Needed items by measure. */
  get needed(): Readonly<Record<Independent, number>> {
    return named((m) => this.#total[m]!);
  }

  /** What a compacted context has of what was needed, and what chance and the newest messages have in `tokens`. */
  tally(compacted: Compacted, tokens: number): IndependentTally {
    const kept = this.#kept(compacted);
    this.#levels ??= new Levels(this.#prefix, this.#needed, this.#seed);
    const chance = this.#levels.chance(tokens);
    const newest = this.#levels.newest(tokens);
    return named((m) => ({ kept: kept[m]!, needed: this.#total[m]!, chance: chance[m]!, newest: newest[m]! }));
  }

  /** By measure: needed items in a compacted context. */
  kept(compacted: Compacted): Readonly<Record<Independent, number>> {
    const kept = this.#kept(compacted);
    return named((m) => kept[m]!);
  }

  #kept({ context, origins }: Compacted): readonly number[] {
    const { held, count, localOf } = this.#needed;
    const there = new Uint8Array(count);
    const written: (readonly [Message, number])[] = [];
    context.forEach((message, j) => {
      const origin = origins[j]!;
      if (origin >= 0 && message === this.#prefix.messages[origin]) for (const local of held[origin]!) there[local] = 1;
      else written.push([message, origin]);
    });
    for (const [message, origin] of written) {
      // An edit leaves items of the message, or of its tool block: where all of them stand elsewhere, there is nothing to look for.
      if (origin >= 0 && !this.#hasOpen(origin, there)) continue;
      for (const item of this.#itemsIn(message)) if (localOf[item]! > 0) there[localOf[item]! - 1] = 1;
    }
    return this.#count((local) => there[local] === 1);
  }

  #hasOpen(origin: number, there: Uint8Array): boolean {
    const { units, unitOf } = this.#prefix;
    return units[unitOf[origin]!]!.members.some((j) => this.#needed.held[j]!.some((local) => there[local] === 0));
  }

  #itemsIn(message: Message): Int32Array {
    const items = itemsOf(this.#base);
    const key = `${message.role}|${message.parts.map((part) => `${part.type}:${textsOf(part).join('\n')}`).join('\n')}`;
    return key.length > LONGEST_KEY ? items.itemsOf(message) : scannedOf(this.#base).getOrMake(key, () => items.itemsOf(message));
  }

  #count(has: (local: number) => boolean): readonly number[] {
    const { counts, count, groups, groupMeasure } = this.#needed;
    const found = INDEPENDENT.map(() => 0);
    for (let local = 0; local < count; local++) {
      if (counts[local] !== 0 && has(local)) for (let m = 0; m < found.length; m++) if ((counts[local]! & (1 << m)) !== 0) found[m]!++;
    }
    for (const group of groups) if (group.every(has)) found[groupMeasure]!++;
    return found;
  }

  /** By message of the context, the needed items of one measure: what a choice of whole messages is made by. Edits have none of their own. */
  holders(measure: Independent): { readonly held: readonly Int32Array[]; readonly needed: number } {
    const { held, counts, count } = this.#needed;
    const bit = 1 << INDEPENDENT.indexOf(measure);
    const numbers = new Int32Array(count).fill(-1);
    let needed = 0;
    for (let local = 0; local < count; local++) if ((counts[local]! & bit) !== 0) numbers[local] = needed++;
    return { needed, held: held.map((list) => list.map((local) => numbers[local]!).filter((number) => number >= 0)) };
  }
}

function named<T>(of: (m: number) => T): Readonly<Record<Independent, T>> {
  return Object.fromEntries(INDEPENDENT.map((name, m) => [name, of(m)])) as Record<Independent, T>;
}

/** Counts added up, say over the cuts of a recording. */
export function pooledTally(tallies: readonly IndependentTally[]): IndependentTally {
  const add = (name: Independent, of: keyof IndependentCounts): number => tallies.reduce((all, one) => all + one[name][of], 0);
  return named((m) => {
    const name = INDEPENDENT[m]!;
    return { kept: add(name, 'kept'), needed: add(name, 'needed'), chance: add(name, 'chance'), newest: add(name, 'newest') };
  });
}

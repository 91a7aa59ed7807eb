/** The independent measures at one cut of a recording. */
import { floorOf, LEADING } from '../../measures/independent/contract.ts';
import {
  bitOf,
  INDEPENDENT,
  type Independent,
  type IndependentCounts,
  type IndependentTally,
  type IndependentValue,
  type IndependentValues,
  JUDGES,
  type Judge,
} from './contract.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Message, Part } from '../../transcript/types.ts';
import { type CutRange, Levels, type NeededItems, neededAt } from './independent-needs.ts';
import { perTranscript } from '../../signals/remember.ts';
import { textsOf } from '../../tokens/count.ts';
import { type Items, itemsOf } from './independent-items.ts';

// Counts of the independent measures as values.

export function independentValues(tally: IndependentTally): IndependentValues {
  return Object.fromEntries(
    INDEPENDENT.map((name): [Independent, IndependentValue] => {
      const { kept, needed, chance, newest } = tally[name];
      const share = (count: number): number | null => (needed === 0 ? null : count / needed);
      return [name, { kept, needed, share: share(kept), chance: share(chance), newest: share(newest), floor: floorOf(name) }];
    }),
  ) as Record<Independent, IndependentValue> as IndependentValues;
}

// Items of what strategies write, remembered by text: rows, cuts and targets shorten the same outputs to the same texts.

/** Characters of remembered texts; beyond that all are dropped. */
const REMEMBERED = 8_000_000;

class ItemScan {
  readonly #items: Items;
  /** Parts that an edit left as they were, and parts that recur as the same object. */
  #parts = new WeakMap<Part, Int32Array>();
  /** By role and type of part: the arguments of a call are read otherwise than the words of an answer. */
  readonly #texts = new Map<string, Map<string, Int32Array>>();
  #characters = 0;

  constructor(items: Items) {
    this.#items = items;
  }

  /** The items of each part; one may be in several. */
  of({ role, parts }: Message): readonly Int32Array[] {
    return parts.map((part) => {
      let found = this.#parts.get(part);
      if (!found) {
        found = this.#ofText(role, part);
        this.#parts.set(part, found);
      }
      return found;
    });
  }

  #ofText(role: Message['role'], part: Part): Int32Array {
    const kind = `${role} ${part.type}`;
    const known = this.#texts.get(kind) ?? new Map<string, Int32Array>();
    this.#texts.set(kind, known);
    const key = textsOf(part).join('\n');
    let found = known.get(key);
    if (!found) {
      found = this.#items.itemsOf({ role, parts: [part] });
      this.#characters += key.length;
      if (this.#characters > REMEMBERED) {
        for (const texts of this.#texts.values()) texts.clear();
        this.#characters = key.length;
      }
      known.set(key, found);
    }
    return found;
  }
}

/** What is remembered of a transcript, for all cuts and rows. */
export const scannedOf = perTranscript((base) => new ItemScan(itemsOf(base)));

const DECIDING = LEADING.reduce((bits, measure) => bits | bitOf(measure), 0);

/** Needed items of the measures that decide that a compacted context lacks: in the recording, with the message that said each last and the first that used it. */
export interface LostItems {
  readonly items: Int32Array;
  readonly seenAt: Int32Array;
  readonly usedAt: Int32Array;
}

/** A compacted context: its messages, and by message its index in the context that was compacted, −1 for insertions. */
export interface CompactedContext {
  readonly context: readonly Message[];
  readonly origins: ArrayLike<number>;
}

class FoundItems {
  readonly there: Uint8Array;
  readonly #needed: NeededItems;
  /** How many, by the set of measures that they count for. */
  readonly #sets = new Int32Array(1 << JUDGES.length);

  constructor(needed: NeededItems) {
    this.#needed = needed;
    this.there = new Uint8Array(needed.count);
  }

  add(local: number): void {
    if (this.there[local] === 1) return;
    this.there[local] = 1;
    this.#sets[this.#needed.counts[local]!]!++;
  }

  byMeasure(): readonly number[] {
    const counts = JUDGES.map((_, m) => this.#sets.reduce((sum, items, set) => ((set & (1 << m)) !== 0 ? sum + items : sum), 0));
    for (const { of, items } of this.#needed.groups) if (items.every((local) => this.there[local] === 1)) counts[of]!++;
    return counts;
  }
}

export class IndependentCut {
  readonly #base: PreparedTranscript;
  readonly #prefix: PreparedTranscript;
  readonly #needed: NeededItems;
  readonly #seed: number;
  #levels: Levels | null = null;
  readonly #total: readonly number[];
  readonly #sources: Int32Array;
  #seenAt: Int32Array | null = null;

  /** `prefix` = the context at the cut as a context of its own: what a strategy compacts. */
  constructor(base: PreparedTranscript, prefix: PreparedTranscript, cut: CutRange, seed: number) {
    this.#base = base;
    this.#prefix = prefix;
    this.#needed = neededAt(base, cut);
    this.#seed = seed;
    this.#sources = cut.sources;
    const all = new FoundItems(this.#needed);
    for (let local = 0; local < this.#needed.count; local++) all.add(local);
    this.#total = all.byMeasure();
  }

  /** Needed items by measure. */
  get needed(): Readonly<Record<Judge, number>> {
    return named((m) => this.#total[m]!);
  }

  /** What a compacted context has of what was needed, and what chance and the newest messages have in `tokens`. */
  tally(compacted: CompactedContext, tokens: number): IndependentTally {
    return this.measure(compacted, tokens).tally;
  }

  /** The same with what was lost. */
  measure(compacted: CompactedContext, tokens: number): { readonly tally: IndependentTally; readonly lost: LostItems } {
    const found = this.#found(compacted);
    const kept = found.byMeasure();
    const levels = this.#levelsOf();
    const chance = levels.chance(tokens);
    const newest = levels.newest(tokens);
    const tally = named((m) => ({ kept: kept[m]!, needed: this.#total[m]!, chance: chance[m]!, newest: newest[m]! }));
    return { tally, lost: this.#lost(found) };
  }

  #lost({ there }: FoundItems): LostItems {
    const { ids, usedAt, counts, held, count } = this.#needed;
    if (!this.#seenAt) {
      const seenAt = new Int32Array(count);
      this.#sources.forEach((i, j) => {
        for (const local of held[j]!) seenAt[local] = i;
      });
      this.#seenAt = seenAt;
    }
    const seenAt = this.#seenAt;
    const lost: number[] = [];
    for (let local = 0; local < count; local++) if (there[local] === 0 && (counts[local]! & DECIDING) !== 0) lost.push(local);
    const of = (values: Int32Array): Int32Array => Int32Array.from(lost, (local) => values[local]!);
    return { items: of(ids), seenAt: of(seenAt), usedAt: of(usedAt) };
  }

  /** By measure: needed items in random messages of at most so many tokens; a mean. */
  chance(tokens: number): Readonly<Record<Judge, number>> {
    const kept = this.#levelsOf().chance(tokens);
    return named((m) => kept[m]!);
  }

  #levelsOf(): Levels {
    this.#levels ??= new Levels(this.#prefix, this.#needed, this.#seed);
    return this.#levels;
  }

  /** By measure: needed items in a compacted context. */
  kept(compacted: CompactedContext): Readonly<Record<Judge, number>> {
    const kept = this.#found(compacted).byMeasure();
    return named((m) => kept[m]!);
  }

  #found({ context, origins }: CompactedContext): FoundItems {
    const { held, localOf } = this.#needed;
    const { messages } = this.#prefix;
    const found = new FoundItems(this.#needed);
    const written: number[] = [];
    for (let j = 0; j < context.length; j++) {
      const origin = origins[j]!;
      if (origin < 0 || context[j] !== messages[origin]) {
        written.push(j);
        continue;
      }
      const locals = held[origin]!;
      for (let k = 0; k < locals.length; k++) found.add(locals[k]!);
    }
    const scanned = scannedOf(this.#base);
    for (const j of written) {
      // An edit leaves items of the message, or of its tool block: where all of them stand elsewhere, there is nothing to look for.
      if (origins[j]! >= 0 && !this.#hasOpen(origins[j]!, found.there)) continue;
      for (const items of scanned.of(context[j]!)) {
        for (let k = 0; k < items.length; k++) {
          const local = localOf[items[k]!]!;
          if (local > 0) found.add(local - 1);
        }
      }
    }
    return found;
  }

  #hasOpen(origin: number, there: Uint8Array): boolean {
    const { units, unitOf } = this.#prefix;
    for (const j of units[unitOf[origin]!]!.members) {
      const held = this.#needed.held[j]!;
      for (let k = 0; k < held.length; k++) if (there[held[k]!] === 0) return true;
    }
    return false;
  }

  /** By message of the context, the needed items of one measure: what a choice of whole messages is made by. Edits have none of their own. */
  holders(measure: Independent): { readonly held: readonly Int32Array[]; readonly needed: number } {
    const { held, counts, count } = this.#needed;
    const bit = bitOf(measure);
    const numbers = new Int32Array(count).fill(-1);
    let needed = 0;
    for (let local = 0; local < count; local++) if ((counts[local]! & bit) !== 0) numbers[local] = needed++;
    return { needed, held: held.map((list) => list.map((local) => numbers[local]!).filter((number) => number >= 0)) };
  }
}

function named<T>(of: (m: number) => T): Readonly<Record<Judge, T>> {
  return Object.fromEntries(JUDGES.map((name, m) => [name, of(m)])) as Record<Judge, T>;
}

/** Counts added up, say over the cuts of a recording. */
export function pooledTally(tallies: readonly IndependentTally[]): IndependentTally {
  const add = (name: Judge, of: keyof IndependentCounts): number => tallies.reduce((all, one) => all + one[name][of], 0);
  return named((m) => {
    const name = JUDGES[m]!;
    return { kept: add(name, 'kept'), needed: add(name, 'needed'), chance: add(name, 'chance'), newest: add(name, 'newest') };
  });
}

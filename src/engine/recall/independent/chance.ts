/** What a choice of whole messages keeps of some items at any number of tokens: at random, or the newest. */
import { lowerBound } from '../../lib/bisect.ts';
import { shuffled } from '../../lib/random.ts';
import type { Prepared } from '../../signals/contract.ts';
import { protectedUnits, unitSizes } from '../../signals/units.ts';
import { INDEPENDENT } from './contract.ts';

/** Random orders whose mean is the expectation. */
const RUNS = 20;
const MEASURES = INDEPENDENT.length;

export interface Held {
  /** By message of the context: its items. */
  readonly held: readonly Int32Array[];
  readonly count: number;
  /** By item: the measures that count it, as bits; edits count by group. */
  readonly counts: Uint8Array;
  readonly groups: readonly Int32Array[];
  readonly groupMeasure: number;
}

/** One order of removal, read off at any number of tokens. */
class Order {
  /** Tokens gone after each removal. */
  readonly #gone: Float64Array;
  /** By number of removals and measure: items that are left. */
  readonly #left: Int32Array;

  constructor(prefix: Prepared, items: Held, order: Int32Array) {
    const { tokens } = unitSizes(prefix);
    const most = order.length;
    this.#gone = new Float64Array(most);
    const at = new Int32Array(prefix.units.length).fill(most);
    let gone = 0;
    for (let k = 0; k < most; k++) {
      at[order[k]!] = k;
      gone += tokens[order[k]!]!;
      this.#gone[k] = gone;
    }
    // The removal at which an item goes: that of the last message that holds it.
    const goes = new Int32Array(items.count).fill(-1);
    for (let j = 0; j < items.held.length; j++) {
      const last = at[prefix.unitOf[j]!]!;
      const held = items.held[j]!;
      for (let k = 0; k < held.length; k++) if (goes[held[k]!]! < last) goes[held[k]!] = last;
    }
    const left = new Int32Array((most + 1) * MEASURES);
    for (let item = 0; item < items.count; item++) {
      if (goes[item]! < 0) continue;
      for (let m = 0, of = items.counts[item]!; of !== 0; m++, of >>= 1) left[goes[item]! * MEASURES + m]! += of & 1;
    }
    for (const group of items.groups) {
      let first = most;
      for (const item of group) first = Math.min(first, goes[item]!);
      if (first >= 0) left[first * MEASURES + items.groupMeasure]!++;
    }
    for (let k = most * MEASURES - 1; k >= 0; k--) left[k]! += left[k + MEASURES]!;
    this.#left = left;
  }

  /** By measure: items kept when messages go until no more than `tokens` of `total` are left. */
  add(total: number, tokens: number, into: Float64Array): void {
    const most = this.#gone.length;
    const removed = total <= tokens ? 0 : Math.min(most, lowerBound(this.#gone, total - tokens) + 1);
    for (let m = 0; m < MEASURES; m++) into[m]! += this.#left[removed * MEASURES + m]!;
  }
}

/** Chance and the newest messages at one cut. Protected messages stay, as in every strategy. */
export class Levels {
  readonly #total: number;
  readonly #random: readonly Order[];
  readonly #newest: Order;

  constructor(prefix: Prepared, items: Held, seed: number) {
    this.#total = prefix.counts.total;
    const stays = protectedUnits(prefix);
    const removable = Int32Array.from(stays.keys()).filter((unit) => stays[unit] === 0);
    this.#newest = new Order(prefix, items, removable);
    this.#random = Array.from({ length: RUNS }, (_, run) => new Order(prefix, items, shuffled(removable, seed + run)));
  }

  /** By measure. */
  newest(tokens: number): Float64Array {
    const kept = new Float64Array(MEASURES);
    this.#newest.add(this.#total, tokens, kept);
    return kept;
  }

  chance(tokens: number): Float64Array {
    const kept = new Float64Array(MEASURES);
    for (const order of this.#random) order.add(this.#total, tokens, kept);
    return kept.map((one) => one / RUNS);
  }
}

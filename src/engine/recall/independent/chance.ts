/** What a choice of whole messages keeps of some items at any number of tokens: at random, or the newest. */
import { lowerBound } from '../../lib/bisect.ts';
import { shuffled } from '../../lib/random.ts';
import type { Prepared } from '../../signals/contract.ts';
import { protectedUnits, unitSizes } from '../../signals/units.ts';
import { INDEPENDENT } from './contract.ts';

/** Random orders whose mean is the expectation. */
const RUNS = 20;
const MEASURES = INDEPENDENT.length;

/** Items of one cut. */
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
  /** By measure: at which removal an item goes, ascending; an item that stays goes after the last. */
  readonly #goes: readonly Int32Array[];

  constructor(prefix: Prepared, items: Held, order: Int32Array) {
    const { tokens } = unitSizes(prefix);
    this.#gone = new Float64Array(order.length);
    const at = new Int32Array(prefix.units.length).fill(order.length);
    let gone = 0;
    for (let k = 0; k < order.length; k++) {
      at[order[k]!] = k;
      gone += tokens[order[k]!]!;
      this.#gone[k] = gone;
    }
    const goes = new Int32Array(items.count).fill(-1);
    items.held.forEach((held, j) => {
      const last = at[prefix.unitOf[j]!]!;
      for (let k = 0; k < held.length; k++) if (goes[held[k]!]! < last) goes[held[k]!] = last;
    });
    const lists: number[][] = Array.from({ length: MEASURES }, () => []);
    for (let item = 0; item < items.count; item++) {
      for (let m = 0; m < MEASURES; m++) if ((items.counts[item]! & (1 << m)) !== 0) lists[m]!.push(goes[item]!);
    }
    for (const group of items.groups) lists[items.groupMeasure]!.push(group.reduce((least, item) => Math.min(least, goes[item]!), order.length));
    this.#goes = lists.map((list) => Int32Array.from(list).sort());
  }

  /** By measure: items kept when messages go until no more than `tokens` of `total` are left. */
  add(total: number, tokens: number, into: Float64Array): void {
    const removed = total <= tokens ? 0 : Math.min(this.#gone.length, lowerBound(this.#gone, total - tokens) + 1);
    this.#goes.forEach((goes, m) => {
      into[m]! += goes.length - lowerBound(goes, removed);
    });
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

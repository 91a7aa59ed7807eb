/** What the recorded future needed from memory, of the items of a recording. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { ownSummaries } from '../../signals/recorded-context.ts';
import type { TranscriptInput } from '../../signals/remember.ts';
import { lowerBound } from '../../lib/arrays.ts';
import { shuffled } from '../../lib/random.ts';
import { protectedUnits, unitSizes } from '../../signals/structure.ts';
import { bitOf, JUDGES } from './contract.ts';
import { type Items, isUsers, itemsOf, USER_SAYS, USES, USES_AS_PATH } from './independent-items.ts';

// What a choice of whole messages keeps of some items at any number of tokens: at random, or the newest.

/** Random orders whose mean is the expectation. */
const RUNS = 20;
const MEASURES = JUDGES.length;

/** Items that count as one, for the measure of this index: the lines of an edit, the words of a rule. */
interface Group {
  readonly of: number;
  readonly items: Int32Array;
}

interface ItemTable {
  /** By message of the context: its items. */
  readonly held: readonly Int32Array[];
  readonly count: number;
  /** By item: the measures that count it, as bits. */
  readonly counts: Uint8Array;
  readonly groups: readonly Group[];
}

/** One order of removal, read off at any number of tokens. */
class Order {
  /** Tokens gone after each removal. */
  readonly #gone: Float64Array;
  /** By number of removals and measure: items that are left. */
  readonly #left: Int32Array;

  constructor(prefix: PreparedTranscript, items: ItemTable, order: Int32Array) {
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
      for (const item of group.items) first = Math.min(first, goes[item]!);
      if (first >= 0) left[first * MEASURES + group.of]!++;
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

  constructor(prefix: PreparedTranscript, items: ItemTable, seed: number) {
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

/** A cut of a recording: the indexes of its context, the first message of the future and the first one after it. */
export interface CutRange {
  readonly sources: Int32Array;
  readonly at: number;
  readonly end: number;
}

export interface NeededItems extends ItemTable {
  readonly items: Items;
  /** By item of the recording: its number at this cut from 1, 0 = not needed. */
  readonly localOf: Int32Array;
  /** By local: its item in the recording, and the first message that used it after the cut. */
  readonly ids: Int32Array;
  readonly usedAt: Int32Array;
}

/** Of what system prompts and definitions of tools say: nobody has to remember it. */
const inHeader = (base: TranscriptInput): Uint8Array => {
  const items = itemsOf(base);
  const found = new Uint8Array(items.count);
  const definitions = JSON.stringify(base.transcript.tools);
  for (const item of items.itemsOf({ role: 'system', parts: [{ type: 'text', text: definitions }] })) found[item] = 1;
  base.messages.forEach(({ role }, i) => {
    if (role === 'system') for (let k = items.from[i]!; k < items.from[i + 1]!; k++) found[items.ids[k]!] = 1;
  });
  return found;
};

const STRINGS = bitOf('strings');
const PATHS = bitOf('paths');
const WORDING = bitOf('wording');
const PAIRS = bitOf('pairs');
const USER_WORDS = bitOf('userWords');
const FILES = bitOf('files');
const EDITS = JUDGES.indexOf('edits');
const RULES = JUDGES.indexOf('rules');
/** These count by group, so their bits only say that an item is in one. */
const BY_GROUP = bitOf('edits') | bitOf('rules');

/** Said again after the cut: by an answer, or first by somebody else. */
const SAID = 1;
const SUPPLIED = 2;

export function neededAt(base: PreparedTranscript, { sources, at, end }: CutRange): NeededItems {
  const items = itemsOf(base);
  const { messages } = base;
  const header = inHeader(base);
  const own = ownSummaries(base);
  const { from, ids, places, linesFrom, wordsFrom, pairsFrom } = items;
  const before = new Uint8Array(items.count);
  const counts = new Uint8Array(items.count);
  let lastUser = -1;
  for (const i of sources) if (isUsers(messages[i]!)) lastUser = i;
  for (const i of sources) {
    for (let k = from[i]!; k < from[i + 1]!; k++) {
      const item = ids[k]!;
      if (header[item] === 0) before[item] = 1;
      if (i !== lastUser && (places[k]! & USER_SAYS) !== 0) counts[item]! |= USER_WORDS;
      if (before[item] === 1 && (places[k]! & USES_AS_PATH) !== 0) counts[item]! |= FILES;
    }
  }

  const after = new Uint8Array(items.count);
  const usedAt = new Int32Array(items.count);
  const groups: Group[] = [];
  const rules = new Map(
    Array.from(sources)
      .filter((i) => i !== lastUser)
      .flatMap((i) => items.rulesAt(i))
      .map((words) => words.filter((item) => before[item] === 1))
      .map((words) => [words.join(), words]),
  );
  for (const words of rules.values()) if (words.length > 0) groups.push({ of: RULES, items: words });
  /** The measures that a use at this place counts for. */
  const measuresOf = (item: number, place: number): number => {
    if (item >= pairsFrom) {
      const isOpen = (string: number): boolean => before[string] === 1 && after[string] !== SUPPLIED;
      return isOpen(items.first.get(item - pairsFrom)) && isOpen(items.second.get(item - pairsFrom)) ? PAIRS : 0;
    }
    if (item >= wordsFrom) return items.isLong(item) ? WORDING : 0;
    return ((place & USES) !== 0 && items.isStringItem(item) ? STRINGS : 0) | ((place & USES_AS_PATH) !== 0 ? PATHS : 0);
  };
  for (let i = at; i < end; i++) {
    const { role, compaction, id } = messages[i]!;
    if (compaction !== undefined || own.has(id)) continue;
    for (const lines of items.editsAt(i)) {
      const open = lines.filter((item) => before[item] === 1 && after[item] === 0);
      if (open.length > 0) groups.push({ of: EDITS, items: open });
    }
    // A pair of strings is one of this message before its strings are said in it.
    for (let k = from[i + 1]! - 1; k >= from[i]!; k--) {
      const item = ids[k]!;
      const place = places[k]!;
      if (before[item] === 0) continue;
      const isLine = item >= linesFrom && item < wordsFrom;
      if (role !== 'assistant' || isLine) {
        if (after[item] === 0) after[item] = SUPPLIED;
      } else if ((place & (USES | USES_AS_PATH)) !== 0 && after[item] !== SUPPLIED) {
        counts[item]! |= measuresOf(item, place);
        if (after[item] === 0) usedAt[item] = i;
        after[item] = SAID;
      }
    }
  }
  for (const { of, items: some } of groups) for (const item of some) counts[item]! |= 1 << of;
  return heldBy(items, sources, counts, usedAt, groups);
}

function heldBy(items: Items, sources: Int32Array, counted: Uint8Array, usedAt: Int32Array, groups: readonly Group[]): NeededItems {
  const localOf = new Int32Array(items.count);
  const ids: number[] = [];
  for (let item = 0; item < counted.length; item++) if (counted[item] !== 0) localOf[item] = ids.push(item);
  const held = Array.from(sources, (i) => {
    const found: number[] = [];
    for (let k = items.from[i]!; k < items.from[i + 1]!; k++) if (localOf[items.ids[k]!]! > 0) found.push(localOf[items.ids[k]!]! - 1);
    return Int32Array.from(found);
  });
  return {
    items,
    localOf,
    ids: Int32Array.from(ids),
    usedAt: Int32Array.from(ids, (item) => usedAt[item]!),
    held,
    count: ids.length,
    counts: Uint8Array.from(ids, (item) => counted[item]! & ~BY_GROUP),
    groups: groups.map(({ of, items: some }) => ({ of, items: some.map((item) => localOf[item]! - 1) })),
  };
}

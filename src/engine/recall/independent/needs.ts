/** What the recorded future needed from memory, of the items of a recording. */
import type { Prepared } from '../../signals/contract.ts';
import { ownSummaries } from '../../signals/recorded-context.ts';
import { perTranscript } from '../../signals/remember.ts';
import type { Held } from './chance.ts';
import { bitOf, INDEPENDENT } from './contract.ts';
import { type Items, isUsers, itemsOf, USER_SAYS, USES, USES_AS_PATH } from './items.ts';

/** A cut of a recording: the indexes of its context, the first message of the future and the first one after it. */
export interface CutAt {
  readonly sources: Int32Array;
  readonly at: number;
  readonly end: number;
}

export interface Needed extends Held {
  readonly items: Items;
  /** By item of the recording: its number at this cut from 1, 0 = not needed. */
  readonly localOf: Int32Array;
  /** By local: its item in the recording, and the first message that used it after the cut. */
  readonly ids: Int32Array;
  readonly usedAt: Int32Array;
}

/** Of what system prompts and definitions of tools say: nobody has to remember it. */
const inHeader = perTranscript((base): Uint8Array => {
  const items = itemsOf(base);
  const found = new Uint8Array(items.count);
  const definitions = JSON.stringify(base.transcript.tools);
  for (const item of items.itemsOf({ role: 'system', parts: [{ type: 'text', text: definitions }] })) found[item] = 1;
  base.messages.forEach(({ role }, i) => {
    if (role === 'system') for (let k = items.from[i]!; k < items.from[i + 1]!; k++) found[items.ids[k]!] = 1;
  });
  return found;
});

const STRINGS = bitOf('strings');
const PATHS = bitOf('paths');
const WORDING = bitOf('wording');
const PAIRS = bitOf('pairs');
const USER_WORDS = bitOf('userWords');
/** Lines count by edit, not by themselves. */
const LINE = 1 << INDEPENDENT.length;

/** Said again after the cut: by an answer, or first by somebody else. */
const SAID = 1;
const SUPPLIED = 2;

export function neededAt(base: Prepared, { sources, at, end }: CutAt): Needed {
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
    }
  }

  const after = new Uint8Array(items.count);
  const usedAt = new Int32Array(items.count);
  const groups: number[][] = [];
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
      if (open.length > 0) groups.push(Array.from(open));
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
  for (const group of groups) for (const item of group) counts[item]! |= LINE;
  return heldBy(items, sources, counts, usedAt, groups);
}

function heldBy(items: Items, sources: Int32Array, counted: Uint8Array, usedAt: Int32Array, groups: readonly (readonly number[])[]): Needed {
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
    counts: Uint8Array.from(ids, (item) => counted[item]! & ~LINE),
    groups: groups.map((group) => Int32Array.from(group, (item) => localOf[item]! - 1)),
    groupMeasure: INDEPENDENT.indexOf('edits'),
  };
}

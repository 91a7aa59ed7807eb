/** The floor of every measure: what recorded agents used although their own compaction had lost it. */
import type { PreparedTranscript } from '../../signals/contract.ts';
import { contextBefore } from '../../signals/recorded-context.ts';
import type { Floor } from '../../measures/independent/contract.ts';
import { INDEPENDENT, type Independent } from './contract.ts';
import { neededAt } from './independent-needs.ts';

/** Needs after each readable compaction of a recording, and those that the agent's next context did not hold. */
export function recordedFloor(base: PreparedTranscript): Readonly<Record<Independent, Floor>> & { readonly compactions: number } {
  const { transcript, n } = base;
  const found = Object.fromEntries(INDEPENDENT.map((name) => [name, { lost: 0, needed: 0 }])) as Record<
    Independent,
    { lost: number; needed: number }
  >;
  let count = 0;
  for (const { at, summaryId } of transcript.compactions) {
    if (summaryId === undefined || at <= 0) continue;
    count++;
    const earlier = { ...transcript, compactions: transcript.compactions.filter((one) => one.at < at) };
    const end = transcript.compactions.reduce((next, one) => (one.at > at ? Math.min(next, one.at) : next), n);
    const needed = neededAt(base, { sources: contextBefore({ ...base, transcript: earlier }, at), at, end });
    const there = new Uint8Array(needed.count);
    const { from, ids } = needed.items;
    for (const i of contextBefore(base, at)) {
      for (let k = from[i]!; k < from[i + 1]!; k++) if (needed.localOf[ids[k]!]! > 0) there[needed.localOf[ids[k]!]! - 1] = 1;
    }
    INDEPENDENT.forEach((name, m) => {
      for (let local = 0; local < needed.count; local++) {
        if ((needed.counts[local]! & (1 << m)) === 0) continue;
        found[name].needed++;
        if (there[local] === 0) found[name].lost++;
      }
    });
    for (const { of, items } of needed.groups) {
      if (INDEPENDENT[of] !== 'edits') continue;
      found.edits.needed++;
      if (items.some((local) => there[local] === 0)) found.edits.lost++;
    }
  }
  return { ...found, compactions: count };
}

/** The recorded agent's own compactions, measured as a strategy is: how far the list of facts can be trusted. */
import type { Prepared } from '../signals/contract.ts';
import { factIndexOf } from '../signals/facts/index.ts';
import type { Recall } from './contract.ts';
import { contextBefore } from './cuts.ts';
import { needsOf } from './needs.ts';

/**
 * Over all readable compactions: facts of the context before it that were used from memory after it, and those of them that the
 * agent's context really held. Its future was made with that context, so what is missing there was no memory: a false need.
 */
export function recordedShare(base: Prepared, reasoningSeen: boolean): Recall['recorded'] {
  const { transcript, n } = base;
  const index = factIndexOf(transcript, 'recall');
  const share = { needed: 0, kept: 0, compactions: 0 };
  for (const { at, summaryId } of transcript.compactions) {
    if (summaryId === undefined || at <= 0) continue;
    const before = contextBefore({ ...base, transcript: { ...transcript, compactions: transcript.compactions.filter((one) => one.at < at) } }, at);
    const end = transcript.compactions.reduce((next, one) => (one.at > at ? Math.min(next, one.at) : next), n);
    const needs = needsOf(base, { sources: before, at, end, reasoningSeen });
    const there = new Set<number>();
    for (const i of contextBefore(base, at)) for (let k = index.from[i]!; k < index.from[i + 1]!; k++) there.add(index.ids[k]!);
    share.needed += needs.needed;
    for (const fact of needs.facts.subarray(0, needs.needed)) if (there.has(fact)) share.kept++;
    share.compactions++;
  }
  return share.compactions === 0 ? null : share;
}

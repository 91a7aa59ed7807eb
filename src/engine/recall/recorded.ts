/** The recorded agent's own compactions, measured like a strategy: a test of the list of facts. */
import type { Prepared } from '../signals/contract.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { DROP, KEEP } from '../strategies/contract.ts';
import type { RecordedCompaction } from '../transcript/types.ts';
import type { Recall } from './contract.ts';
import { preparedPart } from './cuts.ts';
import { Measured } from './kept.ts';
import { type Needs, needsOf } from './needs.ts';
import { sum } from './pooled.ts';

/** One readable compaction of the recording. Locals of `kept` and `bound` are those of `needs`. */
export interface RecordedCut {
  readonly at: number;
  readonly needs: Needs;
  /** By needed fact: 1 where the agent's next context held it, and where among its words. */
  readonly there: Uint8Array;
  readonly bound: Uint8Array;
  /** By needed fact: 1 where only the summary held it. */
  readonly told: Uint8Array;
}

/** Needs after each readable compaction, from the context before it, and what of them the agent really had. */
export function recordedCuts(base: Prepared, reasoningSeen: boolean): readonly RecordedCut[] {
  return base.transcript.compactions.flatMap((compaction) =>
    compaction.summaryId === undefined || compaction.at <= 0 ? [] : cutAt(base, compaction, reasoningSeen),
  );
}

function cutAt(base: Prepared, { at }: RecordedCompaction, reasoningSeen: boolean): RecordedCut {
  const { transcript, messages, n } = base;
  const earlier = { ...transcript, compactions: transcript.compactions.filter((one) => one.at < at) };
  const end = transcript.compactions.reduce((next, one) => (one.at > at ? Math.min(next, one.at) : next), n);
  const sources = contextBefore({ ...base, transcript: earlier }, at);
  const needs = needsOf(base, { sources, at, end, reasoningSeen });
  const prefix = preparedPart(base, sources);
  const placeOf = new Map(Array.from(sources, (i, j) => [i, j]));
  const after = contextBefore(base, at);
  const fates = new Uint8Array(prefix.n).fill(DROP);
  const origins = Int32Array.from(after, (i) => placeOf.get(i) ?? -1);
  for (const j of origins) if (j >= 0) fates[j] = KEEP;
  const measured = new Measured(prefix, needs, reasoningSeen);
  const { there, bound } = measured.keptIn({ context: () => Array.from(after, (i) => messages[i]!), origins: () => origins, fates });
  const whole = after.filter((i) => placeOf.has(i));
  const { there: stands } = measured.keptIn({
    context: () => Array.from(whole, (i) => messages[i]!),
    origins: () => whole.map((i) => placeOf.get(i)!),
    fates,
  });
  const told = Uint8Array.from(bound, (_, local) => (there[local] === 1 && stands[local] === 0 ? 1 : 0));
  return { at, needs, there: there.subarray(0, needs.needed), bound, told };
}

/**
 * Pooled over all readable compactions. The recorded future was made with that context, so whatever is missing there was no memory: a false
 * need.
 */
export function recordedShare(base: Prepared, reasoningSeen: boolean): Recall['recorded'] {
  const cuts = recordedCuts(base, reasoningSeen);
  if (cuts.length === 0) return null;
  const pooled = (of: (cut: RecordedCut) => number): number => sum(cuts.map(of));
  return {
    compactions: cuts.length,
    needed: pooled(({ needs }) => needs.needed),
    kept: pooled(({ there }) => sum(there)),
    bound: pooled(({ bound }) => sum(bound)),
  };
}

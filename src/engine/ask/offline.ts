/** Measures of one compacted context that need no model, to be held against the model's answers. */
import type { CompactionResult } from '../compaction/types.ts';
import { INDEPENDENT } from '../recall/independent/contract.ts';
import type { IndependentCut } from '../recall/independent/cut.ts';
import type { Measured } from '../recall/kept.ts';
import { sum } from '../recall/pooled.ts';
import type { Offline } from './contract.ts';

/** What a result is measured by alone; tokens and probes are known to the plan. */
export type OfflineValues = Readonly<Partial<Record<Offline, number | null>>>;

const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);

/** Of a result on the context at a cut. `measured` and `independent` are of that context. */
export function offlineAt(measured: Measured, independent: IndependentCut, { context, origins, plan }: CompactionResult): OfflineValues {
  const { needed } = measured.needs;
  const found = measured.keptIn({ context, origins, fates: plan.fates });
  const kept = sum(found.there.subarray(0, needed));
  const later = independent.kept({ context: context(), origins: origins() });
  return {
    recall: share(kept, needed),
    binding: share(sum(found.bound), kept),
    ...Object.fromEntries(INDEPENDENT.map((id) => [id, share(later[id], independent.needed[id])])),
  };
}

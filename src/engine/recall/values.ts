/** Recall of one row as the measures that a report and the page show, each with the reason where there is no number. */
import type { CompactionResult } from '../compaction/types.ts';
import type { RecallMeasure } from '../measures/result.ts';
import type { ResultMeasures } from '../measures/values.ts';
import type { Reason } from '../signals/contract.ts';
import type { Recall } from './contract.ts';
import { sum } from './pooled.ts';

export interface RecallValues {
  readonly measures: Pick<ResultMeasures, RecallMeasure>;
  readonly notes: Readonly<Partial<Record<RecallMeasure, Reason>>>;
}

function without(why: Reason, counts: Pick<ResultMeasures, 'neededFacts' | 'reReadCost'> | null = null): RecallValues {
  return {
    measures: { hindsightRecall: null, recallSkill: null, binding: null, neededFacts: null, reReadCost: null, ...counts },
    notes: {
      hindsightRecall: why,
      recallSkill: why,
      binding: why,
      ...(counts?.neededFacts == null && { neededFacts: why }),
      ...(counts?.reReadCost == null && { reReadCost: why }),
    },
  };
}

/** `recall` = of a comparison that has the row `key`; null where nobody measured it. `result` = of the row on the whole transcript. */
export function recallValues(recall: Recall | null, key: string, result: Pick<CompactionResult, 'outcome'>): RecallValues {
  if (!recall) return without({ key: 'measure-no-future' });
  const { cuts, needed: neededFacts, tooFew, random, oracle } = recall;
  const counts = { neededFacts, reReadCost: cuts.length === 0 ? null : sum(cuts.map(({ reRead }) => reRead.tokens)) / cuts.length };
  const row = recall.rows.find((one) => one.key === key);
  if (tooFew) return without(tooFew, counts);
  if (!row) return without({ key: 'measure-no-future' }, counts);
  if (row.failed) return without(row.failed, counts);
  // A strategy that has nothing to do has no score (SPEC 1), and one that stood idle at every cut neither.
  if (result.outcome !== 'compacted' || row.compacted === 0) return without({ key: 'measure-not-compacted' }, counts);
  const { recall: hindsightRecall, skill: recallSkill, binding } = row;
  return {
    measures: { hindsightRecall, recallSkill, binding, ...counts },
    notes: {
      ...(recallSkill === null && {
        recallSkill: random === null || oracle === null ? { key: 'measure-no-target' } : { key: 'recall-no-room', values: { random, oracle } },
      }),
      ...(binding === null && { binding: { key: 'measure-no-needs' } }),
    },
  };
}

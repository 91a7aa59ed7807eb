/** Recall of one row as measures of a report and the page, each with the reason if there is no number. */
import type { CompactionResult } from '../compaction/types.ts';
import { RECALL_MEASURES, type RecallMeasure } from '../measures/run/result.ts';
import type { ResultMeasures } from '../measures/values.ts';
import type { Reason } from '../signals/contract.ts';
import type { Recall } from './contract.ts';
import { sum } from './pooled.ts';
import { isBy, OTHER_WRITER } from './writer.ts';

export interface RecallValues {
  readonly measures: Pick<ResultMeasures, RecallMeasure>;
  readonly notes: Readonly<Partial<Record<RecallMeasure, Reason>>>;
}

/** Values shared by all rows, present even if the row itself has no number. */
type Alike = Pick<ResultMeasures, 'neededFacts' | 'reReadCost'>;

function without(why: Reason, counts: Partial<Alike> = {}): RecallValues {
  const measures = { ...NOTHING, ...counts };
  return { measures, notes: Object.fromEntries(RECALL_MEASURES.flatMap((name) => (measures[name] === null ? [[name, why]] : []))) };
}

const NOTHING = Object.fromEntries(RECALL_MEASURES.map((name) => [name, null])) as Record<RecallMeasure, null>;

/**
 * `recall` = of a comparison with the row `key`; null if not measured. `result` = of the row on the whole transcript; `writer` = who writes
 * its summaries there.
 */
export function recallValues(recall: Recall | null, key: string, result: Pick<CompactionResult, 'outcome'>, writer: string): RecallValues {
  if (!recall) return without({ key: 'measure-no-future' });
  const { cuts, needed: neededFacts, tooFew, random, oracle } = recall;
  const counts = { neededFacts, reReadCost: cuts.length === 0 ? null : sum(cuts.map(({ reRead }) => reRead.tokens)) / cuts.length };
  const row = recall.rows.find((one) => one.key === key);
  if (tooFew) return without(tooFew, counts);
  if (!row) return without({ key: 'measure-no-future' }, counts);
  if (row.failed) return without(row.failed, counts);
  // A strategy with nothing to do has no score, and neither has one that was idle at every cut.
  if (result.outcome !== 'compacted') return without({ key: 'measure-not-compacted' }, counts);
  if (row.compacted === 0)
    return without({ key: row.idle === cuts.length ? 'recall-idle' : 'recall-refused', values: { cuts: cuts.length } }, counts);
  if (!isBy(row, writer)) return without(OTHER_WRITER, counts);
  const { recall: hindsightRecall, skill: recallSkill, binding, tokens: recallLeft, idle: cutsIdle, overBudget, belowChance } = row;
  const noTarget: Reason = { key: 'measure-no-target' };
  return {
    measures: { hindsightRecall, recallLeft, cutsIdle, overBudget, belowChance, recallSkill, binding, ...counts },
    notes: {
      ...(overBudget === null && { overBudget: noTarget }),
      ...(belowChance === null && { belowChance: noTarget }),
      ...(recallSkill === null && {
        recallSkill: random === null || oracle === null ? noTarget : { key: 'recall-no-room', values: { random, oracle } },
      }),
      ...(binding === null && { binding: { key: 'measure-no-needs' } }),
    },
  };
}

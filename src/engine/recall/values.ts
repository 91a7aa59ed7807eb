/** Recall of one row as the measures that a report and the page show, each with the reason where there is no number. */
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

/** What every row has alike; it stays where the row itself has no number. */
type Alike = Pick<ResultMeasures, 'neededFacts' | 'reReadCost'>;

function without(why: Reason, counts: Partial<Alike> = {}): RecallValues {
  const measures = { ...NOTHING, ...counts };
  return { measures, notes: Object.fromEntries(RECALL_MEASURES.flatMap((name) => (measures[name] === null ? [[name, why]] : []))) };
}

const NOTHING = Object.fromEntries(RECALL_MEASURES.map((name) => [name, null])) as Record<RecallMeasure, null>;

/**
 * `recall` = of a comparison that has the row `key`; null where nobody measured it. `result` = of the row on the whole transcript;
 * `writer` = who writes its summaries there.
 */
export function recallValues(recall: Recall | null, key: string, result: Pick<CompactionResult, 'outcome'>, writer: string): RecallValues {
  if (!recall) return without({ key: 'measure-no-future' });
  const { cuts, needed: neededFacts, tooFew, random, oracle } = recall;
  const counts = { neededFacts, reReadCost: cuts.length === 0 ? null : sum(cuts.map(({ reRead }) => reRead.tokens)) / cuts.length };
  const row = recall.rows.find((one) => one.key === key);
  if (tooFew) return without(tooFew, counts);
  if (!row) return without({ key: 'measure-no-future' }, counts);
  if (row.failed) return without(row.failed, counts);
  // A strategy that has nothing to do has no score (SPEC 1), and one that stood idle at every cut neither.
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

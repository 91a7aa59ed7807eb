/** The recall of one row as a report gives it, and why there is no number. */
import type { CompactionResult } from '../compaction/types.ts';
import { RECALL_MEASURES, type RecallMeasure } from '../measures/result.ts';
import type { ResultMeasures } from '../measures/values.ts';
import type { Reason } from '../signals/contract.ts';
import type { Recall } from './contract.ts';

export interface RecallValues {
  readonly measures: Pick<ResultMeasures, RecallMeasure>;
  /** By name: why a measure is null. */
  readonly notes: Readonly<Partial<Record<RecallMeasure, Reason>>>;
}

const NONE: RecallValues['measures'] = { hindsightRecall: null, recallSkill: null, binding: null, neededFacts: null, reReadCost: null };

function nothing(why: Reason, measures = NONE): RecallValues {
  const missing = RECALL_MEASURES.filter((name) => measures[name] === null);
  return { measures, notes: Object.fromEntries(missing.map((name) => [name, why])) };
}

/** `recall` = null where it was not measured; `key` = of the row. */
export function recallValues(recall: Recall | null, key: string, { outcome }: Pick<CompactionResult, 'outcome'>): RecallValues {
  if (!recall) return nothing({ key: 'measure-no-future' });
  const ofRecording = {
    neededFacts: recall.needed,
    reReadCost: recall.cuts.length === 0 ? null : recall.cuts.reduce((sum, { reRead }) => sum + reRead.tokens, 0) / recall.cuts.length,
  };
  if (recall.tooFew) return nothing(recall.tooFew, { ...NONE, ...ofRecording });
  const row = recall.rows.find((one) => one.key === key);
  if (!row || row.failed) return nothing(row?.failed ?? { key: 'measure-no-future' }, { ...NONE, ...ofRecording });
  if (outcome !== 'compacted' && row.compacted === 0) return nothing({ key: 'measure-not-compacted' }, { ...NONE, ...ofRecording });
  const measures = { ...ofRecording, hindsightRecall: row.recall, recallSkill: row.skill, binding: row.binding };
  const notes: Partial<Record<RecallMeasure, Reason>> = {};
  if (row.skill === null) notes.recallSkill = { key: 'measure-no-target' };
  if (row.binding === null) notes.binding = { key: 'measure-no-needs' };
  return { measures, notes };
}

/** Recall of one row as measures of a report and the page, each with the reason if there is no number. */
import type { CompactionResult } from '../compaction/types.ts';
import { HIDDEN, recallMeasures, type MeasureNames } from '../measures/run/measured-values.ts';
import type { Notes, RecallMeasures } from '../measures/contract.ts';
import { isHidden } from '../pipelines/index.ts';
import type { Reason } from '../signals/contract.ts';
import { hasFewCuts, type Recall, type RecallRow } from './contract.ts';
import { sum } from './pooled.ts';
import { isBy, OTHER_WRITER } from './writer.ts';

export interface RecallValues {
  readonly measures: RecallMeasures;
  readonly notes: Notes;
}

/**
 * `recall` = of a comparison with the row `key`; null if not measured. `result` = of the row on the whole transcript; `writer` = who writes
 * its summaries there; `wanted` = some of the measures.
 */
export function recallValues(
  recall: Recall | null,
  key: string,
  result: Pick<CompactionResult, 'outcome'> | null,
  writer: string,
  wanted: MeasureNames = null,
): RecallValues {
  const row = recall?.rows.find((one) => one.key === key);
  const why = whyNot(recall, row, result, writer);
  const input = {
    row: why || !row ? null : row,
    why: why ?? UNMEASURED,
    few: why || !row ? null : (recall?.tooFew ?? null),
    needed: recall?.needed ?? null,
    reRead: !recall || recall.cuts.length === 0 ? null : sum(recall.cuts.map(({ reRead }) => reRead.tokens)) / recall.cuts.length,
    random: recall?.random ?? null,
    oracle: recall?.oracle ?? null,
  };
  return recallMeasures(input, wanted);
}

const UNMEASURED: Reason = { key: 'measure-no-future' };

/** Why a row has no numbers of its own; null where it has. */
function whyNot(recall: Recall | null, row: RecallRow | undefined, result: Pick<CompactionResult, 'outcome'> | null, writer: string): Reason | null {
  if (!recall) return UNMEASURED;
  if (hasFewCuts(recall)) return recall.tooFew;
  if (!row) return UNMEASURED;
  if (row.failed) return row.failed;
  if (isHidden(row)) return HIDDEN;
  // A strategy with nothing to do has no score, and neither has one that was idle at every cut.
  if (result?.outcome !== 'compacted') return { key: 'measure-not-compacted' };
  const cuts = recall.cuts.length;
  if (row.compacted === 0) return { key: row.idle === cuts ? 'recall-idle' : 'recall-refused', values: { cuts } };
  return isBy(row, writer) ? null : OTHER_WRITER;
}

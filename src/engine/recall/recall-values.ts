/** Recall of one row as measures of a report and the page, each with the reason if there is no number. */
import type { CompactionResult } from '../compaction/types.ts';
import { randomSource } from '../lib/random.ts';
import type { Notes, RecallMeasures } from '../measures/contract.ts';
import { HIDDEN, type MeasureNames, recallMeasures } from '../measures/run/measured-values.ts';
import { isHidden } from '../pipelines/index.ts';
import type { Reason } from '../signals/contract.ts';
import { hasFewCuts, type Recall, type RecallRow } from './contract.ts';
import { isBy, OTHER_WRITER } from './writer.ts';

export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
};

const DRAWS = 1000;

/** 95 % interval of Σ kept ÷ Σ needed, by drawing whole cuts with replacement. Seeded: the same cuts are drawn for every row. */
export function bootstrap(kept: readonly number[], needed: readonly number[], seed: number): readonly [number, number] {
  const draw = randomSource(seed);
  const shares = new Float64Array(DRAWS);
  for (let d = 0; d < DRAWS; d++) {
    let k = 0;
    let n = 0;
    for (let c = 0; c < needed.length; c++) {
      const cut = draw(needed.length);
      k += kept[cut]!;
      n += needed[cut]!;
    }
    // NaN for a draw of cuts without needs: it says nothing.
    shares[d] = k / n;
  }
  const sorted = shares.filter((share) => !Number.isNaN(share)).sort();
  const at = (q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
  return [at(0.025), at(0.975)];
}

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

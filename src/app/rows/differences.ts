/** What is computed here against what was sent, value by value. No React here. */
import type { Scenario } from '../../scenario/schema.ts';
import { isLate, type MeasureColumn, type Scores } from './measures.ts';
import type { SentRun } from '../store/store-state.ts';

export type SentMark = 'same' | 'differs' | 'new';

const SENT = { noMeasures: null, noRecall: null, held: null, stale: { measured: false, recall: false } };

/** What was sent of a row; null = the sender did not have it. */
export function sentScores({ said }: Pick<SentRun, 'said'>, key: string): Scores | null {
  const result = said.comparison?.rows.find((row) => row.key === key);
  if (!result) return null;
  const [measured, recall] = [said.measured?.rows.get(key) ?? null, said.recalled?.rows.get(key) ?? null];
  return { result, measured, recall, all: SENT };
}

/** Sums are made in another order on another machine at most in their last digits. */
const CLOSE = 1e-9;

/** null = there is nothing to hold against one another: no value, one that is still to come, or a time. */
export function markOf(column: MeasureColumn, here: Scores, there: Scores | null): SentMark | null {
  if (column.format === 'ms' || isLate(here, column) || (column.from === 'recall' && !here.recall)) return null;
  const now = column.value(here);
  const was = there && column.value(there);
  if (now === null && was === null) return null;
  if (was === null) return 'new';
  return now !== null && Math.abs(now - was) <= CLOSE * Math.max(1, Math.abs(was)) ? 'same' : 'differs';
}

/** A value that is not the sender's. */
export interface Difference {
  readonly key: string;
  readonly title: string;
  readonly column: MeasureColumn;
  readonly was: number | null;
  readonly now: number | null;
}

export interface SnapshotCheck {
  readonly same: number;
  readonly added: number;
  readonly differences: readonly Difference[];
  readonly late: boolean;
}

/** Every value of every row in every column, those that are not shown too. */
export function checked(
  rows: readonly (Scores & { readonly key: string; readonly title: string })[],
  columns: readonly MeasureColumn[],
  sent: Pick<SentRun, 'said'>,
): SnapshotCheck {
  let [same, added, late] = [0, 0, false];
  const differences: Difference[] = [];
  for (const row of rows) {
    const there = sentScores(sent, row.key);
    late ||= row.result === null;
    for (const column of columns) {
      late ||= isLate(row, column);
      const mark = markOf(column, row, there);
      if (mark === 'same') same += 1;
      else if (mark === 'new') added += 1;
      else if (mark) differences.push({ key: row.key, title: row.title, column, was: there && column.value(there), now: column.value(row) });
    }
  }
  return { same, added, differences, late };
}

export function isSameRun(a: Scenario, b: Scenario): boolean {
  const parts = ({ settings, rows, marks, applied, undone, conversation, until }: Scenario): string =>
    JSON.stringify([settings, rows, marks, applied, undone, conversation, until ?? null]);
  return parts(a) === parts(b);
}

/** Measures of a recall by row and cut, to be held against the model's answers. */
import type { Recall } from '../recall/contract.ts';
import type { OfflineMeasure } from './contract.ts';

/** The recall of the same rows at the same cuts. A row that failed there has no values. */
export function offlineOf(recall: Recall, keys: readonly string[]): readonly OfflineMeasure[] {
  const rows = keys.map((key) => recall.rows.find((row) => row.key === key && !row.failed));
  const of = (value: (row: NonNullable<(typeof rows)[number]>, cut: number) => number | null) =>
    rows.map((row) => recall.cuts.map((_, c) => (row ? value(row, c) : null)));
  return [
    { id: 'recall', values: of((row, c) => (recall.cuts[c]!.needed === 0 ? null : row.kept[c]! / recall.cuts[c]!.needed)) },
    { id: 'binding', values: of((row, c) => (row.kept[c] ? row.bound[c]! / row.kept[c]! : null)) },
  ];
}

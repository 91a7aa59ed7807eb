/**
 * `compare --jsonl`: a line of JSON as soon as there is something to say, so that nobody has to hold the whole. First `head`, then a `row` for
 * each strategy in the order in which they run, then what needs all of them (`recall`, `decay`), last `end`.
 */
import type { Answer } from '../../engine/answer/contract.ts';
import { REPORTED, areAt } from '../../engine/measures/run/values.ts';
import type { ReportRow } from '../../engine/report.ts';
import { out } from '../output.ts';
import { isStopped } from '../stop.ts';
import type { Compared, Told } from './rows.ts';

const RECALL: readonly string[] = REPORTED.filter((name) => areAt('recall', new Set([name])));
const some = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => RECALL.includes(name)));

interface Lines extends Told {
  /** What comes after the rows. */
  end(compared: Compared, answer: Answer | null): void;
  failed(error: string): void;
}

/** `file` stands in every line where there are several. */
export function jsonLines(file: string | null): Lines {
  const say = (type: string, values: object): void => out(JSON.stringify({ type, ...(file !== null && { file }), ...values }));
  return {
    head: (head) => say('head', head),
    // What comes later has lines of its own.
    row: (row: ReportRow) => say('row', { ...row, decay: undefined }),
    end: ({ rows, of, recall }, answer) => {
      for (const { row } of rows) {
        const { key, measures, notes, decay } = row;
        if (recall) say('recall', { key, measures: some({ ...measures }), notes: some({ ...notes }) });
        if (decay) say('decay', { key, decay });
      }
      say('end', { rows: rows.length, of, stopped: isStopped(), answer });
    },
    failed: (error) => say('error', { error }),
  };
}

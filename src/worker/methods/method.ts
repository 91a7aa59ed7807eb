/** Shared by the methods of the table. */
import type { CompactionResult } from '../../engine/compaction/types.ts';
import { type Answer, fail, nothing } from '../answers.ts';
import type { Comparison } from '../comparing.ts';
import type { RunControl } from '../counted.ts';
import type { CompareReply, CompareRequest, Progress } from '../protocol.ts';
import type { State } from '../worker-state.ts';
import type { Ticket } from '../tickets.ts';

/** Control of a long call: its stop signal and its progress. */
export interface Control extends RunControl {
  readonly ticket: Ticket;
  /** `soFar`: rows of a comparison that are finished. */
  readonly progress: (progress: Progress, soFar?: CompareReply) => void;
}

export const reading =
  <A extends readonly unknown[], T>(answer: (comparison: Comparison, ...args: A) => Answer<T> | Promise<Answer<T>>) =>
  async ({ comparison }: State, args: A): Promise<Answer<T>> =>
    comparison ? answer(comparison, ...args) : nothing;

/** Longer work on the last comparison. */
export const working =
  <A extends readonly unknown[], T>(work: (comparison: Comparison, state: State, control: Control, ...args: A) => Promise<Answer<T>>) =>
  async (state: State, args: A, control: Control): Promise<Answer<T>> =>
    state.comparison ? work(state.comparison, state, control, ...args) : nothing;

/** The result of a row of the comparison that ran. */
export function onRow<T>({ rows }: Comparison, key: string, answer: (result: CompactionResult) => Answer<T>): Answer<T> {
  const row = rows.get(key);
  if (!row) return unknownRow(key);
  return row.result ? answer(row.result) : fail('unknown-row', `The row "${key}" failed and has no result.`);
}

/** Who writes the summaries of a row. */
export const writerOf = ({ rows, settings }: CompareRequest, key: string): string =>
  rows.find((row) => row.key === key)?.summarizer ?? settings.summarizer;

export const unknownRow = (key: string) => fail('unknown-row', `There is no row "${key}" in the last comparison.`);
export const noMessage = (index: number) => fail('failed', `There is no message ${index + 1}.`);

/** Longest list of rows in one answer. */
const MOST_ROWS = 1000;

/** Those of the indexes that a list of this length has, as many as one answer holds. */
export const inRange = (indexes: readonly number[], length: number): readonly number[] =>
  indexes.filter((i) => Number.isInteger(i) && i >= 0 && i < length).slice(0, MOST_ROWS);

/** The smallest budget at which something works, where nothing does at the one that was asked for. docs/answer.md */
import type { Work } from '../engine/lib/work.ts';
import { rowToUse, type Wishes } from '../engine/answer/contract.ts';
import { compareAll, type CompareOptions, type CompareSteps, type RowRequest } from '../engine/compare.ts';
import type { Recall, RecallOptions, RecallStep } from '../engine/recall/contract.ts';
import { recallSteps } from '../engine/recall/recall.ts';
import { reportRow, type RowInput, withFuture } from '../engine/report.ts';
import { BUILT_IN } from '../engine/summarizers/contract.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { answerIn } from './report-answer.ts';

/** Budgets that are tried, as shares of the context. */
export const BUDGETS: readonly number[] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Messages up to which it is looked for: each budget takes as long as a comparison with its recall. */
const MOST_MESSAGES = 2000;

/** What an answer reads of a row. */
const READ = new Set(['constraints', 'cost', 'artifactF1', 'openWork', 'validity']) as NonNullable<RowInput['wanted']>;

export interface Search {
  /** The recording, where the context was cut from one right before a compaction of its agent. */
  readonly recording: PreparedTranscript | null;
  readonly rows: readonly RowRequest[];
  /** Target = the budget at which nothing works. */
  readonly options: CompareOptions;
  readonly wishes: Wishes;
  readonly input: Pick<RowInput, 'prepared' | 'words' | 'pricing' | 'model'>;
}

/** How the caller runs long work; a row after which `goesOn` answers `false` stops it. */
export interface SearchRun {
  readonly goesOn: NonNullable<CompareSteps['progress']>;
  recall(steps: Work<RecallStep, Recall>): Promise<Recall | null>;
}

/**
 * Runs the rows at one larger budget after another, each as if it had been asked for. Summaries are the built-in ones of `options`.
 * null = nothing works at any of them; undefined = it was stopped, or the session is too long to look for it.
 */
export async function smallestBudget({ recording, rows, options, wishes, input }: Search, run: SearchRun): Promise<number | null | undefined> {
  const { prepared } = input;
  if (prepared.n > MOST_MESSAGES) return undefined;
  const asked = options.target <= 1 ? options.target : options.target / prepared.counts.total;
  const { match: _match, ...common } = options;
  for (const target of BUDGETS.filter((share) => share > asked)) {
    const at: RecallOptions = { ...common, target };
    const compared = await compareAll(prepared, rows, at, { progress: run.goesOn });
    if (!compared) return undefined;
    const recall = await run.recall(recallSteps(recording ?? prepared, rows, { ...at, recorded: recording !== null }));
    if (!recall) return undefined;
    const results = compared.map((row) => withFuture(reportRow(row, { ...input, wanted: READ }), { recall, words: input.words, wanted: READ }));
    const { answer } = answerIn(results, compared, recall, wishes, { target, match: null, writerOf: () => BUILT_IN });
    if (rowToUse(answer) !== null) return target;
  }
  return null;
}

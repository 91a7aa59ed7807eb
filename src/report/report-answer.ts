/** The answer of a report's rows, and its words. */
import { answerOf } from '../engine/answer/answer.ts';
import { type Answer, byModel, type Candidate, type Match, rowToUse, type Wishes } from '../engine/answer/contract.ts';
import { heldAgainst } from '../engine/answer/yours.ts';
import { compareAll, type CompareOptions, type CompareSteps, type RowRequest } from '../engine/compare.ts';
import type { Work } from '../engine/lib/work.ts';
import { byId } from '../engine/pipelines/index.ts';
import type { PolicyRun } from '../engine/policy-run.ts';
import type { Recall, RecallOptions, RecallStep } from '../engine/recall/contract.ts';
import { recallSteps } from '../engine/recall/recall.ts';
import { isBy } from '../engine/recall/writer.ts';
import { type ReportRow, reportRow, type RowInput, withFuture } from '../engine/report.ts';
import type { PreparedTranscript } from '../engine/signals/contract.ts';
import { BUILT_IN } from '../engine/summarizers/contract.ts';
import { type Names, type Piece, sayAnswer, sayDoubts } from '../i18n/answer-words.ts';

export interface ReportAnswer {
  readonly answer: Answer;
  /** What to use, then what speaks against being sure of it; the second may be empty. */
  readonly say: readonly Piece[];
  readonly doubts: readonly Piece[];
}

/** What the rows were held to. */
interface ReportBasis {
  /** Where it was not A's size. */
  readonly target: number;
  /** A, where its size was asked for. */
  readonly match: Match | null;
  /** Id of the summariser of a row. */
  readonly writerOf: (key: string) => string;
  /** The smallest budget at which something works, where it was looked for. */
  readonly smallest?: number | null | undefined;
  /** Compactions of the recording; absent = as many as were measured. */
  readonly recorded?: number;
}

export function answerIn(
  rows: readonly ReportRow[],
  runs: readonly Pick<PolicyRun, 'key' | 'summaries'>[],
  recall: Recall,
  wishes: Wishes,
  { target, match, writerOf, smallest, recorded }: ReportBasis,
): ReportAnswer {
  const recalled = new Map(recall.rows.map((row) => [row.key, row]));
  const written = new Map(runs.map(({ key, summaries }) => [key, summaries]));
  const candidates = rows.map(({ key, strategy, kind, outcome, metTarget, violations, measures }): Candidate => {
    const at = recalled.get(key);
    // A recall with another writer than the row's is not the row's.
    const known = at && isBy(at, writerOf(key)) ? at : null;
    const compacted = outcome === 'compacted';
    return {
      key,
      control: kind === 'control',
      ours: byId.get(strategy)?.source.seed === 'own',
      compacted,
      accepted: violations !== null && violations.length === 0,
      withinBudget: metTarget !== false && at?.overBudget !== true,
      model: byModel(written.get(key) ?? []),
      constraints: compacted ? measures.constraints : null,
      units: known?.byCut ?? null,
      own: known?.recall ?? null,
      cost: compacted ? measures.cost : null,
      left: known?.tokens ?? null,
      lost: known?.lost ?? null,
      files: compacted ? measures.artifactF1 : null,
      openWork: compacted ? measures.openWork : null,
    };
  });
  const { base, idle, scope } = heldAgainst(recall, match);
  const answer = { ...answerOf(candidates, wishes, base, scope), ...(smallest !== undefined && { smallest }) };
  const names: Names = { title: (key) => rows.find((row) => row.key === key)?.title ?? key, target, idle, recorded };
  return { answer, say: sayAnswer(answer, wishes, names), doubts: sayDoubts(answer, wishes, names) };
}

// The smallest budget at which something works, where nothing does at the one that was asked for. docs/answer.md

/** Budgets that are tried, as shares of the context. */
const BUDGETS: readonly number[] = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Messages up to which it is looked for: each budget takes as long as a comparison with its recall. */
const MOST_MESSAGES = 2000;

/** What an answer reads of a row. */
const READ = new Set(['constraints', 'cost', 'artifactF1', 'openWork', 'validity']) as NonNullable<RowInput['wanted']>;

interface Search {
  /** The recording, where the context was cut from one right before a compaction of its agent. */
  readonly recording: PreparedTranscript | null;
  readonly rows: readonly RowRequest[];
  /** Target = the budget at which nothing works. */
  readonly options: CompareOptions;
  readonly wishes: Wishes;
  readonly input: Pick<RowInput, 'prepared' | 'words' | 'pricing' | 'model'>;
}

/** How the caller runs long work; a row after which `goesOn` answers `false` stops it. */
interface SearchRun {
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

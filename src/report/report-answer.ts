/** The answer of a report's rows, and its words. */
import { answerOf } from '../engine/answer/answer.ts';
import { heldAgainst } from '../engine/answer/yours.ts';
import { type Answer, byModel, type Candidate, type Match, type Wishes } from '../engine/answer/contract.ts';
import type { Recall } from '../engine/recall/contract.ts';
import { byId } from '../engine/pipelines/index.ts';
import { isBy } from '../engine/recall/writer.ts';
import type { PolicyRun } from '../engine/policy-run.ts';
import type { ReportRow } from '../engine/report.ts';
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

/** The answer of a report's rows, and its words. */
import { answerOf, CUTS } from '../engine/answer/answer.ts';
import { type Answer, byModel, type Candidate, type Wishes } from '../engine/answer/contract.ts';
import type { Recall } from '../engine/recall/contract.ts';
import type { ReportRow } from '../engine/report.ts';
import { type Names, sayAnswer, sayDoubts } from '../i18n/answer-words.ts';
import { plain } from '../i18n/pieces.ts';

export interface Told {
  readonly answer: Answer;
  /** What to use, then what speaks against being sure of it; the second may be empty. */
  readonly say: string;
  readonly doubts: string;
}

/** Who wrote the summaries of a row; null = it failed. */
export interface Summarized {
  readonly key: string;
  readonly result: { readonly summaries: readonly { readonly outcome: { readonly summarizer: string } }[] } | null;
}

/** @param own what the person has: key of their agent's row or of their baseline; `agent` says which */
export function answerIn(
  rows: readonly ReportRow[],
  compared: readonly Summarized[],
  recall: Recall,
  wishes: Wishes,
  { own, agent }: { readonly own: string | null; readonly agent: boolean },
): Told {
  const recalled = new Map(recall.rows.map((row) => [row.key, row]));
  const results = new Map(compared.map((row) => [row.key, row.result]));
  const candidates = rows.map(({ key, kind, outcome, metTarget, violations, measures }): Candidate => {
    const at = recalled.get(key);
    return {
      key,
      control: kind === 'control',
      compacted: outcome === 'compacted',
      accepted: violations !== null && violations.length === 0,
      withinBudget: metTarget !== false && measures.overBudget !== true,
      model: byModel((results.get(key)?.summaries ?? []).map(({ outcome: { summarizer } }) => ({ summarizer }))),
      constraints: measures.constraints,
      // A recall with another writer than the row's is not the row's.
      units: measures.hindsightRecall === null ? null : (at?.byCut ?? null),
      own: measures.hindsightRecall,
      cost: measures.cost,
      left: measures.recallLeft,
    };
  });
  const answer = answerOf(candidates, wishes, own, CUTS);
  const names: Names = { title: (key) => rows.find((row) => row.key === key)?.title ?? key, agent: agent && answer.base !== null };
  return { answer, say: plain(sayAnswer(answer, wishes, names)), doubts: plain(sayDoubts(answer, wishes, names)) };
}

/** The answer of a comparison, in JSON and as lines above the table. */
import { answerOf, CUTS } from '../engine/answer/answer.ts';
import { type Answer, byModel, type Candidate, WISHES } from '../engine/answer/contract.ts';
import type { ComparedRow } from '../engine/compare.ts';
import type { Recall } from '../engine/recall/contract.ts';
import type { ReportRow } from '../engine/report.ts';
import { plain, sayAnswer, sayDoubts } from '../i18n/answer-words.ts';
import { wrapped } from './table.ts';

/** @param agent strategy of the product that wrote the session; null = not known */
export function answerIn(rows: readonly ReportRow[], compared: readonly ComparedRow[], recall: Recall, agent: string | null): Answer {
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
  const own = rows.find(({ strategy }) => strategy === agent)?.key ?? null;
  return answerOf(candidates, WISHES, own, CUTS);
}

/** What to use, then what speaks against being sure of it. */
export function answerLines(answer: Answer, rows: readonly ReportRow[], agent: boolean, columns: number): readonly string[] {
  const names = { title: (key: string) => rows.find((row) => row.key === key)?.title ?? key, agent };
  return [sayAnswer(answer, WISHES, names), sayDoubts(answer, WISHES, names)]
    .map(plain)
    .filter(Boolean)
    .flatMap((line) => wrapped(line, columns));
}

/** The rows of the table as candidates of the answer, and the places that it gives them. No React here. */
import { answerOf, CUTS } from '../../engine/answer/answer.ts';
import { type Answer, byModel, type Candidate, type Wishes } from '../../engine/answer/contract.ts';
import { independentRecall } from '../../engine/measures/independent/contract.ts';
import type { SentAnswer } from '../../scenario/snapshot.ts';
import { ownViolations, type TableRow } from './rows.ts';

function candidateOf({ key, info, result, measured, recall }: TableRow): Candidate {
  const known = recall !== null && recall.recall !== null && !recall.otherWriter ? recall : null;
  return {
    key,
    control: info.kind === 'control',
    compacted: result?.outcome === 'compacted',
    accepted: result !== null && ownViolations(result) === 0,
    withinBudget: result?.metTarget !== false && recall?.overBudget !== true,
    model: byModel(result?.summaries ?? []),
    constraints: measured?.figures.constraints ?? null,
    units: known?.byCut ?? null,
    own: known?.recall ?? null,
    cost: measured?.figures.cost ?? null,
    left: known?.tokens ?? null,
  };
}

/** What the person has: the product that wrote the session, else the baseline. */
export function ownOf(rows: readonly TableRow[]): { readonly own: string | null; readonly agent: boolean } {
  const written = rows.find(({ agent }) => agent);
  return { own: (written ?? rows.find(({ pin }) => pin === 'A'))?.key ?? null, agent: written !== undefined };
}

/** The answer as it was sent: nothing can be measured again without the file. */
export function answeredAs(rows: readonly TableRow[], { baseBar, ...sent }: SentAnswer): Answered {
  const kept = rows.flatMap(({ key, recall }) => {
    const values = recall?.independent;
    const [share, chance] = values ? [independentRecall(values), independentRecall(values, 'chance')] : [null, null];
    return share === null || chance === null ? [] : [[key, { share, chance }] as const];
  });
  return placed(rows, { ...sent, kept: Object.fromEntries(kept), barred: sent.base && baseBar ? { [sent.base.key]: baseBar } : {}, bars: {} });
}

export interface Answered {
  readonly rows: readonly TableRow[];
  readonly answer: Answer;
}

/** Rows with their places in the answer's order; those without a recall follow by efficiency. */
export function answered(rows: readonly TableRow[], wishes: Wishes): Answered {
  const byEfficiency = rows.toSorted((a, b) => (b.result?.efficiency ?? -1) - (a.result?.efficiency ?? -1));
  const answer = answerOf(byEfficiency.map(candidateOf), wishes, ownOf(rows).own, CUTS);
  return placed(rows, answer);
}

function placed(rows: readonly TableRow[], answer: Answer): Answered {
  const places = new Map(answer.order.map((key, place) => [key, place]));
  const place = ({ key }: TableRow): number => places.get(key) ?? places.size;
  return { answer, rows: rows.map((row) => ({ ...row, place: place(row), isAnswer: answer.row?.key === row.key })) };
}

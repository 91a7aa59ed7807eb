/** The rows of the table as candidates of the answer, and the places that it gives them. No React here. */
import { answerOf } from '../../engine/answer/answer.ts';
import { type Answer, byModel, type Candidate, rowToUse, type Wishes } from '../../engine/answer/contract.ts';
import { heldAgainst } from '../../engine/answer/yours.ts';
import type { Match } from '../../engine/answer/contract.ts';
import type { Recall } from '../../engine/recall/contract.ts';
import { independentRecall } from '../../engine/measures/independent/contract.ts';
import type { SentAnswer } from '../../scenario/snapshot.ts';
import { LETTERS, ownViolations, type TableRow } from './rows.ts';

function candidateOf({ key, info, result, measured, recall }: TableRow): Candidate {
  const known = recall !== null && !recall.otherWriter ? recall : null;
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
    lost: known?.lost ?? null,
    files: measured?.figures.artifacts ?? null,
    openWork: measured?.figures['open-work'] ?? null,
  };
}

/** The answer as it was sent: nothing can be measured again without the file. */
export function answeredAs(rows: readonly TableRow[], { baseBar, ...sent }: SentAnswer, recall: Held | null, asked: Match | null): Answered {
  const kept = rows.flatMap(({ key, recall }) => {
    const values = recall?.independent;
    const [share, chance] = values ? [independentRecall(values), independentRecall(values, 'chance')] : [null, null];
    return share === null || chance === null ? [] : [[key, { share, chance }] as const];
  });
  const answer = { ...sent, kept: Object.fromEntries(kept), barred: sent.base && baseBar ? { [sent.base.key]: baseBar } : {}, bars: {} };
  return named(rows, answer, recall && heldAgainst(recall, asked).idle);
}

/** What the rows were held to at the cuts. */
type Held = Pick<Recall, 'cuts' | 'match' | 'budget' | 'compactions'>;

export interface Answered {
  readonly rows: readonly TableRow[];
  readonly answer: Answer;
  /** Names of the rows of the answer: some may not be drawn. */
  readonly titles: ReadonlyMap<string, string>;
  /** Key of A where it did nothing, so that the target holds. */
  readonly idle: string | null;
}

/** The answer over all rows, whichever are drawn. */
export function answered(rows: readonly TableRow[], wishes: Wishes, recall: Held | null, asked: Match | null, smallest?: number | null): Answered {
  const { base, idle, scope } = heldAgainst(recall ?? { cuts: [], match: null, budget: 1, compactions: null }, asked);
  const answer = { ...answerOf(rows.map(candidateOf), wishes, base, scope), ...(smallest !== undefined && { smallest }) };
  return named(rows, answer, recall ? idle : null);
}

function named(rows: readonly TableRow[], answer: Answer, idle: string | null): Answered {
  return { rows, answer, titles: new Map(rows.map(({ key, title }) => [key, title])), idle };
}

/** The rows with their letters and their places in the answer's order; those without a recall follow by efficiency. */
export function placed({ rows, answer }: Answered, compared: readonly string[]): readonly TableRow[] {
  const places = new Map(answer.order.map((key, place) => [key, place]));
  const best = rowToUse(answer);
  return rows.map((row) => ({
    ...row,
    pin: LETTERS[compared.indexOf(row.key)] ?? null,
    place: places.get(row.key) ?? places.size,
    isAnswer: row.key === best,
  }));
}

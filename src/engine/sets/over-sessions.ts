/** What the answer of a set asks of a row: from lines in memory and from the columns of a reducer by one rule. */
import type { RowOverSessions } from '../answer/sets.ts';
import type { Distribution } from './contract.ts';
import { distributionOf, type Valued } from './statistics.ts';

/** Cells of a line that an answer reads. */
type AnswerCell =
  | 'independentRecall'
  | 'independentUserWords'
  | 'constraints'
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cost'
  | 'overBudget'
  | 'violations';

/** What decides over a set: measures that share no code with any row. Own recall stands beside it. */
export const KEPT = 'independentRecall' satisfies AnswerCell;

/** One row; `failed` = its lines without a result. A switch that is on has the value 1. */
interface RowCells extends Pick<RowOverSessions, 'key' | 'strategy' | 'sessions' | 'failed'> {
  /** Sessions with a value in the cell. */
  valuesOf(cell: AnswerCell): readonly Valued[];
}

/** Figures of one row over its sessions. */
export function overSessions({ key, strategy, sessions, failed, valuesOf }: RowCells): RowOverSessions & { readonly left: Distribution | null } {
  const above = (cell: AnswerCell): number => valuesOf(cell).filter(({ value }) => value > 0).length;
  return {
    key,
    strategy,
    sessions,
    failed,
    ticks: valuesOf(KEPT),
    userWords: valuesOf('independentUserWords'),
    own: distributionOf(valuesOf('hindsightRecall'))?.median ?? null,
    left: distributionOf(valuesOf('recallLeft'), 'lower'),
    constraints: distributionOf(valuesOf('constraints'))?.mean ?? null,
    cost: distributionOf(valuesOf('cost'))?.median ?? null,
    over: above('overBudget'),
    invalid: above('violations'),
  };
}

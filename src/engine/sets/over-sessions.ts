/** What the answer of a set asks of a row: from lines in memory and from the columns of a reducer by one rule. */
import type { Unit } from '../answer/contract.ts';
import { keptOver, type RowOverSessions, type SessionCounts } from '../answer/sets.ts';
import { type Judge, JUDGES, LEADING } from '../measures/independent/contract.ts';
import type { Cell, Distribution, RowOfSet } from './contract.ts';
import { distributionOf, pairedDifference, type SessionValue } from './statistics.ts';

type AnswerCell =
  | 'independentRecall'
  | 'independentUserWords'
  | 'constraints'
  | 'hindsightRecall'
  | 'recallLeft'
  | 'cost'
  | 'overBudget'
  | 'violations';
type ShownCell = AnswerCell | 'efficiency';

export const KEPT = 'independentRecall' satisfies AnswerCell;

export type CountsCell = Readonly<Partial<Record<Judge, readonly number[]>>>;
const OLD = [...LEADING, 'userWords'] as const satisfies readonly Judge[];
const byMeasure = (numbers: readonly number[]): CountsCell =>
  Object.fromEntries(OLD.map((name, m) => [name, numbers.filter((_, i) => Math.floor(i / 3) % OLD.length === m)]));

/** Counts of a line by cut; null where it has none. Throws for a cell that is neither lists of numbers by measure nor one list. */
export function cutsOf(cell: Cell | undefined): readonly Unit[] | null {
  if (typeof cell !== 'string' || cell === '') return null;
  const found = JSON.parse(cell) as readonly number[] | CountsCell;
  const lists = 'length' in found ? byMeasure(found) : found;
  const names = JUDGES.filter((name) => name in lists);
  const cuts = Math.floor((lists[names[0]!]?.length ?? 0) / 3);
  return Array.from(
    { length: cuts },
    (_, cut): Unit =>
      Object.fromEntries(
        names.map((name) => {
          const [kept = 0, needed = 0, chance = 0] = lists[name]!.slice(3 * cut, 3 * cut + 3);
          return [name, { kept, needed, chance }];
        }),
      ),
  );
}

export interface RowCells extends Pick<RowOverSessions, 'key' | 'strategy' | 'sessions' | 'failed'> {
  valuesOf(cell: ShownCell): readonly SessionValue[];
  readonly counts: readonly SessionCounts[];
}

export function overSessions({
  key,
  strategy,
  sessions,
  failed,
  valuesOf,
  counts,
}: RowCells): RowOverSessions & { readonly left: Distribution | null } {
  const above = (cell: AnswerCell): number => valuesOf(cell).filter(({ value }) => value > 0).length;
  return {
    key,
    strategy,
    sessions,
    failed,
    counts,
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

/** The same with its distribution and what it keeps more than the baseline, whose shares are `base` by session; null = it is the baseline. */
export function rowOfSet(cells: RowCells, base: ReadonlyMap<string, number> | null, over = overSessions(cells)): RowOfSet {
  const { counts, ...figures } = over;
  const differences = figures.ticks.flatMap(({ session, value }) => {
    const other = base?.get(session);
    return other === undefined ? [] : [{ session, value: value - other }];
  });
  return {
    ...figures,
    kept: distributionOf(figures.ticks),
    together: keptOver(counts),
    difference: pairedDifference(differences.map(({ value }) => value)),
    differences,
    efficiency: distributionOf(cells.valuesOf('efficiency'))?.median ?? null,
  };
}

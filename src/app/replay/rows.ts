import { allRows, type RowStrategy } from '../../scenario/rows.ts';
import type { Row, Scenario } from '../../scenario/schema.ts';
import { SYSTEM_ROW } from '../../engine/triggers/contract.ts';

/** Rows of the replay, in the order of the choice, without missing ones. */
export function replayedRows({ replay, view, rows }: Pick<Scenario, 'replay' | 'view' | 'rows'>, strategies: readonly RowStrategy[]): readonly Row[] {
  const all = new Map(allRows(rows, strategies).map((row) => [row.key, row]));
  return (replay.strategies ?? view.pinned).flatMap((key) => all.get(key) ?? []);
}

const SPEAKING: readonly string[] = Object.values(SYSTEM_ROW);

/** Rows that represent their systems' triggers. */
export const systemRows = (rows: readonly Row[]): readonly Row[] => rows.filter(({ key }) => SPEAKING.includes(key));

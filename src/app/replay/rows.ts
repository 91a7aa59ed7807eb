import { allRows, type RowStrategy } from '../../scenario/rows.ts';
import type { Row, Scenario } from '../../scenario/schema.ts';
import { SYSTEM_ROW } from '../../engine/triggers/contract.ts';

interface Chosen extends Pick<Scenario, 'replay' | 'rows'> {
  /** Keys of A, B and C. */
  readonly compared: readonly string[];
}

/**
 * Rows of the replay, in the order of the choice, without missing ones. Until a person chooses: A, B, C and what the recorded agent
 * did, if it compacted (`compactions` times).
 */
export function replayedRows({ replay, compared, rows }: Chosen, strategies: readonly RowStrategy[], compactions: number): readonly Row[] {
  const all = new Map(allRows(rows, strategies, compactions).map((row) => [row.key, row]));
  const recorded = compactions > 0 ? strategies.flatMap((strategy) => (strategy.recorded ? strategy.id : [])) : [];
  return [...new Set(replay.strategies ?? [...compared, ...recorded])].flatMap((key) => all.get(key) ?? []);
}

const SPEAKING: readonly string[] = Object.values(SYSTEM_ROW);

/** Rows that represent their systems' triggers. */
export const systemRows = (rows: readonly Row[]): readonly Row[] => rows.filter(({ key }) => SPEAKING.includes(key));

/** Rows of the comparison: every strategy once, and the person's duplicates. */
import { hasRow } from '../engine/strategies/contract.ts';
import type { Row } from './schema.ts';

/** Strategy of a row key: `sliding-window~2` → `sliding-window`. */
export const strategyOfKey = (key: string): string => key.replace(/~\d+$/, '');

/** Whether a key belongs to a strategy: its id, or its id with `~2` and up. */
export function isRowKey(key: string, strategy: string): boolean {
  return key === strategy || (key.startsWith(`${strategy}~`) && /^([2-9]|[1-9]\d{1,3})$/.test(key.slice(strategy.length + 1)));
}

const copyNumber = (key: string): number => Number(/~(\d+)$/.exec(key)?.[1] ?? 1);

/** What rows need to know of a strategy of the registry. */
export interface RowStrategy {
  readonly id: string;
  /** Its rows exist only if the scenario has them. */
  readonly onDemand?: boolean;
  /** Has its row also where the recording holds compactions. */
  readonly recorded?: boolean;
}

/**
 * All rows that a comparison runs: strategies in registry order, each followed by its duplicates in numeric order. Rows of unknown
 * strategies are left out (a link may come from a build with more). `compactions` = of the recorded agent in the conversation.
 */
export function allRows(rows: readonly Row[], strategies: readonly RowStrategy[], compactions = 0): readonly Row[] {
  const own = new Map<string, Row[]>();
  for (const row of rows) own.set(row.strategy, [...(own.get(row.strategy) ?? []), row]);
  return strategies.flatMap((strategy) => {
    const { id } = strategy;
    const mine = own.get(id) ?? [];
    const standard = hasRow(strategy, compactions) ? [{ key: id, strategy: id, params: {} }] : [];
    const first = mine.find((row) => row.key === id);
    const copies = mine.filter((row) => row.key !== id).sort((a, b) => copyNumber(a.key) - copyNumber(b.key));
    return [...(first ? [first] : standard), ...copies];
  });
}

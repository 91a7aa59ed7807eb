/** Rows of the comparison: every strategy once, and the person's duplicates; and those of them that the short list shows. */
import { hasRow, type SeedRef } from '../engine/strategies/contract.ts';
import { BUILT_IN } from '../engine/summarizers/contract.ts';
import { BY_WORDS } from '../models/contract.ts';
import type { Row, Scenario } from './schema.ts';

export const strategyOfKey = (key: string): string => key.replace(/~\d+$/, '');

const copyNumber = (key: string): number => Number(/~(\d+)$/.exec(key)?.[1] ?? 1);

export interface RowStrategy {
  readonly id: string;
  readonly onDemand?: boolean;
  readonly recorded?: boolean;
}

/** All rows that a comparison runs: strategies in registry order, each followed by its duplicates in numeric order. */
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

/**
 * Rows of the seeds in the short list: of each system the one with the largest gain over chance at 20 % (docs/study.md), then the next
 * best of all. docs/adr/0046-a-short-list-of-rows.md says why.
 */
export const BEST_SEEDS: readonly string[] = [
  'auto-compression',
  'sliding-window',
  'importance-scoring',
  'context-compactor',
  'time-decay',
  'incremental-summary',
  'oldest-removal',
  'selective',
];

const WHOLE: readonly (SeedRef['seed'] | undefined)[] = ['product', 'own', 'recording', 'control'];

interface ListedStrategy extends RowStrategy {
  readonly source?: SeedRef;
}

export const STRATEGIES = 'strategies';

/**
 * Rows that a person sees: the short list with what was opened last and what a person changed or added; every row where all are asked for or
 * searched.
 */
export function shownRows({ rows, view }: Pick<Scenario, 'rows' | 'view'>, strategies: readonly ListedStrategy[], compactions = 0): readonly Row[] {
  const all = allRows(rows, strategies, compactions);
  if (view.allRows || view.tables[STRATEGIES]?.filters) return all;
  const own = new Set([...rows.map(({ key }) => key), view.other]);
  const listed = new Set(strategies.flatMap(({ id, source }) => (WHOLE.includes(source?.seed) || BEST_SEEDS.includes(id) ? id : [])));
  return all.filter(({ key, strategy }) => listed.has(strategy) || own.has(key));
}

export const productsOnDemand = (strategies: readonly ListedStrategy[]): readonly string[] =>
  strategies.flatMap(({ id, onDemand, source }) => (onDemand && source?.seed === 'product' ? id : []));

/** The rows with one for each of these strategies, or without those of them that nobody changed. */
export function withRowsOf(rows: readonly Row[], ids: readonly string[], there: boolean): readonly Row[] {
  const isPlain = ({ key, params, summarizer }: Row): boolean => ids.includes(key) && Object.keys(params).length === 0 && summarizer === undefined;
  if (!there) return rows.filter((row) => !isPlain(row));
  const known = new Set(rows.map(({ key }) => key));
  return [...rows, ...ids.filter((id) => !known.has(id)).map((id): Row => ({ key: id, strategy: id, params: {} }))];
}

/**
 * Rows that a comparison computes: all, for the answer is chosen from all, whichever are drawn. Those that are not drawn never cost
 * anything: the built-in summariser writes for them, and they compare by words.
 */
export function comparedRows(
  scenario: Pick<Scenario, 'rows' | 'view' | 'settings'>,
  strategies: readonly ListedStrategy[],
  compactions = 0,
): readonly Row[] {
  const { summarizer, embedder = BY_WORDS } = scenario.settings;
  const all = allRows(scenario.rows, strategies, compactions);
  if (summarizer === BUILT_IN && embedder === BY_WORDS) return all;
  const shown = new Set(shownRows(scenario, strategies, compactions).map(({ key }) => key));
  return all.map((row) => (shown.has(row.key) ? row : { ...row, summarizer: BUILT_IN, embedder: BY_WORDS }));
}

export function compareRequest(scenario: Scenario, strategies: readonly ListedStrategy[], compactions = 0): ComparedScenario {
  return {
    conversation: scenario.conversation,
    ...(scenario.until !== undefined && { until: scenario.until }),
    settings: scenario.settings,
    marks: scenario.marks,
    rows: comparedRows(scenario, strategies, compactions),
    applied: scenario.applied,
    undone: scenario.undone,
  };
}

type ComparedScenario = Pick<Scenario, 'conversation' | 'until' | 'settings' | 'marks' | 'rows' | 'applied' | 'undone'>;

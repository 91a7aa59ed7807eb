/** The rows of the table of results, made of the worker's tables. No React here. */
import type { Answer, Wishes } from '../../engine/answer/contract.ts';
import { agentOfMost, type SetAgent } from '../../engine/answer/sets.ts';
import type { RowOfSet, SetOverview } from '../../engine/sets/contract.ts';
import type { SetSentenceInput } from '../../i18n/answer-words.ts';
import type { Row, Scenario } from '../../scenario/schema.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import type { SetTables } from '../../worker/sets/set-worker-protocol.ts';
import { type Kind, type Letter, LETTERS, rulesOf, strategyTitle } from '../rows/compare-rows.ts';
import { comparedOf } from '../rows/useTableRows.ts';
import { app, useApp } from '../store/store.ts';
import { type SetState, useSet } from './set-state.ts';

export interface ResultRow extends RowOfSet {
  readonly title: string;
  readonly info: StrategyInfo;
  readonly letter: Letter | null;
  /** Group of the table; A, B and C are above all groups. */
  readonly kind: Exclude<Kind, 'aside'>;
  /** Its product wrote most of the tokens: this share of them. null for every other row. */
  readonly wrote: number | null;
  readonly answer: boolean;
  /** Below what chance keeps. */
  readonly below: boolean;
}

export const KIND_ORDER: readonly ResultRow['kind'][] = ['compared', 'agent', 'products', 'seeds', 'own', 'controls'];

/** Rows of the table, in the order that they came in. */
export function resultRows(
  tables: SetTables,
  infos: ReadonlyMap<string, StrategyInfo>,
  compared: readonly string[],
  wanted: readonly Row[],
  agent: SetAgent | null,
  answer: string | null = null,
): readonly ResultRow[] {
  const params = new Map(wanted.map((row) => [row.key, row.params]));
  return tables.rows.flatMap((row) => {
    const info = infos.get(row.strategy);
    if (!info) return [];
    const letter = LETTERS[compared.indexOf(row.key)] ?? null;
    const isAgent = row.strategy === agent?.strategy;
    return [
      {
        ...row,
        info,
        title: strategyTitle(row.strategy, row.key, params.get(row.key) ?? {}),
        letter,
        kind: rulesOf({ info, agent: isAgent, pin: letter, isAnswer: false }),
        wrote: isAgent ? agent.share : null,
        answer: row.key === answer,
        below: row.together !== null && row.together.share < row.together.chance,
      } satisfies ResultRow,
    ];
  });
}

/** An interval that leaves out no difference. */
export const isSure = ({ difference }: Pick<RowOfSet, 'difference'>): boolean =>
  difference !== null && (difference.interval[0] > 0 || difference.interval[1] < 0);

interface SetAnswerInput {
  readonly rows: readonly ResultRow[];
  readonly tables: SetOverview;
  readonly found: Answer;
  readonly wishes: Wishes;
  readonly all: number;
}

/** By the settings of the scenario in use. */
export function toldSet({ settings }: Pick<Scenario, 'settings'>, { rows, tables, found, wishes, all }: SetAnswerInput): SetSentenceInput {
  const titles = new Map(rows.map(({ key, title }) => [key, title]));
  return { overview: tables, answer: found, rows, target: settings.target, wishes, all, titleOf: (key) => titles.get(key) ?? key };
}

const of = ({ sessions, tables }: Pick<SetState, 'sessions' | 'tables'>, other: string | null): string =>
  comparedOf(agentOfMost(sessions)?.strategy ?? null, tables?.answer ?? null, other, () => false).join(' ');

export const comparedInSet = (): readonly string[] => of(useSet.getState(), app().scenario.view.other ?? null).split(' ');

/** As one text: equal as long as the three are. */
export function useComparedInSet(): string {
  const other = useApp((s) => s.scenario.view.other ?? null);
  return useSet((s) => of(s, other));
}

/** The rows of the table of results, made of the worker's tables; and which of them is the answer. No React here. */
import { answerOf, SESSIONS } from '../../engine/answer/answer.ts';
import type { Answer, Candidate, Unit, Wishes } from '../../engine/answer/contract.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import type { RowOfSet, SetTables } from '../../worker/sets/protocol.ts';
import type { Row } from '../../scenario/schema.ts';
import { kindOf, type Kind } from '../compare/table.ts';
import type { SetAgent } from './agent.ts';
import { strategyTitle } from '../compare/rows.ts';

export const LETTERS = ['A', 'B', 'C'] as const;

export interface ResultRow extends RowOfSet {
  readonly title: string;
  readonly info: StrategyInfo;
  readonly letter: (typeof LETTERS)[number] | null;
  /** Group of the table; pinned rows stand above all groups. */
  readonly kind: Kind | 'pinned';
  /** Its product wrote most of the tokens: this share of them. null for every other row. */
  readonly wrote: number | null;
  readonly answer: boolean;
  /** Below what chance keeps. */
  readonly below: boolean;
}

export const KIND_ORDER: readonly ResultRow['kind'][] = ['pinned', 'agent', 'products', 'seeds', 'own', 'controls'];

/** Of ten sessions one may be over the budget, and of fewer too: the smallest ones leave no room to stay within it. */
const MAY_BE_OVER = 0.1;
export const isWithin = ({ over, sessions }: Pick<RowOfSet, 'over' | 'sessions'>): boolean => over <= Math.max(1, Math.floor(sessions * MAY_BE_OVER));

/** Whether a row may be the answer: within the budget, a result that its provider accepts in every session, and no control. */
export const mayAnswer = (row: RowOfSet, info: StrategyInfo | undefined): boolean =>
  info !== undefined && isWithin(row) && isAccepted(row) && !isScale(info);

const isScale = (info: StrategyInfo): boolean => info.kind === 'control' || info.source.seed === 'recording';
const isAccepted = ({ invalid, failed }: RowOfSet): boolean => invalid === 0 && failed === 0;

/** What random removal keeps in each session is chance; without its row nothing is held against chance. */
const CHANCE = 'random-removal';

/** Wishes that the tables of a set can tell: what users said, constraints and models are no columns of theirs. */
export const wishesOfSet = (wishes: Wishes): Wishes => ({
  ...wishes,
  matters: wishes.matters === 'cost' ? 'cost' : 'kept',
  noModel: false,
  constraints: null,
});

/** The row that keeps most on average of the sessions among those that meet the wishes. `base` = the baseline's key. */
export function answerOfSet(
  { rows, facts }: Pick<SetTables, 'rows' | 'facts'>,
  infos: ReadonlyMap<string, StrategyInfo>,
  wishes: Wishes,
  base: string | null,
): Answer {
  const chance = new Map(rows.find(({ strategy }) => strategy === CHANCE)?.ticks.map(({ session, value }) => [session, value]));
  const sessions = [...new Set(rows.flatMap(({ ticks }) => ticks.map(({ session }) => session)))].sort();
  const unitsOf = ({ ticks }: RowOfSet): readonly Unit[] => {
    const kept = new Map(ticks.map(({ session, value }) => [session, value]));
    return sessions.map((session): Unit => {
      const value = kept.get(session);
      return value === undefined ? {} : { strings: { kept: value, needed: 1, chance: chance.get(session) ?? 0 } };
    });
  };
  const candidates = rows.flatMap((row): readonly Candidate[] => {
    const info = infos.get(row.strategy);
    if (!info) return [];
    const { key, own, cost, sessions: ran, failed } = row;
    return [
      {
        key,
        control: isScale(info),
        compacted: failed < ran,
        accepted: isAccepted(row),
        withinBudget: isWithin(row),
        model: false,
        constraints: null,
        units: row.kept ? unitsOf(row) : null,
        own,
        cost,
        left: row.left?.mean ?? null,
      },
    ];
  });
  return answerOf(candidates, wishesOfSet(wishes), base, { ...SESSIONS, items: facts });
}

/** Rows of the table, in the order that they came in. */
export function resultRows(
  tables: SetTables,
  infos: ReadonlyMap<string, StrategyInfo>,
  pinned: readonly string[],
  wanted: readonly Row[],
  agent: SetAgent | null,
  answer: string | null = null,
): readonly ResultRow[] {
  const params = new Map(wanted.map((row) => [row.key, row.params]));
  return tables.rows.flatMap((row) => {
    const info = infos.get(row.strategy);
    if (!info) return [];
    const letter = LETTERS[pinned.indexOf(row.key)] ?? null;
    const isAgent = row.strategy === agent?.strategy;
    return [
      {
        ...row,
        info,
        title: strategyTitle(row.strategy, row.key, params.get(row.key) ?? {}),
        letter,
        kind: kindOf({ info, agent: isAgent, pin: letter, isAnswer: false }),
        wrote: isAgent ? agent.share : null,
        answer: row.key === answer,
        below: tables.chance !== null && row.kept !== null && row.kept.median < tables.chance,
      } satisfies ResultRow,
    ];
  });
}

/** An interval that leaves out no difference. */
export const isSure = ({ difference }: Pick<RowOfSet, 'difference'>): boolean =>
  difference !== null && (difference.interval[0] > 0 || difference.interval[1] < 0);

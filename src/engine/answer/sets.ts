/** The answer of a set: the rule of a session, over sessions that weigh alike. docs/answer.md */
import { answerOf, SESSIONS } from './answer.ts';
import type { Answer, Candidate, Unit, Wishes } from './contract.ts';

interface Valued {
  readonly session: string;
  readonly value: number;
}

/** One row over the sessions of a set. Shares are 0–1. */
export interface RowOverSessions {
  readonly key: string;
  readonly strategy: string;
  /** Kept of what was needed later, and of the user's words; sessions without enough of them are left out. */
  readonly ticks: readonly Valued[];
  readonly userWords: readonly Valued[];
  /** By our own extractor. */
  readonly own: number | null;
  /** Tokens left at the cuts. */
  readonly left: { readonly mean: number } | null;
  /** Constraints that stand whole; mean over sessions that have some. */
  readonly constraints: number | null;
  /** Median of the next request, US dollars. */
  readonly cost: number | null;
  /** Sessions; those over the budget; with a request that the provider would refuse; without a result. */
  readonly sessions: number;
  readonly over: number;
  readonly invalid: number;
  readonly failed: number;
}

/** What an answer asks of a strategy. */
export interface Scaled {
  readonly kind: string;
  readonly source: { readonly seed: string };
}

/** Of ten sessions one may be over the budget, and of fewer too: the smallest ones leave no room to stay within it. */
const MAY_BE_OVER = 0.1;
export const isWithin = ({ over, sessions }: Pick<RowOverSessions, 'over' | 'sessions'>): boolean =>
  over <= Math.max(1, Math.floor(sessions * MAY_BE_OVER));

const isScale = ({ kind, source }: Scaled): boolean => kind === 'control' || source.seed === 'recording';
const isAccepted = ({ invalid, failed }: Pick<RowOverSessions, 'invalid' | 'failed'>): boolean => invalid === 0 && failed === 0;

/** Whether a row may be the answer: within the budget, a result that its provider accepts in every session, and no control. */
export const mayAnswer = (row: Pick<RowOverSessions, 'over' | 'sessions' | 'invalid' | 'failed'>, info: Scaled | undefined): boolean =>
  info !== undefined && isWithin(row) && isAccepted(row) && !isScale(info);

/** What random removal keeps in each session is chance; without its row nothing is held against chance. */
const CHANCE = 'random-removal';

/** A set is compared with the built-in summariser: no row of it calls a model. */
export const wishesOfSet = (wishes: Wishes): Wishes => ({ ...wishes, noModel: false });

/**
 * The row that keeps most on average of the sessions among those that meet the wishes.
 * @param facts needed items of the sessions that have enough
 * @param base key of what the person has
 */
export function answerOfSet(
  { rows, facts }: { readonly rows: readonly RowOverSessions[]; readonly facts: number },
  infoOf: (strategy: string) => Scaled | undefined,
  wishes: Wishes,
  base: string | null,
): Answer {
  const measure = wishes.matters === 'userWords' ? 'userWords' : 'strings';
  const valuesOf = (row: RowOverSessions): readonly Valued[] => (measure === 'userWords' ? row.userWords : row.ticks);
  const random = rows.find(({ strategy }) => strategy === CHANCE);
  const chance = new Map((random ? valuesOf(random) : []).map(({ session, value }) => [session, value]));
  const sessions = [...new Set(rows.flatMap((row) => valuesOf(row).map(({ session }) => session)))].sort();
  const unitsOf = (row: RowOverSessions): readonly Unit[] | null => {
    const kept = new Map(valuesOf(row).map(({ session, value }) => [session, value]));
    if (kept.size === 0) return null;
    return sessions.map((session): Unit => {
      const value = kept.get(session);
      return value === undefined ? {} : { [measure]: { kept: value, needed: 1, chance: chance.get(session) ?? 0 } };
    });
  };
  const candidates = rows.flatMap((row): readonly Candidate[] => {
    const info = infoOf(row.strategy);
    if (!info) return [];
    return [
      {
        key: row.key,
        control: isScale(info),
        compacted: row.failed < row.sessions,
        accepted: isAccepted(row),
        withinBudget: isWithin(row),
        model: false,
        constraints: row.constraints,
        units: unitsOf(row),
        own: row.own,
        cost: row.cost,
        left: row.left?.mean ?? null,
      },
    ];
  });
  return answerOf(candidates, wishesOfSet(wishes), base, { ...SESSIONS, items: facts });
}

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

/** Means over other sessions cannot be held against each other: a row that left most sessions as they were says nothing of them. */
const MAY_BE_MISSING = 0.1;

const isScale = ({ kind, source }: Scaled): boolean => kind === 'control' || source.seed === 'recording';
const isAccepted = ({ invalid, failed }: Pick<RowOverSessions, 'invalid' | 'failed'>): boolean => invalid === 0 && failed === 0;

/** Whether a row may be the answer: within the budget, a result that its provider accepts in every session, and no control. */
export const mayAnswer = (row: Pick<RowOverSessions, 'over' | 'sessions' | 'invalid' | 'failed'>, info: Scaled | undefined): boolean =>
  info !== undefined && isWithin(row) && isAccepted(row) && !isScale(info);

/** What random removal keeps in each session is chance; without its row nothing is held against chance. */
export const CHANCE = 'random-removal';

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
  const mostMissing = Math.floor(sessions.length * MAY_BE_MISSING);
  const candidates = rows.flatMap((row): readonly Candidate[] => {
    const info = infoOf(row.strategy);
    if (!info) return [];
    return [
      {
        key: row.key,
        control: isScale(info),
        compacted: sessions.length - valuesOf(row).length <= mostMissing,
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

/** The product that wrote most of the tokens of a set, and its share of all of them. */
export interface SetAgent {
  readonly strategy: string;
  readonly share: number;
}

/** By tokens: of a set with many tiny sessions it is the one that is worked with. null where no product is known. */
export function agentOfMost(sessions: Iterable<{ readonly agent: string | null; readonly tokens: number }>): SetAgent | null {
  const counts = new Map<string, number>();
  let all = 0;
  for (const { agent, tokens } of sessions) {
    all += tokens;
    if (agent) counts.set(agent, (counts.get(agent) ?? 0) + tokens);
  }
  let most: SetAgent | null = null;
  for (const [strategy, tokens] of counts) {
    const share = all === 0 ? 1 : tokens / all;
    if (most === null || share > most.share) most = { strategy, share };
  }
  return most;
}

/** The answer of a set: the rule of a session, over sessions whose checkpoints are pooled. docs/answer.md */
import { answerOf, CUTS, keptOf, SESSIONS, sums } from './answer.ts';
import { JUDGES } from '../measures/independent/contract.ts';
import type { Answer, Candidate, Retention, Scope, Unit, Wishes } from './contract.ts';
import { LEAST_UNITS } from './together.ts';
import { yoursOf } from './yours.ts';

/** A value of one session. */
export interface Tick {
  readonly session: string;
  readonly value: number;
}

/** Counts of one session under one row, by checkpoint; `matched`: A's sizes were the targets there. */
export interface SessionCounts {
  readonly session: string;
  /** The product that wrote it; null where none is known. */
  readonly agent: string | null;
  readonly matched: boolean;
  readonly cuts: readonly Unit[];
}

/** One row over the sessions of a set. Shares are 0–1. */
export interface RowOverSessions {
  readonly key: string;
  readonly strategy: string;
  readonly counts: readonly SessionCounts[];
  /** Kept of what was needed later, and of the user's words; sessions without enough of them are left out. */
  readonly ticks: readonly Tick[];
  readonly userWords: readonly Tick[];
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
export interface StrategySource {
  readonly kind: string;
  readonly source: { readonly seed: string };
}

/** Sums cannot be held against each other over other sessions: a row that left most sessions as they were says nothing of them. */
const MAY_BE_MISSING = 0.1;

const isScale = ({ kind, source }: StrategySource): boolean => kind === 'control' || source.seed === 'recording';
const isAccepted = ({ invalid, failed }: Pick<RowOverSessions, 'invalid' | 'failed'>): boolean => invalid === 0 && failed === 0;

/** Whether a row may be the answer: within the budget, a result that its provider accepts in every session, and no control. */
export const mayAnswer = (row: Pick<RowOverSessions, 'over' | 'sessions' | 'invalid' | 'failed'>, info: StrategySource | undefined): boolean =>
  info !== undefined && row.over === 0 && isAccepted(row) && !isScale(info);

/** Key of A where several products wrote the sessions: in each session its own writer. */
export const YOURS = 'yours';

/** A set is compared with the built-in summariser: no row of it calls a model. */
export const wishesOfSet = (wishes: Wishes): Wishes => ({ ...wishes, noModel: false });

/** Sums over the checkpoints of a session. */
export const pooled = (cuts: readonly Unit[]): Unit =>
  Object.fromEntries(JUDGES.flatMap((measure) => (cuts.some((cut) => cut[measure]) ? [[measure, sums(cuts, measure)]] : [])));

/**
 * Kept over sessions together, as their answer says it: where A's sizes were the targets in some, in these only. null where too little was
 * needed.
 */
export function keptOver(counts: readonly SessionCounts[]): Retention | null {
  const matched = counts.filter((one) => one.matched);
  return keptOf(
    (matched.length > 0 ? matched : counts).map(({ cuts }) => pooled(cuts)),
    'kept',
    SESSIONS,
  );
}

/** What was asked of the sessions: own = a target of their own; same = what their writers leave; shipped = each row its own amount. */
export type TargetMode = 'own' | 'same' | 'shipped';

/**
 * The row that keeps most over the sessions among those that meet the wishes.
 * @param infoOf of a strategy; undefined = it is not known, and its row is left out
 */
export function answerOfSet(
  rows: readonly RowOverSessions[],
  infoOf: (strategy: string) => StrategySource | undefined,
  wishes: Wishes,
  asked: TargetMode,
): Answer {
  const known = rows.flatMap((row) => {
    const info = infoOf(row.strategy);
    return info ? [{ row, info }] : [];
  });
  // Where A did nothing, the target held, and A is at another size.
  const isSame = asked === 'same' && known.some(({ row }) => row.counts.some(({ matched }) => matched));
  const counted = known.map(({ row }) => new Map(row.counts.filter(({ matched }) => !isSame || matched).map((one) => [one.session, one])));
  const sessions = [...new Set(counted.flatMap((one) => [...one.keys()]))].sort();
  const bySession = sessions.length >= LEAST_UNITS;
  const cutsIn = new Map(sessions.map((session) => [session, Math.max(...counted.map((one) => one.get(session)?.cuts.length ?? 0))]));
  const unitsOf = (found: ReadonlyMap<string, SessionCounts>): readonly Unit[] | null =>
    found.size === 0
      ? null
      : sessions.flatMap((session): readonly Unit[] => {
          const { cuts = [] } = found.get(session) ?? {};
          return bySession ? [pooled(cuts)] : Array.from({ length: cutsIn.get(session)! }, (_, cut) => cuts[cut] ?? {});
        });
  const mostMissing = Math.floor(sessions.length * MAY_BE_MISSING);
  const candidates = known.map(
    ({ row, info }, i): Candidate => ({
      key: row.key,
      control: isScale(info),
      ours: info.source.seed === 'own',
      compacted: sessions.length - counted[i]!.size <= mostMissing,
      accepted: isAccepted(row),
      withinBudget: row.over === 0,
      model: false,
      constraints: row.constraints,
      units: unitsOf(counted[i]!),
      own: row.own,
      cost: row.cost,
      left: row.left?.mean ?? null,
    }),
  );
  const scope: Scope = { ...(bySession ? SESSIONS : CUTS), sessions: sessions.length, ...(asked === 'shipped' && { sizes: true }) };
  const own = isSame
    ? yoursOver(
        known.map(({ row }) => row),
        counted,
      )
    : null;
  if (!own) return answerOf(candidates, wishesOfSet(wishes), null, scope);
  const is = candidates.find(({ key }) => key === own.key);
  const all = is ? candidates : [...candidates, { ...UNKNOWN, units: unitsOf(own.counts) }];
  return answerOf(all, wishesOfSet(wishes), own.key, scope);
}

/** A where it is more than one row: a scale, never the answer. */
const UNKNOWN: Omit<Candidate, 'units'> = {
  key: YOURS,
  control: true,
  compacted: true,
  accepted: true,
  withinBudget: true,
  model: false,
  constraints: null,
  own: null,
  cost: null,
  left: null,
};

/** In each session what its own writer keeps: one row where one product wrote all; null where no session has its writer's row. */
function yoursOver(rows: readonly RowOverSessions[], counted: readonly ReadonlyMap<string, SessionCounts>[]) {
  const counts = new Map<string, SessionCounts>();
  const keys = new Set<string>();
  for (const [i, { key }] of rows.entries()) {
    for (const [session, one] of counted[i]!) {
      if (yoursOf(one.agent).key !== key) continue;
      keys.add(key);
      counts.set(session, one);
    }
  }
  return counts.size === 0 ? null : { key: keys.size === 1 ? [...keys][0]! : YOURS, counts };
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

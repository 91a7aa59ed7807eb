/** A: what a person has, told by the session that their agent wrote. */
import { agentOf } from '../presets/agents.ts';
import type { Recall } from '../recall/contract.ts';
import { CUTS } from './answer.ts';
import type { Match, Scope } from './contract.ts';

/** What agents do that nobody knows: the oldest messages go. */
const UNKNOWN_AGENT = 'oldest-removal';

/**
 * What the answer is held against: A where its size was the target; nobody at a target of its own (`idle` = A did nothing there); nothing
 * where every row left its own amount.
 */
export function heldAgainst({ match: held, budget }: Pick<Recall, 'match' | 'budget'>, asked: Match | null): Held {
  if (budget === null) return { base: null, idle: null, scope: { ...CUTS, sizes: true } };
  return { base: held, idle: held === null && asked ? asked.key : null, scope: CUTS };
}

export interface Held {
  /** Key of A. */
  readonly base: string | null;
  readonly idle: string | null;
  readonly scope: Scope;
}

/** The product that wrote sessions of a format, as shipped; where it is not known, dropping the oldest to the target. */
export function yoursOf(format: string): Match {
  const product = agentOf(format);
  return { key: product ?? UNKNOWN_AGENT, shipped: product !== null };
}

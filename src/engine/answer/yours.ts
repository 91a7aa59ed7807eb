/** A: what a person has, told by the session that their agent wrote. */
import { recordingOf } from '../compaction/compaction-recorded.ts';
import { agentOf } from '../products/agents.ts';
import { leastNeeds } from '../measures/independent/contract.ts';
import { hasFewCuts, type Recall } from '../recall/contract.ts';
import type { Transcript } from '../transcript/types.ts';
import { CUTS } from './answer.ts';
import type { Match, Scope } from './contract.ts';

/** A where nobody knows the agent: the oldest messages go. */
export const UNKNOWN_AGENT = 'oldest-removal';

/**
 * What the answer is held against: A where its size was the target; nobody at a target of its own (`idle` = A did nothing there); nothing
 * where every row left its own amount.
 */
export function heldAgainst({ cuts, match: held, budget, compactions }: RecallBasis, asked: Match | null): AnswerBasis {
  // A count of what real compactions lost needs no least number: it is no sample.
  const scope = { ...CUTS, ...(compactions !== null && { least: leastNeeds(true), compactions }), ...(asked && { asked: asked.key }) };
  if (budget === null) return { base: null, idle: null, scope: { ...scope, sizes: true } };
  // With too few cuts nobody was held to anything, whatever A does there.
  return { base: held, idle: held === null && asked && !hasFewCuts({ cuts, compactions }) ? asked.key : null, scope };
}

type RecallBasis = Pick<Recall, 'match' | 'budget' | 'compactions'> & { readonly cuts: readonly unknown[] };

export interface AnswerBasis {
  /** Key of A. */
  readonly base: string | null;
  readonly idle: string | null;
  readonly scope: Scope;
}

/** Row of what the recorded agent itself made. */
export const AS_RECORDED = 'recorded';

/**
 * What the recorded agent itself made, right before a compaction of its own (`isRecorded`); else the product that wrote the session
 * (`agentOf`), as shipped; where it is not known (null), dropping the oldest to the target.
 */
export function yoursOf(agent: string | null, isRecorded = false): Match {
  if (isRecorded) return { key: AS_RECORDED, shipped: true };
  return { key: agent ?? UNKNOWN_AGENT, shipped: agent !== null };
}

/** A of a context. */
export const yoursIn = (context: Transcript): Match => yoursOf(agentOf(context), recordingOf(context) !== null);

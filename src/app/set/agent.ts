import type { FoundSession } from '../../worker/sets/protocol.ts';

/** The product that wrote most of the tokens of a set, and its share of all of them. */
export interface SetAgent {
  readonly strategy: string;
  readonly share: number;
}

/** By tokens: of a set with many tiny sessions it is the one that is worked with. null where no product is known. */
export function agentOfMost(sessions: readonly Pick<FoundSession, 'agent' | 'tokens'>[]): SetAgent | null {
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

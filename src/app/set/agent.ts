import type { FoundSession } from '../../worker/sets/protocol.ts';

/** The product that wrote most of the tokens: of a set with many tiny sessions it is the one that is worked with. null where none is known. */
export function agentOfMost(sessions: readonly Pick<FoundSession, 'agent' | 'tokens'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { agent, tokens } of sessions) if (agent) counts.set(agent, (counts.get(agent) ?? 0) + tokens);
  let most: string | null = null;
  for (const [agent, count] of counts) if (most === null || count > counts.get(most)!) most = agent;
  return most;
}

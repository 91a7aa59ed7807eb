import type { FoundSession } from '../../worker/sets/protocol.ts';

/** The product that wrote most of the sessions; null where none is known. */
export function agentOfMost(sessions: readonly Pick<FoundSession, 'agent'>[]): string | null {
  const counts = new Map<string, number>();
  for (const { agent } of sessions) if (agent) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  let most: string | null = null;
  for (const [agent, count] of counts) if (most === null || count > counts.get(most)!) most = agent;
  return most;
}

import { describe, expect, test } from 'vitest';
import { formats } from '../formats/index.ts';
import { AGENTS, agentOf } from './agents.ts';
import { PRODUCTS } from './index.ts';

describe('the agent of a session', () => {
  test('every format says whose sessions it holds, and nothing else does', () => {
    expect(Object.keys(AGENTS).toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
  });

  test('an agent is a product that has its row by itself', () => {
    const rows = PRODUCTS.flatMap(({ id, onDemand }) => (onDemand ? [] : id));
    const agents = Object.values(AGENTS).filter((agent) => agent !== null);
    expect(agents).toEqual(expect.arrayContaining(['claude-code', 'codex', 'gemini-cli', 'pi', 'aider', 'openhands-sdk', 'swe-agent-observations']));
    for (const agent of agents) expect(rows).toContain(agent);
  });

  test('a format of a later build, or a word that every object has, is nobody’s', () => {
    expect(agentOf('codex-rollout')).toBe('codex');
    expect(agentOf('codex-exec')).toBe('codex');
    expect(agentOf('openai-chat')).toBeNull();
    expect(agentOf('newer')).toBeNull();
    expect(agentOf('constructor')).toBeNull();
  });
});

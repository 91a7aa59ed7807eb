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
    const ids = ['codex-rollout', 'codex-exec', 'openai-chat', 'newer', 'constructor'];
    expect(ids.map((format) => agentOf({ format }))).toEqual(['codex', 'codex', null, null, null]);
  });

  test.each([
    ['0.139.9', undefined, 'codex'],
    ['0.140.0', undefined, 'codex-remote'],
    ['0.140.0-alpha.3', 'openai', 'codex-remote'],
    ['0.146.0', 'azure', 'codex-remote'],
    ['1.0.0', 'OpenAI', 'codex-remote'],
    ['0.146.0', 'amazon-bedrock', 'codex'],
    ['0.146.0', 'ollama', 'codex'],
    ['unknown', 'openai', 'codex'],
    [undefined, 'openai', 'codex'],
  ])('Codex %s at %s has the row %s', (version, provider, row) => {
    expect(agentOf({ format: 'codex-rollout', extra: { version, provider } })).toBe(row);
  });
});

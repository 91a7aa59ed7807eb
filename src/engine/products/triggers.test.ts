/** When each product compacts by itself: the levels are worked out by hand from its published rule, in a window of 200,000 tokens. */
import { describe, expect, it, test } from 'vitest';
import { byId } from '../pipelines/index.ts';
import { ownTrigger } from '../pipelines/run-spec.ts';
import { resolveParams } from '../strategies/params.ts';
import { preparedOf } from '../testing/plans.ts';
import { any, ratio, run, session } from '../testing/replay.ts';
import type { OwnTrigger, Situation } from '../triggers/contract.ts';
import { checkRule, situationAt, watch } from '../triggers/watch.ts';
import { PRODUCTS } from './index.ts';

const WINDOW = 200_000;
type ParamInput = Readonly<Record<string, unknown>>;

function triggerOf(id: string, params: ParamInput = {}, window = WINDOW): OwnTrigger | undefined {
  const strategy = byId.get(id)!;
  const resolved = resolveParams(strategy.params, params);
  if (!resolved.ok) throw new Error(resolved.error);
  return ownTrigger(strategy, resolved.value, window);
}

/** Whether it fires before a request in this situation. */
function fires(id: string, situation: Partial<Situation>, params: ParamInput = {}, window = WINDOW): boolean {
  const { rule } = triggerOf(id, params, window)!;
  const now = { ...situationAt(0, window), ...situation };
  const asked = watch(rule).ask(now) !== null;
  expect(checkRule(rule, now)?.fires).toBe(asked);
  return asked;
}

test("Anthropic's own compaction takes 50,000 tokens and more as its trigger", () => {
  const { params } = byId.get('anthropic-compaction')!;
  expect([50_000, 49_999].map((trigger) => resolveParams(params, { trigger }).ok)).toEqual([true, false]);
});

const BY_TOKENS: readonly (readonly [id: string, at: number, params?: ParamInput, window?: number])[] = [
  // The window less 20,000 for the summary and 13,000.
  ['claude-code', 167_000],
  ['claude-code', 967_000, {}, 1_000_000],
  // Its own setting of the window, where the model has a larger one.
  ['claude-code', 267_000, { autoCompactWindow: 300_000 }, 1_000_000],
  ['claude-code', 167_000, { autoCompactWindow: 300_000 }],
  ['codex-remote', 180_000],
  ['codex-remote', 244_800, {}, 272_000],
  ['codex', 180_000],
  ['codex', 244_800, {}, 272_000],
  // More than the window less 16,384.
  ['pi', 183_617],
  ['pi', 111_617, {}, 128_000],
  // The window less the answer (32,000) and 20,000.
  ['opencode', 148_000],
  ['opencode', 172_000, { output: 8000 }],
  // 40,000 stay, and more than 20,000 must be saved: fewer tokens hold no such output.
  ['opencode-prune', 60_001],
  ['opencode-prune', 30_001, { protect: 10_000 }],
  ['gemini-cli', 100_000],
  ['gemini-cli', 524_288, {}, 1_048_576],
  // 50,000 stay, and at least 30,000 must be saved.
  ['gemini-cli-masking', 80_000],
  // 0.9 of the usable window, which is 0.9 of the window.
  ['cline-basic', 162_000],
  // The window less 27,000, 30,000 or 40,000; of other windows 0.8, or all but 40,000 where that is more.
  ['cline-classic', 160_000],
  ['cline-classic', 98_000, {}, 128_000],
  ['cline-classic', 37_000, {}, 64_000],
  ['cline-classic', 80_000, {}, 100_000],
  ['cline-classic', 960_000, {}, 1_000_000],
  // 0.9 of the window less an answer of 8,192.
  ['roo-code', 171_808],
  ['roo-code-truncation', 171_808],
  // The lesser of 0.85 of the window and the window less 33,000.
  ['qwen-code', 167_000],
  ['qwen-code', 850_000, {}, 1_000_000],
  // More than 0.8 of the window.
  ['goose', 160_001],
  ['goose', 102_401, {}, 128_000],
  ['anthropic-clear-tool-uses', 100_000],
  ['anthropic-compaction', 150_000],
  ['anthropic-compaction', 60_000, { trigger: 60_000 }],
  // More than 100,000.
  ['anthropic-tool-runner', 100_001],
  // More than what may stay.
  ['langchain-trim', 4001],
  ['langchain-clear-tool-uses', 100_000],
  ['langchain-clear-tool-uses', 4000, { trigger: 4000 }],
  ['mastra-token-limiter', 100_001],
  ['llamaindex', 3001],
  ['autogen-token-limited', 8001],
  ['langmem', 32_001],
  // A sixteenth of the window, at least 1,024 and at most 8,192.
  ['aider', 8193],
  ['aider', 2001, {}, 32_000],
  ['aider', 1025, {}, 8000],
  ['aider', 4097, { max_tokens: 4096 }],
  // More than half of the window without the answer (16,384).
  ['agent-framework-context-window', 91_809],
  ['agent-framework-truncation', 32_001, { max_n: 32_000, counted: 'tokens' }],
  // The request is longer than the window.
  ['crewai', 200_001],
  ['openhands-window', 200_001],
  ['strands-summarizing', 200_001],
];

const BY_MESSAGES: readonly (readonly [id: string, at: number, params?: ParamInput])[] = [
  ['openhands-summarizing', 101],
  ['openhands-summarizing', 21, { max_size: 20 }],
  ['openhands-amortized', 101],
  ['openhands-masking', 101],
  ['openhands-recent', 101],
  ['openhands-sdk', 241],
  ['autogen-buffered', 21],
  // 5 at the beginning and 20 at the end.
  ['autogen-head-and-tail', 26],
  ['strands-sliding-window', 41],
  ['agent-framework-truncation', 81],
  // 4, and 2 more.
  ['agent-framework-summarization', 7],
  ['semantic-kernel-truncation', 21],
  ['semantic-kernel-summarization', 21],
  ['semantic-kernel-summarization', 31, { threshold_count: 10 }],
  ['letta-static-buffer', 61],
  ['openai-agents-session-limit', 41],
  // From 20 on: none before the newest 20 is touched.
  ['deepagents-arguments', 20],
];

const EACH_REQUEST = [
  'ai-sdk-prune',
  'mastra-tool-call-filter',
  'swe-agent-observations',
  'swe-agent-windows',
  'openhands-browser',
  'agent-framework-sliding-window',
  'agent-framework-tool-calls',
  'agent-framework-tool-results',
  'openai-agents-tool-output-trimmer',
];

/** Products for which no trigger is published, or which leave it to who uses them. */
const NONE = [
  'cipher-hybrid',
  'cipher-middle',
  'cipher-oldest',
  'fast-agent-compaction',
  'fast-agent-tool-loop',
  'inspect-edit',
  'inspect-trim',
  'kimi-cli',
  'langchain-summarization',
  'letta-partial-evict',
  'letta-sliding-window',
];

describe('by tokens', () => {
  it.each(BY_TOKENS.map(([id, at, params = {}, window = WINDOW]) => [id, at, params, window] as const))(
    '%s fires from %i tokens on, not one below',
    (id, at, params, window) => {
      expect([at - 1, at, at + 1].map((tokens) => fires(id, { tokens }, params, window))).toEqual([false, true, true]);
    },
  );

  it.each(['claude-code', 'opencode', 'roo-code', 'qwen-code', 'pi', 'agent-framework-context-window'])(
    '%s fires at once in a window that is smaller than its reserve',
    (id) => {
      expect([0, 1].map((tokens) => fires(id, { tokens }, {}, 4000))).toEqual([false, true]);
    },
  );
});

describe('by messages', () => {
  it.each(BY_MESSAGES.map(([id, at, params = {}]) => [id, at, params] as const))(
    '%s fires from %i messages on, not one below, however many tokens they have',
    (id, at, params) => {
      const full = { tokens: 10 * WINDOW };
      expect([at - 1, at, at + 1].map((messages) => fires(id, { ...full, messages }, params))).toEqual([false, true, true]);
    },
  );

  it('OpenAI Agents counts all but what the user says, up to 10', () => {
    const at = (messages: number, turns: number): boolean => fires('openai-agents', { messages, turns });
    expect([at(12, 3), at(13, 3), at(10, 0), at(9, 0)]).toEqual([false, true, true, false]);
  });

  it('ADK counts what the user asks, up to 3', () => {
    const at = (turns: number): boolean => fires('adk', { turns, turnsInAll: 9, messages: 500, steps: 99, tokens: WINDOW });
    expect([2, 3].map(at)).toEqual([false, true]);
    expect(fires('adk', { turns: 2, turnsInAll: 2 }, { interval: 2 })).toBe(true);
  });
});

it.each(EACH_REQUEST)('%s runs before each request', (id) => {
  expect(triggerOf(id)!.rule.triggers).toEqual([{ kind: 'requests' }]);
});

test('all others have none of their own and take the common one', () => {
  expect(NONE.map((id) => triggerOf(id))).toEqual(NONE.map(() => undefined));
  const listed = [...BY_TOKENS, ...BY_MESSAGES].map(([id]) => id);
  expect([...new Set([...listed, ...EACH_REQUEST, ...NONE, 'openai-agents', 'adk'])].sort()).toEqual(PRODUCTS.map(({ id }) => id).sort());
});

describe('a replay with own triggers fires there', () => {
  /** Request k goes out with 1,000 (k + 1) tokens in 2 k messages. */
  const base = preparedOf(session(105));
  const OWN = { window: 100_000, ownTriggers: true, own: true, trigger: any(ratio(0.7)) };
  const first = (id: string, params: ParamInput = {}) => run(base, id, OWN, params).points[0];

  it.each([
    // 67,000: the window less 33,000.
    ['claude-code', 'tokens', 67_000, {}],
    ['codex', 'ratio', 90_000, {}],
    // More than 80,000.
    ['goose', 'tokens', 81_000, {}],
    ['crewai', 'hard-limit', 101_000, {}],
    // 22 messages are the first even number over 20: request 11.
    ['semantic-kernel-truncation', 'messages', 12_000, {}],
    ['mastra-tool-call-filter', 'requests', 2000, {}],
    // The first thing that the user asks.
    ['adk', 'turns', 2000, { interval: 1 }],
    // No trigger of its own: the common one, 0.7.
    ['kimi-cli', 'ratio', 70_000, {}],
  ] as const)('%s, by %s, before the request of %i tokens', (id, kind, before, params) => {
    expect(first(id, params)).toMatchObject({ before, trigger: { kind } });
  });

  it('one switch puts the common trigger on all', () => {
    const points = ['claude-code', 'goose', 'mastra-tool-call-filter'].map((id) => run(base, id, { ...OWN, ownTriggers: false }).points[0]);
    expect(points).toMatchObject([{ before: 70_000 }, { before: 70_000 }, { before: 70_000 }]);
  });
});

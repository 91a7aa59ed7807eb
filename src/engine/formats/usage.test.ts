/** Recorded token counts that cannot be ones are refused with the entry that they are in, and counted. */
import { describe, expect, it } from 'vitest';
import { calibrate, type PartCounts } from '../tokens/count.ts';
import type { Transcript } from '../transcript/types.ts';
import type { Parsed } from './contract.ts';
import { parseTranscript } from './index.ts';
import { isTokenCount, MOST_TOKENS, usageFrom } from './finish.ts';

const time = '2026-01-02T03:04:05.000Z';
const lines = (...list: readonly unknown[]): string => list.map((line) => JSON.stringify(line)).join('\n');

/** A file of each format whose only answer has this count for its input. */
const FILES: Readonly<Record<string, (input: unknown) => string>> = {
  'anthropic-messages': (input) =>
    JSON.stringify({
      system: 'x',
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'ok', usage: { input_tokens: input, output_tokens: 7 } },
      ],
    }),
  'claude-code': (input) =>
    lines(
      { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', timestamp: time, message: { role: 'user', content: 'go' } },
      {
        type: 'assistant',
        uuid: 'a',
        parentUuid: 'u',
        sessionId: 's',
        timestamp: time,
        message: { id: 'm', role: 'assistant', content: 'ok', usage: { input_tokens: input, output_tokens: 7 } },
      },
    ),
  'openai-chat': (input) =>
    JSON.stringify({
      messages: [{ role: 'user', content: 'go' }],
      response: { choices: [{ message: { role: 'assistant', content: 'ok' } }], usage: { prompt_tokens: input, completion_tokens: 7 } },
    }),
  pi: (input) =>
    lines(
      { type: 'session', id: 's', cwd: '/', timestamp: time },
      { type: 'message', id: '1', parentId: null, timestamp: time, message: { role: 'user', content: 'go' } },
      { type: 'message', id: '2', parentId: '1', timestamp: time, message: { role: 'assistant', content: [], usage: { input, output: 7 } } },
    ),
  'codex-rollout': (input) =>
    lines(
      { timestamp: time, type: 'session_meta', payload: { id: 's' } },
      {
        timestamp: time,
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
      },
      {
        timestamp: time,
        type: 'event_msg',
        payload: {
          type: 'token_count',
          info: { total_token_usage: { total_tokens: 9 }, last_token_usage: { input_tokens: input, output_tokens: 7, total_tokens: 9 } },
        },
      },
    ),
  playground: (input) =>
    JSON.stringify({
      format: 'compaction-playground',
      version: 1,
      conversations: [{ id: 't', messages: [{ id: 'a', role: 'assistant', parts: [], usage: { input, output: 7, cacheRead: 0, cacheWrite: 0 } }] }],
    }),
};

function parse(text: string): Parsed {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

describe.each(Object.entries(FILES))('%s', (format, write) => {
  it.each([0, 3, MOST_TOKENS])('believes %d tokens', (input) => {
    const { conversations, warnings, format: read } = parse(write(input));
    expect(read).toBe(format);
    expect(conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input, output: 7 });
    expect(warnings.map(({ code }) => code)).not.toContain('invalid-usage');
  });

  it.each([-1, '12', 1.5, MOST_TOKENS + 1, 1e308, true, {}])('refuses %j tokens, with a place', (input) => {
    const { conversations, warnings } = parse(write(input));
    expect(conversations[0]!.messages.at(-1)!.usage).toBeUndefined();
    const [warning] = warnings.filter(({ code }) => code === 'invalid-usage');
    expect(warning).toMatchObject({ count: 1 });
    expect(warning!.line ?? warning!.path).toBeDefined();
  });

  it.skipIf(format === 'playground')('refuses what a repaired NaN left', () => {
    const { conversations, warnings } = parse(write('NaN').replace('"NaN"', 'NaN'));
    expect(conversations[0]!.messages.at(-1)!.usage).toBeUndefined();
    expect(warnings.map(({ code }) => code)).toContain('invalid-usage');
  });
});

it('counts that are not there are 0; all zeros are no usage', () => {
  const none = { input: undefined, output: undefined, cacheRead: undefined, cacheWrite: undefined };
  const refused = (): void => {
    throw new Error('nothing to refuse');
  };
  expect(usageFrom({ ...none, output: 4 }, refused)).toEqual({ input: 0, output: 4, cacheRead: 0, cacheWrite: 0 });
  expect(usageFrom({ ...none, input: null }, refused)).toBeUndefined();
  expect(usageFrom({ ...none, input: 0, output: 0 }, refused)).toBeUndefined();
  expect([0, MOST_TOKENS, -0, Number.NaN, Number.POSITIVE_INFINITY, -1].map(isTokenCount)).toEqual([true, true, true, false, false, false]);
});

it('sizes before a recorded compaction are refused alike', () => {
  const boundary = (preTokens: unknown): string =>
    lines(
      { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', timestamp: time, message: { role: 'user', content: 'go' } },
      { type: 'system', subtype: 'compact_boundary', uuid: 'b', parentUuid: null, sessionId: 's', compactMetadata: { preTokens } },
      {
        type: 'user',
        uuid: 'v',
        parentUuid: 'b',
        sessionId: 's',
        timestamp: time,
        isCompactSummary: true,
        message: { role: 'user', content: 'So far' },
      },
    );
  expect(parse(boundary(175_000)).conversations[0]!.compactions).toMatchObject([{ tokensBefore: 175_000 }]);
  const refused = parse(boundary(-5));
  expect(refused.conversations[0]!.compactions[0]).not.toHaveProperty('tokensBefore');
  expect(refused.warnings).toMatchObject([{ code: 'invalid-usage', count: 1 }]);
});

it('no factor is fitted to what an importer would have refused', () => {
  const n = 20;
  const transcript = (input: (i: number) => number): Transcript => ({
    id: 't',
    format: 'playground',
    model: 'claude-x',
    tools: [],
    compactions: [],
    branches: [],
    subagents: [],
    messages: Array.from({ length: n }, (_, i) =>
      i % 2 === 0
        ? { id: `m${i}`, role: 'user', parts: [{ type: 'text', text: 'x' }] }
        : {
            id: `m${i}`,
            role: 'assistant',
            parts: [{ type: 'text', text: 'x' }],
            usage: { input: input(i), output: 1, cacheRead: 50_000, cacheWrite: 0 },
          },
    ),
  });
  const first = Int32Array.from({ length: n + 1 }, (_, i) => i);
  const parts = { toolDefinitions: 0, first, text: new Float64Array(n).fill(1000), flat: new Float64Array(n) } as unknown as PartCounts;
  expect(
    calibrate(
      transcript((i) => 1000 * i),
      parts,
      'anthropic',
      0,
    ),
  ).toMatchObject({ requests: n / 2 });
  expect(
    calibrate(
      transcript((i) => 1000 * i - 40_000),
      parts,
      'anthropic',
      0,
    ),
  ).toBeUndefined();
  expect(
    calibrate(
      transcript(() => Number.NaN),
      parts,
      'anthropic',
      0,
    ),
  ).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { byId } from '../engine/pipelines/index.ts';
import { resolveParams } from '../engine/strategies/params.ts';
import { formatReason } from '../i18n/index.ts';
import { configSystemOf, readConfig, writeConfig } from './config.ts';
import { runs } from '../engine/testing/scale.ts';

const schemaOf = (strategy: string) => byId.get(strategy)?.params;

/** What reading a text ends in: its parameters, or its error as a sentence. */
async function read(text: string): Promise<{ params?: unknown; summaryModel?: string | null; notices?: string[]; error?: string }> {
  const result = await readConfig(text, schemaOf);
  if (!result.ok) return { error: formatReason(result.error) };
  const { params, summaryModel, notices } = result.value;
  return { params, ...(summaryModel !== undefined && { summaryModel }), notices: notices.map(formatReason) };
}

/** As S1's design has it, comments included. */
const S1 = `# config.yaml

context_compaction:
  enabled: true                    # on or off
  max_context_tokens: 64000
  trigger_ratio: 0.75              # share
  keep_recent_rounds: 3
  require_confirmation: false
  summary_max_length: 1234
`;

const S4 = `{
  "conversation": {
    "autoCompression": {
      "enabled": true,
      "threshold": 0.7,
      "keepRecentCount": 15,
      "summaryMaxTokens": 1024,
      "summaryModel": "gpt-4o-mini",
      "summaryTimeout": 45000
    }
  }
}`;

describe('reading a configuration', () => {
  it("reads S1's YAML", async () => {
    expect(await read(S1)).toEqual({
      params: {
        'context-compactor': {
          enabled: true,
          maxContextTokens: 64_000,
          triggerRatio: 0.75,
          keepRecentRounds: 3,
          askFirst: false,
          summaryMaxChars: 1234,
        },
      },
      notices: [],
    });
  });

  it("reads S4's JSON, for the hard limit too", async () => {
    const values = {
      enabled: true,
      threshold: 0.7,
      keepRecentCount: 15,
      summaryMaxTokens: 1024,
      summaryTimeout: 45_000,
    };
    const params = { 'auto-compression': values, 'hard-limit': { keepRecentCount: 15 } };
    expect(await read(S4)).toEqual({ params, summaryModel: 'gpt-4o-mini', notices: [] });
  });

  it("reads S0's environment variables, as a file of them, exported or as YAML", async () => {
    const params = { 'sliding-window': { window: 11, turnThreshold: 50 }, 'importance-scoring': { scoreThreshold: 4.5, turnThreshold: 50 } };
    const given = await read('# jarvis\nexport sliding_window_size=11\nIMPORTANCE_SCORE_THRESHOLD="4.5"\n\nconversation_turn_threshold=50\n');
    expect(given).toMatchObject({ params, notices: [] });
    const rows = [...byId.values()].filter(({ source }) => source.seed === 'S0').map(({ id }) => id);
    expect(new Set(Object.keys(given.params as object))).toEqual(new Set(rows));
    const chunk = { strategy: 'incremental-summary', params: { chunk: 7 } };
    const plain = (strategy: string) => ({ strategy, params: {} });
    expect(await read('incremental_summary_chunk_size: 7')).toEqual({
      params: {
        'incremental-summary': { chunk: 7 },
        adaptive: { chunk: 7 },
        'combo-advanced': { stages: [plain('importance-scoring'), plain('key-events'), chunk, plain('sliding-window'), plain('summary')] },
        'combo-smart': { stages: [{ strategy: 'adaptive', params: { chunk: 7 } }, chunk, plain('key-events')] },
      },
      notices: [],
    });
    expect((await read('sliding_window_size=9\nHOME=/root')).notices).toEqual(['Line 2: home is unknown: left out']);
    expect((await read('\nsliding_window_size=10')).error).toBe(
      'Line 2: sliding_window_size is 10, expected a number from 1 to 100001, in steps of 2',
    );
  });

  it('reads the block alone, with or without its heading', async () => {
    const bare = { params: { 'context-compactor': { triggerRatio: 0.5 } }, notices: [] };
    expect(await read('trigger_ratio: 0.5')).toEqual(bare);
    expect(await read('{"context_compaction": {"trigger_ratio": 0.5}}')).toEqual(bare);
    expect(await read('{"autoCompression": {"keepRecentCount": 3, "summaryModel": "m"}}')).toMatchObject({
      params: { 'hard-limit': { keepRecentCount: 3 } },
    });
  });

  it('a missing summary model is said, because S4 requires one with a real summariser', async () => {
    const notice = 'Automatic compression (S4) does not start with a real model until summaryModel is set';
    expect((await read('{"keepRecentCount": 3}')).notices).toEqual([notice]);
    for (const none of ['null', '""'])
      expect(await read(`{"keepRecentCount": 3, "summaryModel": ${none}}`)).toEqual({
        params: { 'auto-compression': { keepRecentCount: 3 }, 'hard-limit': { keepRecentCount: 3 } },
        summaryModel: null,
        notices: [notice],
      });
    expect(await read('{"summaryModel": "m"}')).toEqual({ params: {}, summaryModel: 'm', notices: [] });
  });

  it('an unknown field is named and left out', async () => {
    expect(await read('context_compaction:\n  trigger_ratio: 0.5\n  colour: red\n')).toEqual({
      params: { 'context-compactor': { triggerRatio: 0.5 } },
      notices: ['Line 3: context_compaction.colour is unknown: left out'],
    });
  });

  it('what stands beside the block is named, the other system included', async () => {
    const both = `server: {}\nconversation:\n  limit: 3\n  autoCompression:\n    threshold: 0.5\n${S1}`;
    expect((await read(both)).notices).toEqual(['Only context_compaction was read, not server, conversation']);
    expect((await read('{"a": 1, "conversation": {"autoCompression": {"summaryModel": "m"}, "limit": 3}}')).notices).toEqual([
      'Only conversation.autoCompression was read, not a, conversation.limit',
    ]);
    const many = Array.from({ length: 11 }, (_, i) => `k${i}: 1`).join('\n');
    expect((await read(`${many}\n${S1}`)).notices).toEqual(['Only context_compaction was read, not k0, k1, k2, k3, k4, k5, k6, k7 and 3 more']);
  });

  it.each([
    ['context_compaction:\n  trigger_ratio: 7\n', 'Line 2: context_compaction.trigger_ratio is 7, expected a number from 0.1 to 1'],
    ['context_compaction:\n  enabled: "yes"\n', 'Line 2: context_compaction.enabled is "yes", expected boolean'],
    ['{"autoCompression": {"keepRecentCount": 2.5}}', 'Line 1: autoCompression.keepRecentCount is 2.5, expected a number from 0 to 100000, whole'],
    ['{"summaryModel": 7}', 'Line 1: summaryModel is 7, expected text of up to 200 characters, or null'],
    [`{"summaryModel": "${'m'.repeat(201)}"}`, 'Line 1: summaryModel is "mm'],
    ['['.repeat(99_000), 'Line 1: '],
    [`{"autoCompression": {"threshold": ${'['.repeat(40_000)}${']'.repeat(40_000)}}}`, 'Line 1: '],
    ['context_compaction: 3', 'Line 1: context_compaction holds no settings'],
    ['context_compaction: {}', 'context_compaction holds none of enabled, max_context_tokens'],
    ['hello: world', 'Expected: A configuration of the context compactor (S1'],
    ['just a sentence', 'Expected: A configuration of the context compactor (S1'],
    ['', 'Expected: A configuration of the context compactor (S1'],
    ['[1, 2', 'Line 1: '],
    ['a: 1\na: 2', 'Line 2: '],
    ['x'.repeat(100_001), '100,001 characters'],
    [`a: &a [1]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]`, 'Line 1: '],
  ])('%s ends in an error that says where', async (text, message) => {
    expect((await read(text)).error).toContain(message);
  });

  it('never throws and never gives a value that the strategy refuses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.constant(S1).chain((s) => fc.nat(s.length).map((n) => s.slice(0, n))),
        ),
        async (text) => {
          const result = await readConfig(text, schemaOf);
          if (!result.ok) return;
          for (const [strategy, params] of Object.entries(result.value.params)) {
            expect(resolveParams(byId.get(strategy)!.params, params).ok).toBe(true);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('writing a configuration', () => {
  it('belongs to one row of each system', () => {
    expect([configSystemOf('context-compactor'), configSystemOf('auto-compression'), configSystemOf('hard-limit')]).toEqual(['S1', 'S4', null]);
  });

  it('has every field in the order and nesting of the system', () => {
    expect(writeConfig('S1', { keepRecentRounds: 4 }, schemaOf)).toBe(
      'context_compaction:\n  enabled: true\n  max_context_tokens: 80000\n  trigger_ratio: 0.8\n  keep_recent_rounds: 4\n  require_confirmation: true\n  summary_max_length: 1000\n',
    );
    expect(JSON.parse(writeConfig('S4', {}, schemaOf, 'gpt-4o-mini'))).toEqual({
      conversation: {
        autoCompression: {
          enabled: true,
          threshold: 0.8,
          keepRecentCount: 10,
          summaryMaxTokens: 1000,
          summaryModel: 'gpt-4o-mini',
          summaryTimeout: 30_000,
        },
      },
    });
    expect(JSON.parse(writeConfig('S4', {}, schemaOf)).conversation.autoCompression.summaryModel).toBeNull();
  });

  it('what was written is read back', async () => {
    const s1 = { enabled: false, maxContextTokens: 31_000, triggerRatio: 0.61, keepRecentRounds: 0, askFirst: false, summaryMaxChars: 321 };
    expect((await read(writeConfig('S1', s1, schemaOf))).params).toEqual({ 'context-compactor': s1 });
    expect(parse(writeConfig('S1', s1, schemaOf))).toMatchObject({ context_compaction: { keep_recent_rounds: 0, enabled: false } });
    const s4 = { enabled: true, threshold: 0.9, keepRecentCount: 2, summaryMaxTokens: 77, summaryTimeout: 1500 };
    const again = await read(writeConfig('S4', s4, schemaOf, '"odd": {name}'));
    expect(again).toEqual({ params: { 'auto-compression': s4, 'hard-limit': { keepRecentCount: 2 } }, summaryModel: '"odd": {name}', notices: [] });
  });
});

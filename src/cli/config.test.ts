/** Every key that a configuration knows does something that can be seen, in a comparison, a replay or what would be sent. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { fileOf, run } from './testing/run.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/coding-session.jsonl');

/** Results without what only repeats the setting, and without times. */
function observed(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => (key === 'params' || key === 'ms' ? undefined : value));
}
const compared = (strategy: string, ...args: string[]) => [
  'compare',
  file,
  '--json',
  '--strategies',
  strategy,
  '--target',
  'own',
  '--measures',
  'none',
  ...args,
];
const replayed = (strategy: string, ...args: string[]) => ['replay', file, '--json', '--strategies', strategy, '--target', 'own', ...args];

interface Key {
  readonly system: 'S0' | 'S1' | 'S4';
  readonly key: string;
  readonly values: readonly [unknown, unknown];
  readonly args: readonly string[];
}

const S1 = 'context-compactor';
const S4 = 'auto-compression';
const keys: readonly Key[] = [
  { system: 'S0', key: 'sliding_window_size', values: [9, 3], args: compared('sliding-window') },
  { system: 'S0', key: 'importance_score_threshold', values: [3, 6], args: compared('importance-scoring') },
  { system: 'S0', key: 'incremental_summary_chunk_size', values: [20, 3], args: compared('incremental-summary') },
  { system: 'S0', key: 'conversation_turn_threshold', values: [200, 3], args: replayed('summary') },
  // A stage of a combination follows its own row.
  { system: 'S0', key: 'importance_score_threshold', values: [3, 6], args: compared('combo-advanced') },
  { system: 'S1', key: 'enabled', values: [true, false], args: compared(S1) },
  { system: 'S1', key: 'max_context_tokens', values: [40_000, 20_000], args: replayed(S1) },
  { system: 'S1', key: 'trigger_ratio', values: [0.8, 0.4], args: replayed(S1, '--window', '40000') },
  { system: 'S1', key: 'keep_recent_rounds', values: [2, 5], args: compared(S1) },
  { system: 'S1', key: 'require_confirmation', values: [true, false], args: replayed(S1, '--window', '40000', '--answer', 'drop-oldest') },
  { system: 'S1', key: 'summary_max_length', values: [1000, 300], args: compared(S1) },
  { system: 'S4', key: 'enabled', values: [true, false], args: compared(S4) },
  { system: 'S4', key: 'threshold', values: [0.8, 0.5], args: replayed(S4, '--window', '40000') },
  { system: 'S4', key: 'keepRecentCount', values: [10, 30], args: compared(S4) },
  { system: 'S4', key: 'summaryMaxTokens', values: [1000, 200], args: compared(S4) },
  { system: 'S4', key: 'summaryTimeout', values: [30_000, 5000], args: compared(S4, '--summary-outcome', 'timeout') },
];

const written = (system: Key['system'], key: string, value: unknown): string =>
  system === 'S0'
    ? `# .env\nexport ${key.toUpperCase()}=${String(value)}\n`
    : JSON.stringify(system === 'S1' ? { context_compaction: { [key]: value } } : { conversation: { autoCompression: { [key]: value } } });

describe('every key of a configuration', () => {
  it.each(keys)('$system $key', async ({ system, key, values, args }) => {
    const results: unknown[] = [];
    for (const value of values) {
      const { code, out, err } = await run(args[0]!, ...args.slice(1), '--config', fileOf(written(system, key, value), 'config'));
      expect([code, err]).toEqual([0, system !== 'S4' ? '' : expect.stringContaining('until summaryModel is set')]);
      results.push(observed(out));
    }
    expect(results[0]).not.toEqual(results[1]);
  });

  it('S4 summaryModel is the model that is asked', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'test');
    const tty = Object.getOwnPropertyDescriptor(process.stdin, 'isTTY');
    Object.defineProperty(process.stdin, 'isTTY', { value: false, configurable: true });
    try {
      const asked = async (model: unknown, ...more: string[]) => {
        const config = fileOf(written('S4', 'summaryModel', model), 'config');
        return run('compact', file, '--strategy', S4, '--summarizer', 'openai', '--config', config, ...more);
      };
      for (const model of ['gpt-4o-mini', 'gpt-4.1']) {
        const { code, err } = await asked(model);
        expect(code).toBe(2);
        expect(err).toContain(`Summaries by openai/${model} at https://api.openai.com/v1`);
        expect(err).toContain('Nothing was sent');
      }
      expect((await asked('gpt-4o-mini', '--summary-model', 'gpt-4.1')).err).toContain('Summaries by openai/gpt-4.1 at');
      // None chosen with a real summariser: the run says so and does not start.
      const none = await asked(null);
      expect(none).toMatchObject({ code: 2, out: '' });
      expect(none.err).toContain('--summary-model');
    } finally {
      if (tty) Object.defineProperty(process.stdin, 'isTTY', tty);
      else delete (process.stdin as { isTTY?: boolean }).isTTY;
      vi.unstubAllEnvs();
    }
  });

  it('without a real summariser the model is named and not asked', async () => {
    const config = fileOf(written('S4', 'summaryModel', 'gpt-4o-mini'), 'config');
    for (const args of [compared(S4), replayed(S4)])
      expect((await run(args[0]!, ...args.slice(1), '--config', config)).err).toBe(
        'warning: summaryModel gpt-4o-mini is not asked without --summarizer\n',
      );
  });

  it('a key that means nothing is named', async () => {
    const config = fileOf('{"server": 1, "context_compaction": {"trigger_ratio": 0.8, "colour": 1}}', 'config');
    const { code, err } = await run('compare', file, '--strategies', S1, '--config', config);
    expect(code).toBe(0);
    expect(err).toContain('context_compaction.colour is unknown: left out');
    expect(err).toContain('Only context_compaction was read, not server');
  });
});

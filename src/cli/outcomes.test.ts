/** What strategies do when a summary fails, as somebody without a model can see it: in the terminal and in the library. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compact, compare, parseTranscript } from '../engine/index.ts';
import { MOCK_OUTCOMES } from '../engine/summarizers/contract.ts';
import { run } from './testing/run.ts';
import { deep } from '../engine/testing/scale.ts';

const file = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/coding-session.jsonl');
const parsed = parseTranscript(new Uint8Array(readFileSync(file)));
if (!parsed.ok) throw new Error(parsed.error.message);
const transcript = parsed.value.conversations[0]!;
const FAILING = MOCK_OUTCOMES.filter((outcome) => outcome !== 'ok');

interface Case {
  readonly name: string;
  readonly strategy: string;
  readonly window?: number;
  readonly target?: number;
  readonly params?: Readonly<Record<string, number>>;
  readonly outcome: string;
  /** Key of the reason or the note, and words of it. */
  readonly key: string;
  readonly words: RegExp;
}

const cases: readonly Case[] = [
  {
    name: 'S3 rolls back',
    strategy: 'selective-summary',
    target: 0.05,
    outcome: 'rejected',
    key: 'rejected-rolled-back',
    words: /pause for 3/,
  },
  { name: 'S4 hard limit', strategy: 'auto-compression', window: 40_000, outcome: 'compacted', key: 'note-hard-limit', words: /hard limit/ },
  {
    name: 'S4 refusal',
    strategy: 'auto-compression',
    window: 10_000,
    params: { keepRecentCount: 200 },
    outcome: 'refused',
    key: 'refused-hard-limit',
    words: /The last 200 messages/,
  },
  {
    name: 'S4 under the window goes on',
    strategy: 'auto-compression',
    outcome: 'unchanged',
    key: 'unchanged-summary',
    words: /tokens fit the window/,
  },
];

describe.each(FAILING)('a summary that ends in %s', (summaryOutcome) => {
  it.each(cases)('$name: library', async ({ strategy, window, target, params, outcome, key }) => {
    const options = { ...(window && { window }), ...(target && { target }), summaryOutcome };
    const result = await compact(transcript, { strategy, params: params ?? {}, ...options });
    expect(result.outcome).toBe(outcome);
    expect(`${result.why?.key} ${result.note?.key}`).toContain(key);
    expect(result.failures[0]).toBe(summaryOutcome);
    const [row] = (await compare(transcript, { strategies: [strategy], params: { [strategy]: params ?? {} }, ...options })).rows;
    expect(row!.result!.outcome).toBe(outcome);
  });

  // Every outcome and every case; where everything is tested, each with each.
  it.each(cases.filter((_, k) => deep || k === FAILING.indexOf(summaryOutcome)))(
    '$name: terminal',
    async ({ strategy, window, target, params, outcome, words }) => {
      const options = [
        ...(window ? ['--window', String(window)] : []),
        ...(target ? ['--target', String(target)] : []),
        ...Object.entries(params ?? {}).flatMap(([name, value]) => ['--set', `${strategy}.${name}=${value}`]),
        '--summary-outcome',
        summaryOutcome,
      ];
      const compared = await run('compare', file, '--strategies', strategy, ...options);
      expect(compared.out).toMatch(words);
      const compacted = await run('compact', file, '--strategy', strategy, ...options);
      expect(compacted.code).toBe(outcome === 'compacted' ? 0 : 3);
      expect(/The session is written as it was/.test(compacted.err)).toBe(outcome !== 'compacted');
      if (outcome !== 'compacted') expect(compacted.err).toMatch(words);
    },
  );
});

describe('S1', () => {
  it('is refused where nothing fits: library and terminal', async () => {
    for (const summaryOutcome of ['ok', 'too-long'] as const) {
      const result = await compact(transcript, { strategy: 'context-compactor', window: 1000, target: 500, summaryOutcome });
      expect(result.outcome).toBe('refused');
      expect(result.why?.key).toBe('refused-new-session');
      const { out } = await run(
        'compare',
        file,
        '--strategies',
        'context-compactor',
        '--window',
        '1000',
        '--target',
        '500',
        '--summary-outcome',
        summaryOutcome,
      );
      expect(out).toMatch(/refused: Start a new session: [\d,]+ tokens, over 1,000 even with 0 rounds/);
    }
  });

  it('cuts a summary that is too long, and is rolled back by every other failure', async () => {
    for (const summaryOutcome of FAILING) {
      const result = await compact(transcript, { strategy: 'context-compactor', summaryOutcome });
      expect(result.outcome).toBe(summaryOutcome === 'too-long' ? 'compacted' : 'rejected');
    }
  });
});

describe('the cooldown of S3', () => {
  it('in the library: the state of a rejected run keeps the next one from trying', async () => {
    const options = { strategy: 'selective-summary', target: 0.05, params: { cooldown: 20 } };
    const failed = await compact(transcript, { ...options, summaryOutcome: 'timeout' });
    const { state } = failed.record();
    expect(state).toMatchObject({ selective: { cooldownLeft: 20 } });
    const again = await compact({ ...transcript, extra: { ...transcript.extra, ...state } }, options);
    expect(again.outcome).toBe('unchanged');
    expect(again.why).toMatchObject({ key: 'unchanged-cooldown', values: { left: 20 } });
  });

  it('in a replay: rolled back, then skipped', async () => {
    const { code, out } = await run(
      'replay',
      file,
      '--window',
      '40000',
      '--trigger',
      'ratio:0.8',
      '--strategies',
      'selective-summary',
      '--summary-outcome',
      'empty',
      '--log',
    );
    expect(code).toBe(0);
    expect(out).toContain('"log-selective-rollback"');
    expect(out).toContain('"unchanged-cooldown"');
  });
});

describe('--summary-outcome', () => {
  it('is refused for a word that is none and for a real model', async () => {
    expect(await run('compare', file, '--summary-outcome', 'broken')).toMatchObject({
      code: 2,
      err: '--summary-outcome: no "broken" here. Expected one of ok, empty, error, timeout, too-long\n',
    });
    expect(await run('compact', file, '--summarizer', 'openai', '--summary-outcome', 'empty', '--strategy', 'summary')).toMatchObject({
      code: 2,
      err: '--summary-outcome and --summarizer exclude each other\n',
    });
  });

  it('is in the help of every command that writes summaries, in both languages', async () => {
    for (const command of ['compare', 'compact', 'replay'])
      for (const [language, word] of [
        ['en', 'empty,error,timeoutortoo-long'],
        ['zh-CN', 'empty、error、timeout或too-long'],
      ] as const)
        expect((await run(command, '--help', `--lang=${language}`)).out.replaceAll(/\s+/g, '')).toContain(word);
    expect((await run('inspect', '--help', '--lang=en')).out).not.toContain('summary-outcome');
  });
});

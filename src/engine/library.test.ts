/** The library as docs/library.md describes it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import * as library from './index.ts';
import type { Transcript } from './index.ts';
import type { Summarizer } from './summarizers/contract.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const sample = new Uint8Array(readFileSync(path.join(root, 'fixtures/samples/coding-session.jsonl')));
const { compact, compare, efficiency, open, parseTranscript, restore } = library;

function parsed(bytes: Parameters<typeof parseTranscript>[0]): Transcript {
  const read = parseTranscript(bytes);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.conversations[0]!;
}
const transcript = parsed(sample);

describe('examples of docs/library.md', () => {
  // The adapters run in their frameworks' own tests.
  const [engine] = readFileSync(path.join(root, 'docs/library.md'), 'utf8').split('\n## In an agent\n');
  const examples = Array.from(engine!.matchAll(/```js\n(.*?)```/gs), ([, code]) => code!);

  it('run, and end as they say', async () => {
    expect(examples.length).toBeGreaterThan(1);
    const printed: unknown[][] = [];
    const names = { ...library, readFile: async () => sample, console: { log: (...values: unknown[]) => printed.push(values) } };
    const body = examples.join('\n').replace(/^import .*$/gm, '');
    const run = new Function(...Object.keys(names), `return (async () => { ${body}; return { back, written, failing, again }; })()`);
    const { back, written, failing, again } = await run(...Object.values(names));
    expect(printed.length).toBeGreaterThan(20);
    expect(written.ok).toBe(true);
    expect(back.ok).toBe(true);
    expect(back.value).toEqual(transcript.messages);
    expect(failing.outcome).toBe('rejected');
    expect(again.outcome).toBe('unchanged');
  });

  it('import nothing that the library does not have', () => {
    expect(examples.some((code) => code.includes("from 'compaction-playground'"))).toBe(true);
    for (const code of examples)
      for (const [, list] of code.matchAll(/^import \{(.*?)\} from 'compaction-playground'/gm))
        for (const name of list!.split(',')) expect(library).toHaveProperty(name.trim());
  });
});

describe('what may be given to parseTranscript', () => {
  it('bytes of every kind, and text', () => {
    const { buffer } = sample.slice();
    for (const input of [sample, buffer, new DataView(buffer), Buffer.from(sample), new TextDecoder().decode(sample)])
      expect(parsed(input as Uint8Array).messages).toEqual(transcript.messages);
    const within = new Uint8Array(sample.length + 20);
    within.set(sample, 10);
    expect(parsed(within.subarray(10, 10 + sample.length)).messages).toEqual(transcript.messages);
  });

  it.each([undefined, null, 7, {}, [], () => 0, Symbol('x')])('%o is an error value', (input) => {
    expect(parseTranscript(input as never)).toMatchObject({
      ok: false,
      error: { code: 'no-bytes', expected: expect.stringContaining('ArrayBuffer') as string },
    });
  });
});

describe('options out of their range are refused by name', () => {
  const refused: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    ...['window', 'weight', 'overhead', 'seed'].flatMap((name) =>
      [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, '4'].map(
        (value) => [{ [name]: value }, new RegExp(`^${name}: expected`)] as const,
      ),
    ),
    ...[Number.NaN, Number.POSITIVE_INFINITY, -0.5, 0, 1.5, 'all', null].map((target) => [{ target }, /^target: expected/] as const),
    [{ weight: 1.01 }, /^weight: expected a number from 0 to 1, got 1\.01$/],
    [{ overhead: 0.5 }, /^overhead: expected a whole number from 0 to 1000, got 0\.5$/],
    [{ tokenizer: 'bogus' }, /^tokenizer: expected one of/],
    [{ summaryOutcome: 'bogus' }, /^summaryOutcome: expected one of ok, empty, error, timeout, too-long, got "bogus"$/],
    ...['longTokens', 'shortTokens', 'edgeStart', 'edgeEnd'].flatMap((name) =>
      [Number.NaN, -1, Number.POSITIVE_INFINITY].map(
        (value) => [{ signals: { [name]: value } }, new RegExp(`^signals\\.${name}: expected`)] as const,
      ),
    ),
    ...['keepRecent', 'preserveStart', 'preserveEnd'].flatMap((name) =>
      [Number.NaN, -1, 1.5].map((value) => [{ shared: { [name]: value } }, new RegExp(`^shared\\.${name}: expected`)] as const),
    ),
    [{ signals: { marks: { m5: 'bogus' } } }, /^signals\.marks\.m5: expected one of pin, LOW, NORMAL, HIGH, CRITICAL, got "bogus"$/],
    [{ signals: { keywords: { marks: [7] } } }, /^keywords\.marks\.0: expected/],
  ];
  it.each(refused)('%o', async (options, message) => {
    await expect(open(transcript, options)).rejects.toThrow(message);
    await expect(compare(transcript, { strategies: ['hybrid'], ...options })).rejects.toThrow(message);
    await expect(compact(transcript, { strategy: 'hybrid', ...options })).rejects.toThrow(RangeError);
  });

  it('recall and decay too', async () => {
    const opened = await open(transcript);
    await expect(library.recall(opened, { weight: Number.NaN })).rejects.toThrow(/^weight: expected/);
    await expect(library.decay(opened, { overhead: -1 })).rejects.toThrow(/^overhead: expected/);
  });

  it('the ends of the ranges are taken', async () => {
    for (const options of [
      { weight: 0 },
      { weight: 1 },
      { overhead: 0 },
      { overhead: 1000 },
      { seed: 0 },
      { window: 100 },
      { target: 2 },
      { target: 1 },
    ])
      expect((await compare(transcript, { strategies: ['hybrid'], ...options })).rows[0]!.error).toBeNull();
  });

  it('every number of efficiency, of history, and what is counted', async () => {
    const numbers = { tokensBefore: 9000, tokensAfter: 6200, messagesBefore: 15, retained: 12, weight: 0.6 };
    expect(efficiency(numbers)).toBeCloseTo(0.5067, 4);
    for (const name of Object.keys(numbers))
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1])
        expect(() => efficiency({ ...numbers, [name]: value })).toThrow(`${name}: expected`);
    expect(() => efficiency({ ...numbers, weight: 1.01 })).toThrow('weight: expected a number from 0 to 1, got 1.01');
    const result = await compact(transcript, { strategy: 'middle-removal' });
    expect(() => library.levelOf(transcript, result, { efficiency: Number.NaN })).toThrow('efficiency: expected');
    expect(() => library.withHistory(transcript, [], { tokenUsage: { usedTokens: Number.NaN, maxTokens: 1 } })).toThrow(
      'tokenUsage.usedTokens: expected',
    );
    await expect(library.countTokens(undefined as never)).rejects.toThrow('text: expected a string');
    await expect(library.countTokens('a', 'bogus' as never)).rejects.toThrow('encoding: expected');
  });
});

describe('a record is undone once', () => {
  const ids = [
    'middle-removal',
    'sliding-window',
    'message-truncation',
    'tool-output-truncation',
    'offload',
    'selective',
    'summary',
    'tool-chain',
    'auto-compression',
  ];

  it.each(ids)('%s: once is the original, twice is refused', async (strategy) => {
    const params = strategy === 'offload' ? { offloadOver: 100, keepRecentResults: 0 } : {};
    const result = await compact(transcript, { strategy, target: 0.3, params });
    expect(result.outcome).toBe('compacted');
    const record = result.record();
    expect(restore(result.context(), [record])).toEqual({ ok: true, value: transcript.messages });
    const twice = restore(result.context(), [record, record]);
    expect(twice).toMatchObject({ ok: false, error: { code: 'record-does-not-fit', record: 0 } });
    expect(restore(transcript.messages, [record])).toMatchObject({ ok: false });
    // As they come back from a file, with a message that was appended later.
    const copy = JSON.parse(JSON.stringify({ context: result.context(), record })) as { context: Transcript['messages']; record: typeof record };
    const more = { id: 'later', role: 'user', parts: [{ type: 'text', text: 'and now?' }] } as const;
    const again = restore([...copy.context, more], [copy.record]);
    expect(again).toEqual({ ok: true, value: [...JSON.parse(JSON.stringify(transcript.messages)), more] });
    expect(restore(again.ok ? again.value : [], [copy.record])).toMatchObject({ ok: false });
  });

  test.prop([fc.subarray(ids, { minLength: 2, maxLength: 3 })], { numRuns: 8 })('levels on one another still come back', async (strategies) => {
    let context = transcript;
    const records = [];
    for (const strategy of strategies) {
      const result = await compact(context, { strategy, target: 0.6 });
      if (result.outcome !== 'compacted') continue;
      records.push(result.record());
      context = library.levelOf(context, result).transcript;
    }
    expect(restore(context.messages, records)).toEqual({ ok: true, value: transcript.messages });
  });
});

describe('a summariser of one’s own', () => {
  const own = (summarize: Summarizer['summarize']): Summarizer => ({ id: 'own', title: 'own', summarize });

  it('has its time, and a signal that ends with it', async () => {
    let signal: AbortSignal | undefined;
    const deaf = own((_, request) => {
      signal = request.signal;
      return new Promise(() => undefined);
    });
    const result = await compact(transcript, { strategy: 'summary', summarizer: deaf, summarizeMs: 20 });
    expect(result.failures).toEqual(['timeout']);
    expect(result.outcome).toBe('rejected');
    expect(signal?.aborted).toBe(true);
    // S4's own limit is shorter than this.
    const automatic = await compact(transcript, {
      strategy: 'auto-compression',
      summarizer: deaf,
      params: { summaryTimeout: 1000 },
      summarizeMs: 600_000,
    });
    expect(automatic.failures).toContain('timeout');
  });

  it('that answers in time is heard, and its signal does not end', async () => {
    let signal: AbortSignal | undefined;
    const quick = own(async (_, request) => {
      signal = request.signal;
      return { ok: true, text: 'All is well.', tokens: 4, spans: [{ text: 'All is well.' }], masked: 0, summarizer: 'own', ms: 0 };
    });
    const result = await compact(transcript, { strategy: 'summary', summarizer: quick, summarizeMs: 20_000 });
    expect(result.outcome).toBe('compacted');
    expect(signal?.aborted).toBe(false);
    await expect(compact(transcript, { strategy: 'summary', summarizeMs: 0 })).rejects.toThrow(/^summarizeMs: expected whole milliseconds/);
  });
});

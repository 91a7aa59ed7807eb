/** `ask` in the terminal, against models that answer by rule. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { type AskReport, OFFLINE } from '../engine/ask/contract.ts';
import { serializeTranscript } from '../engine/formats/index.ts';
import { some } from '../engine/testing/scale.ts';
import { askedTalk } from '../models/testing/asked-talk.ts';
import { KEY, modelServer } from '../models/testing/setup.ts';
import { fileOf, run } from './testing/run.ts';
import { widthOf } from './cli-words.ts';

const sample = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../fixtures/samples/research-session.json');
const server = modelServer();
const recording = (): string => {
  const written = serializeTranscript(askedTalk().transcript, 'playground');
  return fileOf(written.ok ? written.value.text : '');
};
const model = (reader: string) => ['--provider', 'compatible', '--model', `reader-${reader}`, '--base-url', `${server.origin}/v1`];
const few = ['--strategies', 'middle-removal,oldest-removal', '--target', '0.3', '--cuts', '4', '--samples', '2'];

test('without --yes it says the calls and the price, and sends nothing', async () => {
  const before = server.received.length;
  const { code, err, out } = await run('ask', recording(), ...few, ...model('perfect'));
  expect([code, out, server.received.length]).toEqual([2, '', before]);
  expect(err).toContain('compatible/reader-perfect');
  expect(err).toMatch(/36 calls \(known: 0\).*18,000 answered.*price unknown/);
  expect(err).toContain('--yes sends');
});

test('a perfect reader: JSON with every score', async () => {
  const { code, out, err } = await run('ask', recording(), ...few, ...model('perfect'), '--yes', '--json');
  expect(code).toBe(0);
  const { rows, cuts, correlations, spent } = JSON.parse(out) as AskReport & { spent: { calls: number; price: null } };
  expect(rows.map(({ key, full, used, madeUp }) => [key, full.args, used, madeUp])).toEqual([
    ['(full)', 1, 1, null],
    ['middle-removal', 1, 1, null],
    ['oldest-removal', 0, null, 0],
  ]);
  expect(cuts).toHaveLength(4);
  expect(spent).toMatchObject({ calls: 36, price: null });
  expect(correlations.map(({ measure }) => measure)).toEqual([...OFFLINE]);
  expect(correlations.at(-1)!.args).toMatchObject({ value: 1, pairs: 8 });
  expect(err).toContain('Answers: 36 calls');
});

test('answers in a file are not asked again, and half a line of it is no answer', async () => {
  const file = recording();
  const answers = fileOf('{"key":"abc","text":"{', 'answers.jsonl');
  const first = await run('ask', file, ...few, ...model('perfect'), '--yes', '--answers', answers);
  expect(first.code).toBe(0);
  expect(first.out).toContain('Full context');
  expect(first.out).toContain('right answers');
  expect(readFileSync(answers, 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(36);
  const before = server.received.length;
  const second = await run('ask', file, ...few, ...model('perfect'), '--answers', answers);
  expect([second.code, server.received.length]).toEqual([0, before]);
  expect(second.out).toBe(first.out);
  // A run that was killed while it wrote its last answer: that one alone is asked again, which nobody agreed to.
  const killed = fileOf(readFileSync(answers, 'utf8').trim().slice(0, -9), 'killed.jsonl');
  const third = await run('ask', file, ...few, ...model('perfect'), '--answers', killed);
  expect(third.err).toContain('1 call (known: 35)');
  expect([third.code, server.received.length]).toEqual([2, before]);
  const fourth = await run('ask', file, ...few, ...model('perfect'), '--yes', '--answers', killed);
  expect(fourth.err).toContain('Answers: 1 call, ');
  expect([fourth.out, server.received.length]).toEqual([first.out, before + 1]);
});

test('no line of the tables is wider than the screen; the narrow ones have the first columns, heads are bold and say the same', async () => {
  const file = recording();
  const answers = fileOf('', 'answers.jsonl');
  await run('ask', file, ...few, ...model('perfect'), '--yes', '--answers', answers);
  const again = (...more: readonly string[]) => run('ask', file, ...few, ...model('perfect'), '--answers', answers, ...more);
  const screens = [80, 120, 200].flatMap((columns) => [
    [columns, 'en', /^policy .*same arguments.*right answers/m] as const,
    [columns, 'zh-CN', /^策略 .*/m] as const,
  ]);
  for (const [columns, language, head] of some(screens, 6)) {
    vi.stubEnv('COLUMNS', String(columns));
    const plain = await again('--lang', language);
    expect([plain.code, plain.err.includes('calls (known')]).toEqual([0, false]);
    expect(plain.out).toMatch(head);
    for (const line of plain.out.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    vi.stubEnv('FORCE_COLOR', '1');
    const painted = (await again('--lang', language)).out;
    expect(painted).not.toBe(plain.out);
    expect(stripVTControlCharacters(painted)).toBe(plain.out);
    expect((await again('--lang', language, '--no-color')).out).toBe(plain.out);
    vi.unstubAllEnvs();
  }
});

test('a judge is announced and asked after the answers', async () => {
  const before = server.received.length;
  const { code, err } = await run('ask', recording(), ...few, ...model('liar'), '--judge', 'reader-perfect', '--yes', '--json');
  expect(code).toBe(0);
  expect(err).toContain('compatible/reader-perfect at');
  // Three questions, one answer to each of them whatever the context, in two orders.
  expect(err).toContain('6 calls (known: 0)');
  expect(server.received.length).toBe(before + 36 + 6);
});

test('a real model writes the summaries at the cuts: after a yes, and once', async () => {
  const answers = fileOf('', 'written.jsonl');
  const args = ['ask', sample, '--strategies', 'context-compactor', '--target', '0.3', '--cuts', '4', '--samples', '1', ...model('perfect')];
  const written = [...args, '--summary-model', 'ok', '--answers', answers];
  const isSummary = (body: string): boolean => (JSON.parse(body) as { model: string }).model === 'ok';
  const sent = await server.sent(async () => {
    const { code, err, out } = await run(...written, '--yes', '--json');
    expect(code).toBe(0);
    const calls = Number(/compatible\/ok at [^\n]*at least (\d+) calls?/.exec(err)?.[1]);
    expect(calls).toBeGreaterThan(0);
    expect(JSON.parse(out)).toMatchObject({ model: expect.stringContaining('reader-perfect'), summarizer: expect.stringContaining('ok') });
  });
  const summaries = sent.filter(({ body }) => isSummary(body));
  expect(summaries.length).toBeGreaterThan(0);
  // What it wrote is in the contexts that the other model gets, and the answers come after the last summary.
  expect(sent.filter(({ body }) => !isSummary(body) && body.includes('Fix the login test.')).length).toBeGreaterThan(0);
  expect(sent.slice(summaries.length).some(({ body }) => isSummary(body))).toBe(false);
  // Everything is known now, and nobody has to agree again.
  expect(await server.sent(async () => expect((await run(...written)).code).toBe(0))).toEqual([]);
  // Without it the built-in summariser writes.
  const built = await run(...args, '--yes', '--json');
  expect(JSON.parse(built.out)).toMatchObject({ summarizer: 'built-in' });
  const refused = await server.sent(async () => expect((await run(...args, '--summary-model', 'ok')).code).toBe(2));
  expect(refused).toEqual([]);
});

test('failures are counted and named', async () => {
  const { code, err, out } = await run('ask', recording(), ...few, ...model('silent'), '--yes');
  expect(code).toBe(0);
  expect(err).toContain('36 × The model answered nothing');
  expect(err).toContain('36 calls failed');
  expect(out).toMatch(/Full context\s+100\D+—/);
});

test('what is missing is said before anything is read', async () => {
  expect((await run('ask', 'nowhere.json', '--strategies', 'summary')).err).toContain('--provider');
  expect((await run('ask', 'nowhere.json', '--provider', 'compatible')).err).toContain('--strategies');
  vi.stubEnv('OPENAI_API_KEY', '');
  const { code, err } = await run('ask', recording(), '--strategies', 'summary', '--provider', 'openai', '--model', 'm', '--yes');
  vi.unstubAllEnvs();
  expect(code).toBe(2);
  expect(err).toContain('OPENAI_API_KEY');
});

test('a sample of ours, in Chinese', async () => {
  vi.stubEnv('OPENAI_API_KEY', KEY);
  const { code, out, err } = await run(
    'ask',
    sample,
    '--strategies',
    'fact-ledger',
    '--cuts',
    '3',
    '--samples',
    '1',
    ...model('perfect'),
    '--key-env',
    'OPENAI_API_KEY',
    '--yes',
    '--lang',
    'zh-CN',
  );
  vi.unstubAllEnvs();
  expect(code).toBe(0);
  expect(out).toContain('完整上下文');
  expect(err).not.toContain(KEY);
  expect(server.received.at(-1)!.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(server.received.at(-1)!.body).not.toContain(KEY);
});
